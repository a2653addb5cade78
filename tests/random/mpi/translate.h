// What a program means, in the model's words: docs/semantics.md, section 3, routine by routine. Written from there, not from
// the binding, so that the two can be held against each other.
#pragma once

#include "model/execution.h"
#include "random/mpi/program.h"

namespace farsan::random_programs::mpi {

[[nodiscard]] model::Execution translation(const Program& program, const Kept& kept);

}  // namespace farsan::random_programs::mpi
