// Random programs, made by simulating one schedule: an action is added only where it can happen next. So the program is
// legal MPI, and free of deadlocks in every schedule (see program.h); legal.h checks it again.
//
// What makes the set of races the same in every run: messages are received by source and tag (no wildcards), nothing
// depends on values, and uses of a lock that exclude each other are kept in the simulated order (`hidden_order_of`).
#pragma once

#include "random/mpi/program.h"

namespace farsan::random_programs::mpi {

[[nodiscard]] Program generate(std::uint64_t seed);

}  // namespace farsan::random_programs::mpi
