#include "property/sweep.h"

#include <cstdio>

#include "sim/script.h"
#include "support/comparison.h"
#include "support/expanse.h"
#include "support/generator.h"
#include "support/repetition.h"
#include "support/shrink.h"

namespace farsan::property {

namespace {

sim::Options options_for(std::uint64_t seed) {
  return {seed, static_cast<sim::Delivery>(seed % 3),
          seed / 3 % 2 == 0 ? sim::Forgetting::Often : sim::Forgetting::Never};
}

std::vector<std::string> differences(const model::Execution& execution, std::uint64_t seed) {
  return testing_support::disagreements(execution, oracle::races(execution),
                                        testing_support::engine_races(execution, options_for(seed)));
}

/// Of eight executions, one is a loop; of 64, one is about large memory.
model::Execution execution_for(std::uint64_t seed) {
  if (seed % 64 == 5) return testing_support::expanse(seed);
  if (seed % 8 == 7) return testing_support::repetition(seed);
  const testing_support::Shape shape = testing_support::random_shape(seed);
  return testing_support::generate(testing_support::random_choices(seed, shape.groups), shape);
}

void print_failure(const model::Execution& execution, std::uint64_t seed) {
  const model::Execution small = testing_support::shrunk(
      execution, [&](const model::Execution& smaller) { return !differences(smaller, seed).empty(); });
  std::printf("seed %llu: the engine and the oracle disagree\n%s", static_cast<unsigned long long>(seed),
              sim::print(small).c_str());
  for (const std::string& line : differences(small, seed)) std::printf("  %s\n", line.c_str());
}

}  // namespace

bool sweep(std::uint64_t first, std::uint64_t count, Explain explain) {
  std::uint64_t racy = 0;
  std::uint64_t events = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const model::Execution execution = execution_for(seed);
    const auto truth = oracle::races(execution);
    racy += truth.empty() ? 0 : 1;
    events += execution.events.size();
    const auto said = testing_support::engine_races(execution, options_for(seed));
    if (testing_support::disagreements(execution, truth, said).empty()) continue;
    std::printf("sweep: disagreement at seed %llu\n", static_cast<unsigned long long>(seed));
    if (explain == Explain::Yes) print_failure(execution, seed);
    return false;
  }
  std::printf("sweep: %llu executions from seed %llu, %llu events, %llu of them racy: engine == oracle\n",
              static_cast<unsigned long long>(count), static_cast<unsigned long long>(first),
              static_cast<unsigned long long>(events), static_cast<unsigned long long>(racy));
  return true;
}

}  // namespace farsan::property
