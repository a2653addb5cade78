// Which parts of a process's region are in use. Deterministic: processes that make the same calls come to the same offsets,
// each with books of its own, which is what makes a heap symmetric.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace farsan::pgas {

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

}  // namespace farsan::pgas
