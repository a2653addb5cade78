// Replays a script through the engine and finds, for each race, the events and the region to show.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/race.h"
#include "sim/picture.h"
#include "sim/script.h"

namespace farsan::sim {

struct ReplayedRace {
  engine::Race example;     ///< the first of its pair of sites
  std::uint64_t count = 0;  ///< how many there were
  RacePicture picture;
};

/// One entry per pair of sites, in the order in which they were found.
[[nodiscard]] std::vector<ReplayedRace> replay(const Script& script);

}  // namespace farsan::sim
