// Single events: whatever the choice names, as far as the state admits it, else the nearest thing or nothing.
#pragma once

#include "support/generation/digits.h"
#include "support/generation/world.h"

namespace farsan::testing_support {

/// Emits the event of a verb up to Release.
void emit_single(World& world, Verb verb, Draw draw, std::uint32_t site);

/// A running unit of any process.
[[nodiscard]] model::UnitId any_unit(const World& world, Digits& digits);
/// A running unit of the process.
[[nodiscard]] model::UnitId unit_of(const World& world, model::ProcessId process, Digits& digits);
/// Everyone, or some.
[[nodiscard]] model::Group any_group(const Shape& shape, Digits& digits);

}  // namespace farsan::testing_support
