// For mutants: exit status 1 if the engine and the oracle disagree on one of the scripts, or of COUNT random executions.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "property/sweep.h"
#include "sim/script.h"
#include "support/comparison.h"

namespace {

using namespace farsan;

bool agrees_on(const model::Execution& execution) {
  const auto truth = oracle::races(execution);
  for (const sim::Delivery delivery : {sim::Delivery::Prompt, sim::Delivery::Late, sim::Delivery::Odd})
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
      const sim::Forgetting forgetting = seed % 2 == 0 ? sim::Forgetting::Never : sim::Forgetting::Often;
      const auto said = testing_support::engine_races(execution, {seed, delivery, forgetting});
      if (!testing_support::disagreements(execution, truth, said).empty()) return false;
    }
  return true;
}

bool agrees_on_scripts() {
  for (const auto& entry : std::filesystem::recursive_directory_iterator("tests/scripts")) {
    if (entry.path().extension() != ".farsan") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const auto script = sim::parse(text.str());
    if (const auto* read = std::get_if<sim::Script>(&script); !read || !agrees_on(read->execution)) {
      std::printf("disagreement on %s\n", entry.path().c_str());
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace farsan::property;
  const unsigned long long count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  return agrees_on_scripts() && sweep(0, count, Explain::No) ? 0 : 1;
}
