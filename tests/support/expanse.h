// Random accesses to large memory, in long rows and by strides: what the engine keeps for whole blocks and loop nests is as good as
// never met by executions of a few hundred bytes.
#pragma once

#include <cstdint>

#include "model/execution.h"

namespace farsan::testing_support {

[[nodiscard]] model::Execution expanse(std::uint64_t seed);

}  // namespace farsan::testing_support
