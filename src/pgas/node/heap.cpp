#include "pgas/node/heap.h"

#include <algorithm>
#include <iterator>

#include "pgas/node/layout.h"

namespace farsan::pgas {

namespace {

constexpr std::uint64_t kLeastAlignment = 64;  // a cache line: blocks of different use do not share one

}  // namespace

Heap::Heap(std::uint64_t begin, std::uint64_t size) { free_.emplace(begin, size / kLeastAlignment * kLeastAlignment); }

std::optional<std::uint64_t> Heap::allocate(std::uint64_t size, std::uint64_t alignment) {
  alignment = std::max(alignment, kLeastAlignment);
  for (auto hole = free_.begin(); hole != free_.end(); ++hole) {
    const auto [begin, room] = *hole;  // both multiples of the least alignment
    const std::uint64_t at = round_up(begin, alignment);
    if (at - begin > room || size > room - (at - begin)) continue;
    const std::uint64_t end = round_up(at + size, kLeastAlignment);
    free_.erase(hole);
    if (at > begin) free_.emplace(begin, at - begin);
    if (end < begin + room) free_.emplace(end, begin + room - end);
    used_.emplace(at, size);
    return at;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> Heap::size_of(std::uint64_t offset) const {
  const auto block = used_.find(offset);
  return block == used_.end() ? std::nullopt : std::optional(block->second);
}

void Heap::release(std::uint64_t offset) {
  const auto block = used_.find(offset);
  std::uint64_t begin = offset;
  std::uint64_t end = round_up(offset + block->second, kLeastAlignment);
  used_.erase(block);
  auto next = free_.lower_bound(begin);
  if (next != free_.end() && next->first <= end) {
    end = next->first + next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    const auto previous = std::prev(next);
    if (previous->first + previous->second == begin) {
      begin = previous->first;
      free_.erase(previous);
    }
  }
  free_.emplace(begin, end - begin);
}

}  // namespace farsan::pgas
