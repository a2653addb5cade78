// What is known of the MPI library beyond what the standard says of all of them.
#pragma once

namespace farsan::mpi {

/// A lock of another process's window (without MPI_MODE_NOCHECK) is held when MPI_Win_lock returns, in every window of this job. MPI lets it
/// wait until the first operation completes. False where that is not known.
[[nodiscard]] bool takes_locks_at_once();

}  // namespace farsan::mpi
