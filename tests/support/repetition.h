// Random loops: a few operations and accesses, each with its own site and always on the same bytes, done over and over
// with few synchronisations in between. What lets the engine keep one entry for many is as good as never met by random
// executions whose accesses all differ.
#pragma once

#include <cstdint>

#include "model/execution.h"

namespace farsan::testing_support {

[[nodiscard]] model::Execution repetition(std::uint64_t seed);

}  // namespace farsan::testing_support
