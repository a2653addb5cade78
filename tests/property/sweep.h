// Engine against oracle over a range of seeds, without a property-testing library: for a million executions.
#pragma once

#include <cstdint>

namespace farsan::property {

/// Prints the first disagreement as a small script, and a summary. True if there was none.
bool sweep(std::uint64_t first, std::uint64_t count);

}  // namespace farsan::property
