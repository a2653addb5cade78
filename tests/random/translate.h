// What a program means, in the model's words: docs/semantics.md, section 3, routine by routine. Written from there, not from
// the binding, so that the two can be held against each other. An event's site is the action that it comes from.
#pragma once

#include "model/execution.h"
#include "random/program.h"

namespace farsan::random_programs {

[[nodiscard]] model::Execution translate(const Program& program, const Kept& kept);

}  // namespace farsan::random_programs
