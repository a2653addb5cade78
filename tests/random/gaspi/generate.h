// Random GASPI programs, made by simulating one schedule: an action is added only where it can happen next. So a program is
// legal, and free of deadlocks in every schedule; legal.h checks it again.
//
// What makes the set of races the same in every run: nothing depends on values but waits for notifications, which find those of
// the simulation (`hidden_order_of`).
#pragma once

#include "random/gaspi/program.h"

namespace farsan::random_programs::gaspi {

[[nodiscard]] Program generate(std::uint64_t seed);

}  // namespace farsan::random_programs::gaspi
