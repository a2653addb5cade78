// Routines whose meaning FarSan does not know yet: a program that has them in it is told so, once, by name.
#pragma once

namespace farsan::mpi {

/// Looks at what the program and its libraries call. To be called when a job begins, by one process.
void warn_of_unfollowed_routines();

}  // namespace farsan::mpi
