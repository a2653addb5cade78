#include "engine/history.h"

#include <algorithm>

namespace farsan::engine {

namespace {

bool same_mutexes(const model::MutexSet& a, const model::MutexSet& b) { return a == b || (a && b && *a == *b); }

}  // namespace

void History::record(const PastAccess& access, model::Interval bytes) {
  for (std::uint64_t word = bytes.begin / kWord; word * kWord < bytes.end; ++word) {
    std::vector<Cell>& cells = words_[word];
    const std::uint8_t touched = mask(bytes, word);
    for (Cell& cell : cells)
      if (cell.access.when.unit == access.when.unit && cell.access.kind == access.kind &&
          same_mutexes(cell.access.mutexes, access.mutexes))
        cell.bytes = static_cast<std::uint8_t>(cell.bytes & ~touched);
    std::erase_if(cells, [](const Cell& cell) { return cell.bytes == 0; });
    cells.push_back({access, touched});
  }
}

void History::forget(const model::Clock& floor) {
  for (auto it = words_.begin(); it != words_.end();) {
    std::erase_if(it->second, [&](const Cell& cell) { return floor.knows(cell.access.when); });
    it = it->second.empty() ? words_.erase(it) : std::next(it);
  }
}

std::size_t History::cells() const {
  std::size_t total = 0;
  for (const auto& [word, cells] : words_) total += cells.size();
  return total;
}

}  // namespace farsan::engine
