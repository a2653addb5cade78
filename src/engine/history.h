// What the units of a threaded process did to its memory: for every byte the last load and the last store of each unit
// under each set of mutexes. That is enough to be exact: an earlier access of the same unit, kind and mutexes races only
// with what the last one races with too (or was reported when it happened).
//
// Exact first; one hash lookup per eight bytes. Unthreaded processes do not come here (see shadow.h).
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "model/clock.h"
#include "model/region.h"

namespace farsan::engine {

/// A load or store that was made.
struct PastAccess {
  model::AccessKind kind = model::AccessKind::Load;
  model::Point when;  ///< unit and epoch
  model::SiteId site;
  model::MutexSet mutexes;
};

class History {
 public:
  /// Makes `access` the last of its unit, kind and mutexes on these bytes.
  void record(const PastAccess& access, model::Interval bytes);

  /// Calls `visit(const PastAccess&, Interval)` for every last access that touches `bytes`.
  template <class Visit>
  void for_each(model::Interval bytes, Visit&& visit) const {
    if (words_.empty()) return;  // an unthreaded process applies large operations, too
    for (std::uint64_t word = bytes.begin / kWord; word * kWord < bytes.end; ++word) {
      const auto it = words_.find(word);
      if (it == words_.end()) continue;
      const std::uint8_t wanted = mask(bytes, word);
      for (const Cell& cell : it->second)
        for_each_run(static_cast<std::uint8_t>(cell.bytes & wanted), [&](unsigned from, unsigned to) {
          visit(cell.access, model::Interval{word * kWord + from, word * kWord + to});
        });
    }
  }

  [[nodiscard]] bool empty() const { return words_.empty(); }
  /// Drops what every later event anywhere knows of.
  void forget(const model::Clock& floor);

  [[nodiscard]] std::size_t cells() const;

 private:
  static constexpr std::uint64_t kWord = 8;
  struct Cell {
    PastAccess access;
    std::uint8_t bytes = 0;  // which of the eight
  };

  static std::uint8_t mask(model::Interval bytes, std::uint64_t word) {
    const std::uint64_t from = bytes.begin > word * kWord ? bytes.begin - word * kWord : 0;
    const std::uint64_t to = std::min(bytes.end - word * kWord, kWord);
    return static_cast<std::uint8_t>((0xFFU << from) & (0xFFU >> (kWord - to)));
  }
  template <class Visit>
  static void for_each_run(std::uint8_t bits, Visit&& visit) {
    for (unsigned from = 0; from < kWord;) {
      if (((bits >> from) & 1U) == 0) {
        ++from;
        continue;
      }
      unsigned to = from;
      while (to < kWord && ((bits >> to) & 1U) != 0) ++to;
      visit(from, to);
      from = to;
    }
  }

  std::unordered_map<std::uint64_t, std::vector<Cell>> words_;
};

}  // namespace farsan::engine
