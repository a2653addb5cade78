// Routines whose meaning FarSan does not know yet: a program that calls one is told so, once, by name. (Not one that only has one in
// it: the C++ bindings of Open MPI name them all.) What Fortran programs call is known only by name, so they are told when they begin.
#pragma once

namespace farsan::mpi {

/// Looks at what the program and its libraries call. To be called when a job begins, by one process.
void warn_of_fortran_not_followed();

}  // namespace farsan::mpi
