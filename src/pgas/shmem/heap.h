// The symmetric heap: which parts of the region's heap are in use. Calls are collective and deterministic, so every process
// keeps its own books and all come to the same offsets.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace farsan::pgas::shmem {

class Heap {
 public:
  Heap(std::uint64_t begin, std::uint64_t size);

  /// The offset of a new block; the alignment is a power of two. Nothing if there is no room. Of two that fit, the lower.
  [[nodiscard]] std::optional<std::uint64_t> allocate(std::uint64_t size, std::uint64_t alignment);
  /// The size of the block that begins there, if one does.
  [[nodiscard]] std::optional<std::uint64_t> size_of(std::uint64_t offset) const;
  void release(std::uint64_t offset);

 private:
  std::map<std::uint64_t, std::uint64_t> free_;  // offset to size; no two touch
  std::map<std::uint64_t, std::uint64_t> used_;
};

}  // namespace farsan::pgas::shmem
