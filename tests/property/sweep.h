// Engine against oracle over a range of seeds, without a property-testing library: for a million executions.
#pragma once

#include <cstdint>

namespace farsan::property {

/// Whether a disagreement is shrunk and shown, or only noticed.
enum class Explain : std::uint8_t { No, Yes };

/// Stops at the first disagreement. True if there was none.
bool sweep(std::uint64_t first, std::uint64_t count, Explain explain = Explain::Yes);

}  // namespace farsan::property
