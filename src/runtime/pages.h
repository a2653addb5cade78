// One byte per 4 KiB of address space: is there anything on the page that FarSan must see an access to? Almost always
// not, and then a shift, a load and a branch is all that an access costs.
//
// The table is reserved for the whole address space of a process and costs memory only where something was marked.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/memory.h"
#include "runtime/pass_interface.h"

namespace farsan::runtime {

enum PageMark : std::uint8_t {
  kExposed = kOnlyRecorded,  ///< others can reach memory of this process here: accesses are recorded
  kOpen = 2,                 ///< a buffer of an unfinished operation: accesses are compared on the spot
  kForeign = 4,              ///< mapped memory of another process
};

/// Null until `reserve_pages`, which runs before the program's own code.
extern std::uint8_t* g_pages;

inline std::uint8_t marks_of(std::uint64_t address) {
  // Constructors of libraries may run instrumented code of the program before any of ours.
  if (g_pages == nullptr) [[unlikely]]
    return 0;
  return g_pages[(address >> kPageBits) & kPageMask];
}
/// The same of several pages.
std::uint8_t marks_of_pages(model::Interval bytes);
/// All marks of the pages that [begin, end) touches.
inline std::uint8_t marks_of(model::Interval bytes) {
  const bool one_page = bytes.begin >> kPageBits == (bytes.end - 1) >> kPageBits;
  return one_page && !bytes.empty() ? marks_of(bytes.begin) : marks_of_pages(bytes);
}
/// How many bytes from the address on are on pages without marks; nobody looks farther than a gigabyte.
std::uint64_t clear_bytes_from(std::uint64_t address);

/// How many of the bytes, from the first on, are on pages where exposed memory is all there is. (Pages of memory that is exposed no
/// more may be among them: whoever exposes it again knows what is recorded there.)
std::uint64_t only_recorded_bytes(model::Interval exposed);

/// What code that records in line may use: the process's hot cells, or nothing. Kept in one place, so that a guard is quick.
class HotView {
 public:
  /// From now on, outside of guards, these.
  static void allow(const engine::HotCells& loads, const engine::HotCells& stores);
  /// Never again. Code in line does not ask which thread it is: when a second one calls a library or wants to be ignored, accesses are
  /// left to those who do.
  static void forbid() { *shown_ = allowed_ = kNothing; }
  /// Neither forbidden nor hidden.
  [[nodiscard]] static bool is_shown() { return shown_->loads != &kNone; }
  static void hide() { *shown_ = kNothing; }
  static void show() { *shown_ = allowed_; }
  /// Where the table's are, as soon as there is one.
  static void move_to(void* place);

 private:
  struct Both {
    const engine::HotCells* loads = nullptr;
    const engine::HotCells* stores = nullptr;
  };
  static const engine::HotCells kNone;
  static constexpr Both kNothing{&kNone, &kNone};
  inline static constinit Both allowed_ = kNothing;
  inline static constinit Both before_table_ = kNothing;
  inline static constinit Both* shown_ = &before_table_;
};

/// Reserves the table, and lets code that the plugin instrumented have it. False if the system refuses so much address
/// space.
bool reserve_pages();

/// Marks pages by interval; where intervals share a page it stays marked until the last of them is taken back.
class PageMarks {
 public:
  void add(PageMark mark, model::Interval bytes);
  void remove(PageMark mark, model::Interval bytes);

 private:
  struct Marked {
    PageMark mark = kExposed;
    model::Interval bytes;
  };
  std::vector<Marked> marked_;
};

/// Keeps `kOpen` on the pages of live entries. A page is marked when it opens and cleared when nothing at all is open any
/// more: no counting per page, and a needless mark costs time only.
///
/// What else is on such a page is often what a program uses most, the variables beside a buffer on the stack. So of some pages it is
/// known from where to where there is anything open, and in which lines of 64 bytes.
class OpenPages final : public engine::LiveObserver {
 public:
  void opened(const model::ByteRanges& bytes) override;
  void all_closed() override;

  /// Hot: none of these bytes is open. It may say no where there is nothing.
  [[nodiscard]] bool is_beside(model::Interval bytes) const {
    const std::uint64_t page = bytes.begin >> kPageBits;
    const Lines& lines = lines_of(page);
    if (lines.page != page || lines.open == 0 || page != (bytes.end - 1) >> kPageBits) return false;
    return !lines.bounds.overlaps(bytes) || (lines.open & lines_in(bytes)) == 0;
  }

 private:
  static constexpr int kLineBits = 6;
  static_assert(kPageBits - kLineBits == kLineBits, "a bit of a word for each line of a page");
  static constexpr std::size_t kKnown = 64;

  struct Lines {
    std::uint64_t page = 0;
    std::uint64_t open = 0;  // none: nobody's place
    model::Interval bounds;  // of what is open on the page, or more
  };
  [[nodiscard]] const Lines& lines_of(std::uint64_t page) const { return lines_[page % kKnown]; }
  [[nodiscard]] Lines& lines_of(std::uint64_t page) { return lines_[page % kKnown]; }
  /// Of bytes on one page.
  static std::uint64_t lines_in(model::Interval bytes) {
    constexpr std::uint64_t kLast = (std::uint64_t{1} << (kPageBits - kLineBits)) - 1;
    const std::uint64_t first = (bytes.begin >> kLineBits) & kLast;
    const std::uint64_t last = ((bytes.end - 1) >> kLineBits) & kLast;
    return (~std::uint64_t{0} << first) & (~std::uint64_t{0} >> (kLast - last));
  }
  void open(std::uint64_t page, model::Interval bytes);

  std::vector<std::uint64_t> pages_;
  std::array<Lines, kKnown> lines_;  // each for one of the pages that end alike, the first that opened
};

}  // namespace farsan::runtime
