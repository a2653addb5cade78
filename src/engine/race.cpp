#include "engine/race.h"

#include <algorithm>

namespace farsan::engine {

void RaceLog::report(const Race& race) {
  const auto key = [](const RaceSide& side) { return SideKey{side.site.value, side.kind}; };
  const SideKey first = key(race.first);
  const SideKey second = key(race.second);
  const auto [it, added] = by_sites_.try_emplace(std::minmax(first, second), entries_.size());
  if (added) entries_.push_back({race, 0});
  ++entries_[it->second].count;
}

}  // namespace farsan::engine
