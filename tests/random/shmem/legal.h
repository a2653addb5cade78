// Is this an OpenSHMEM program that the specification allows, but for its races, and that cannot hang? Knows nothing of how
// programs are generated: it checks the generator, and tells which actions shrinking may leave out.
#pragma once

#include <string>

#include "random/shmem/program.h"

namespace farsan::random_programs::shmem {

/// What is wrong first; empty if nothing is.
[[nodiscard]] std::string problem_of(const Program& program, const Kept& kept);

}  // namespace farsan::random_programs::shmem
