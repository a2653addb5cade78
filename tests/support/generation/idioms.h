// Idioms: conflicting accesses together with what orders them, or should.
#pragma once

#include "support/generation/digits.h"
#include "support/generation/plan.h"
#include "support/generation/world.h"

namespace farsan::testing_support {

/// How careful an idiom is.
enum class Care : std::uint8_t {
  Proper,    ///< free of races, as long as nobody else uses its memory
  Careless,  ///< a step may be missing or too weak
};

/// The steps of a verb from Handover on. They use the memory of `slot`: one piece of each variable's common part, and
/// pieces behind it for buffers that do not matter.
[[nodiscard]] Plan make_idiom(World& world, Verb verb, Draw& draw, std::uint32_t slot, Care care, std::uint32_t site);
[[nodiscard]] std::uint32_t slots(const Shape& shape);

/// All units complete all operations and meet: what follows is ordered after all that was.
[[nodiscard]] Plan make_settlement(World& world, std::uint32_t site);

}  // namespace farsan::testing_support
