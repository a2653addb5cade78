// gaspi_barrier orders a put of MPI that is complete. (MPICH's flush waits for a target that calls MPI.)
// mpi: openmpi+gaspi
// variant racy: -DFLUSH=
// variant racy-gaspi-first: -DFLUSH=MPI_Win_flush_local(1,win) -DGASPI_FIRST
// variant clean: -DFLUSH=MPI_Win_flush(1,win) -DMPI_ENDS
// variant clean-gaspi-first: -DFLUSH=MPI_Win_flush(1,win) -DGASPI_FIRST
#include "corpus.h"

int main(void) {
  int one = 1;
  int* memory;
  begin();
  MPI_Win win = allocate_window(1, &memory);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(remote)
    FLUSH;
  }
  BARRIER();
  if (rank == 1)
    use(*memory);  // race(remote)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return finish();
}
