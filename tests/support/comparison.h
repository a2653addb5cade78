// Holds the engine's races against the oracle's, in the sense of docs/design.md ("Exact means"):
//  - every pair that the engine reports is a race, on those bytes;
//  - of two operations (or loads and stores to another process's memory) that race, every pair and byte is reported;
//  - an operation that races with loads or stores of its memory's owner is reported, for each byte and unit, with the last
//    racing load and the last racing store;
//  - a load or store that races with earlier ones of another unit is reported, for each byte and unit, with the last
//    racing load and the last racing store.
// Accesses that share their site, unit and kind count as one: nothing can tell them apart.
#pragma once

#include <string>
#include <vector>

#include "engine/race.h"
#include "model/execution.h"
#include "oracle/oracle.h"
#include "sim/simulation.h"

namespace farsan::testing_support {

/// Collects everything.
class RaceList final : public engine::RaceSink {
 public:
  void report(const engine::Race& race) override { races.push_back(race); }
  std::vector<engine::Race> races;
};

std::vector<engine::Race> engine_races(const model::Execution& execution, const sim::Options& options);

/// One line for each disagreement, at most a handful; empty if the engine is exact.
std::vector<std::string> disagreements(const model::Execution& execution, const std::vector<oracle::Race>& truth,
                                       const std::vector<engine::Race>& reported);

/// The races as a set, one line each, in an order that does not depend on when they were found.
std::vector<std::string> canonical(const std::vector<engine::Race>& races);

}  // namespace farsan::testing_support
