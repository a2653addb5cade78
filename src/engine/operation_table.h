// All accesses of operations to one process's memory that something may still race with: those of its own buffers, and
// those that records told of. With an interval index over the ones whose region has ended here (see Process::apply).
//
// The index: intervals are sorted by size into classes of powers of two; in each class memory is cut into cells of that
// size, an interval is found under the cell of its first byte, and a query looks at the cells it touches and the one
// before. Cells hash into one array of chain heads, and the chains run through the entries themselves: sixteen bytes per
// entry, no allocation, constant time for an operation among any number of others elsewhere. Of a class that has few entries each is looked
// at instead.
// Entries that cannot race with each other, whatever their bytes (reads; updates by one reduction), are a company: each has
// cells of its own, and who belongs to one does not look there. So any number of updates scattered over a table meet nobody.
// Budget: 1 us for a query among 100,000 live entries (bench/core/bench_index.cpp); 128 bytes an entry.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "model/region.h"

namespace farsan::engine {

using EntryId = std::uint32_t;
inline constexpr EntryId kNoEntry = std::numeric_limits<EntryId>::max();

struct Entry {
  enum class State : std::uint8_t {
    Free,
    Pending,  ///< nobody here knows its completion: not compared with anything yet
    Applied,  ///< compared, in the index
    Behind,   ///< compared, found by way of the first of its series (Memory::Series)
    Retired,  ///< of no use any more, but its id is not free yet
  };
  model::OperationAccess access;
  EntryId next = kNoEntry;      ///< in its chain of the index, or of free entries
  EntryId previous = kNoEntry;  ///< in its chain of the index
  State state = State::Free;
  bool live = false;            ///< some unit here does not know its completion: local accesses must look at it
  bool settled = true;          ///< its mutexes are decided
  bool held = false;            ///< its operation is still tracked here
  bool listens = false;         ///< its origin wants to hear of completion by a target wait
  bool late : 1 = false;        ///< the exposure that it went to was over when it arrived
  bool unfinished : 1 = false;  ///< it is in the list of those that its origin may yet complete
  bool leads : 1 = false;       ///< it is the first of a series
  bool behind_all = false;      ///< a target wait completed it together with all that is fence-ordered before it
  std::uint8_t company = 0;  ///< below OperationTable::kCompanies; 0: alone. Not to be changed while it is in the index
};
static_assert(sizeof(Entry) - sizeof(model::ByteRanges) <= 112, "budget: 128 bytes with the share of the index");

class OperationTable {
 public:
  static constexpr std::uint8_t kCompanies = 16;

  EntryId add(model::OperationAccess&& access);
  /// References stay valid until `remove`.
  [[nodiscard]] Entry& operator[](EntryId id) { return (*pages_[id / kPage])[id % kPage]; }
  [[nodiscard]] const Entry& operator[](EntryId id) const { return (*pages_[id / kPage])[id % kPage]; }

  /// Makes the entry findable and Applied.
  void insert(EntryId id);
  /// Takes an entry out of the index (to change its ranges) without dropping it.
  void take_out(EntryId id);
  /// Drops the entry, indexed or not.
  void remove(EntryId id);
  /// The same, but the id is not given to another entry until `remove`.
  void retire(EntryId id);

  /// Calls `visit(EntryId)` for every indexed entry whose bounds overlap, but for those of the company (0: for all).
  template <class Visit>
  void for_each_near(model::Interval bytes, std::uint8_t company, Visit&& visit) const;
  /// Calls `visit(EntryId)` for every entry that is not free.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (EntryId id = 0; id < count_; ++id)
      if ((*this)[id].state == Entry::State::Pending || (*this)[id].state == Entry::State::Applied) visit(id);
  }
  /// Entries in use.
  [[nodiscard]] std::size_t size() const { return used_; }
  [[nodiscard]] std::size_t indexed() const { return indexed_; }
  /// Everything but the heap part of ranges and clocks.
  [[nodiscard]] std::size_t heap_bytes() const {
    return pages_.size() * sizeof(Page) + chains_.capacity() * sizeof(Chain);
  }

 private:
  static constexpr int kSmallestClass = 6;  // cells of 64 bytes: small operations share a few classes
  static constexpr int kClasses = 64;
  static constexpr std::uint64_t kRow = 16;  // two cache lines
  static constexpr std::uint64_t kLong = 4096;

  static int size_class(model::Interval bytes) {
    return std::max(kSmallestClass, static_cast<int>(std::bit_width(bytes.size() - 1)));
  }
  /// A chain of entries, and for each of them a bit that tells most of the cells that hash to it apart: a query does not
  /// look at entries of other cells.
  struct Chain {
    EntryId head = kNoEntry;
    std::uint32_t marks = 0;
  };
  /// Neighbouring cells of a class, kRow of them, have their chains side by side: long queries read few cache lines.
  struct Row {
    std::uint64_t hash = 0;
    std::size_t first_chain = 0;
    /// Which cell comes where in the row differs from row to row: with a stride of kRow cells (a column of a matrix), all
    /// would share one chain in kRow.
    [[nodiscard]] std::size_t chain(std::uint64_t cell) const {
      return first_chain + static_cast<std::size_t>((cell ^ (hash >> 8)) % kRow);
    }
    [[nodiscard]] std::uint32_t mark() const { return std::uint32_t{1} << ((hash >> 12) % 32); }
  };
  [[nodiscard]] Row row(int size_class, std::uint8_t company, std::uint64_t number) const {
    const std::uint64_t key = (number * kCompanies + company) * kClasses + static_cast<std::uint64_t>(size_class);
    const std::uint64_t hash = key * 0x9E3779B97F4A7C15U;
    return {hash, static_cast<std::size_t>((hash >> shift_) * kRow)};
  }
  /// Where an entry is linked.
  struct Place {
    std::size_t chain = 0;
    std::uint32_t mark = 0;
  };
  [[nodiscard]] Place place_of(const Entry& entry) const;
  void grow();
  void link(EntryId id);
  void unlink(EntryId id);
  /// When the cells are many more than the entries: the bound on a long query.
  template <class ForEachClass>
  [[nodiscard]] bool is_cheaper_to_look_at_all(const ForEachClass& for_each_class) const {
    std::uint64_t cells = 0;
    for_each_class(
        [&](std::uint8_t, int c, model::Interval near) { cells += ((near.end - 1) >> c) - (near.begin >> c) + 2; });
    return cells / 4 > count_;
  }
  template <class Visit>
  void for_each_in_cells(model::Interval bytes, std::uint8_t company, int c, Visit&& visit) const;

