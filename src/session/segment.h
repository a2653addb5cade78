// One process's segment (layout.h), mapped: made by its owner, opened by the others and by the report.
//
// It is a nameless piece of shared memory (memfd): nothing is left behind however the process ends, and the size of
// /dev/shm does not matter. Others open it as /proc/PID/fd/FD; a report gets the descriptor from its parent.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "session/layout.h"

namespace farsan::session {

class Segment {
 public:
  Segment() = default;
  Segment(Segment&& other) noexcept;
  Segment& operator=(Segment&& other) noexcept;
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;
  ~Segment();

  /// A new one; `arena` bytes of address space behind the fixed areas. Empty on failure (errno tells).
  static std::optional<Segment> create(std::uint32_t rank, std::uint32_t ranks, std::uint64_t arena);
  /// That of another process on this machine.
  static std::optional<Segment> open(int pid, int fd);
  /// From a descriptor, which it takes over; for reading only.
  static std::optional<Segment> adopt(int fd);

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] Header& header() const { return *reinterpret_cast<Header*>(base_); }
  [[nodiscard]] std::byte* at(std::uint64_t offset) const { return base_ + offset; }
  [[nodiscard]] Site& site(std::uint32_t index) const { return reinterpret_cast<Site*>(base_ + kSitesAt)[index]; }
  [[nodiscard]] Race& race(std::uint32_t index) const { return reinterpret_cast<Race*>(base_ + kRacesAt)[index]; }
  [[nodiscard]] EpochSite& epoch(model::Epoch epoch) const {
    return reinterpret_cast<EpochSite*>(base_ + kEpochsAt)[epoch % kEpochsKept];
  }
  /// Empty if it does not lie in the strings area.
  [[nodiscard]] std::string_view text(Text text) const;

  // --- The owner's: append, never move. They fail (empty text, index 0) when an area is full.
  Text add_text(std::string_view text);
  /// Offset / 8 of a copy of `count` addresses with their number before them: Site::stack.
  std::uint32_t add_stack(const std::uint64_t* addresses, std::uint32_t count);

 private:
  Segment(std::byte* base, std::uint64_t size, int fd) : base_(base), size_(size), fd_(fd) {}
  static std::optional<Segment> map(int fd, bool writable);
  std::byte* take_strings(std::uint64_t size);

  std::byte* base_ = nullptr;
  std::uint64_t size_ = 0;
  int fd_ = -1;
};

}  // namespace farsan::session
