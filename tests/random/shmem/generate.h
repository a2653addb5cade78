// Random OpenSHMEM programs, made by simulating one schedule: an action is added only where it can happen next. So a program is
// legal, and free of deadlocks in every schedule; legal.h checks it again.
//
// What makes the set of races the same in every run: nothing depends on values but waits for flags, and flags have the simulated
// values (`hidden_order_of`). An update leaves a value that the flag has not had, since which of equal ones a wait saw is for
// nobody to know.
#pragma once

#include "random/shmem/program.h"

namespace farsan::random_programs::shmem {

[[nodiscard]] Program generate(std::uint64_t seed);

}  // namespace farsan::random_programs::shmem