  // In pages: a growing vector would keep room for up to as many entries again, and copy them.
  static constexpr EntryId kPage = 64;
  using Page = std::array<Entry, kPage>;
  std::vector<std::unique_ptr<Page>> pages_;
  EntryId count_ = 0;  // used and free ones
  EntryId free_ = kNoEntry;
  std::size_t used_ = 0;
  std::size_t indexed_ = 0;
  std::vector<Chain> chains_;  // a power of two of them
  int shift_ = 64;             // from a hash to a row of chains
  /// The entries of a class, as long as there never were more than a few since there were none: then a look at each is cheaper than at
  /// the cells where they could be.
  struct Few {
    static constexpr std::uint32_t kMost = 4;
    std::array<EntryId, kMost> ids{};
    std::uint32_t count = 0;
    bool all = true;  ///< else there are more

    void add(EntryId id) {
      all = all && count < kMost;
      if (all) ids[count++] = id;
    }
    void remove(EntryId id) {
      for (EntryId& each : std::span(ids).first(count)) {
        if (each != id) continue;
        each = ids[--count];
        return;
      }
    }
  };
  /// Of one company: how many there are in each class, where they are or were since there were none, and the classes that are not empty, as
  /// bits. A long query among few small entries looks only where those can be.
  struct Company {
    std::array<std::uint32_t, kClasses> in_class{};
    std::array<model::Interval, kClasses> where{};
    std::array<Few, kClasses> few{};
    std::uint64_t classes = 0;
  };
  std::array<Company, kCompanies> companies_{};
  std::uint32_t present_ = 0;  // companies with entries, as bits
};

template <class Visit>
void OperationTable::for_each_near(model::Interval bytes, std::uint8_t company, Visit&& visit) const {
  if (indexed_ == 0 || bytes.empty()) return;
  const auto for_each_class = [&](auto&& look) {
    for (std::uint32_t others = present_ & ~(company == 0 ? 0U : 1U << company); others != 0; others &= others - 1) {
      const auto other = static_cast<std::uint8_t>(std::countr_zero(others));
      for (std::uint64_t left = companies_[other].classes; left != 0; left &= left - 1) {
        const int c = std::countr_zero(left);
        const model::Interval where = companies_[other].where[static_cast<std::size_t>(c)];
        const model::Interval near{std::max(bytes.begin, where.begin), std::min(bytes.end, where.end)};
        if (near.begin < near.end) look(other, c, near);
      }
    }
  };
  if (bytes.size() > kLong && is_cheaper_to_look_at_all(for_each_class)) {
    for_each([&](EntryId id) {
      const Entry& entry = (*this)[id];
      const bool passed_by = company != 0 && entry.company == company;
      if (entry.state == Entry::State::Applied && !passed_by && entry.access.ranges.bounds().overlaps(bytes)) visit(id);
    });
    return;
  }
  for_each_class([&](std::uint8_t other, int c, model::Interval near) {
    const Few few = companies_[other].few[static_cast<std::size_t>(c)];
    if (!few.all) return for_each_in_cells(near, other, c, visit);
    for (std::uint32_t i = 0; i < few.count; ++i)
      if ((*this)[few.ids[i]].access.ranges.bounds().overlaps(bytes)) visit(few.ids[i]);
  });
}

template <class Visit>
void OperationTable::for_each_in_cells(model::Interval bytes, std::uint8_t company, int c, Visit&& visit) const {
  const std::uint64_t first = bytes.begin >> c == 0 ? 0 : (bytes.begin >> c) - 1;
  const std::uint64_t last = (bytes.end - 1) >> c;
  Row next = row(c, company, first / kRow);
  for (std::uint64_t number = first / kRow; number <= last / kRow; ++number) {
    const Row here = next;
    next = row(c, company, number + 1);
    __builtin_prefetch(&chains_[next.first_chain]);
    const std::uint64_t to = std::min(last, number * kRow + kRow - 1);
    for (std::uint64_t cell = std::max(first, number * kRow); cell <= to; ++cell) {
      const Chain& chain = chains_[here.chain(cell)];
      if ((chain.marks & here.mark()) == 0) continue;
      for (EntryId id = chain.head; id != kNoEntry; id = (*this)[id].next) {
        const Entry& entry = (*this)[id];
        const model::Interval bounds = entry.access.ranges.bounds();
        // Only the right cell's entries are visited, so none is visited twice.
        if (entry.company == company && size_class(bounds) == c && bounds.begin >> c == cell && bounds.overlaps(bytes))
          visit(id);
      }
    }
  }
}

}  // namespace farsan::engine
