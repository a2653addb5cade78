// How many executions a property is tried on and from which seed: FARSAN_PROPERTY_COUNT and FARSAN_PROPERTY_SEED.
#pragma once

#include <cstdint>

namespace farsan::property {

struct Run {
  std::uint64_t count = 500;
  std::uint64_t seed = 1;
};

[[nodiscard]] Run run_from_environment();

}  // namespace farsan::property
