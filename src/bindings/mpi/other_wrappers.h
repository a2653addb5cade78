// Wrappers of MPI routines that are not FarSan's: of a profiling library, or in the program itself. Only one of two that wrap the same
// routine is called, and the program is told which is not.
#pragma once

namespace farsan::mpi {

/// To be called when a job begins, by one process.
void warn_of_other_wrappers();

}  // namespace farsan::mpi
