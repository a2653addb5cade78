// shmem_barrier_all orders what MPI has completed. It completes operations of OpenSHMEM, not those of MPI.
// (MPICH's flush waits for a target that calls MPI.)
// mpi: openmpi+shmem openmpi+oshmem
// variant racy: -DFLUSH=
// variant racy-local: -DFLUSH=MPI_Win_flush_local(1,win) -DSHMEM_FIRST
// variant racy-mpi-ends: -DFLUSH= -DMPI_ENDS
// variant clean: -DFLUSH=MPI_Win_flush(1,win)
// variant clean-shmem-first: -DFLUSH=MPI_Win_flush(1,win) -DSHMEM_FIRST
// variant clean-mpi-ends: -DFLUSH=MPI_Win_flush(1,win) -DSHMEM_FIRST -DMPI_ENDS
#include "corpus.h"

int main(void) {
  int* memory;
  int one = 1;
  begin();
  MPI_Win win = allocate_window(1, &memory);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(remote)
    FLUSH;
  }
  shmem_barrier_all();
  if (rank == 1)
    use(memory[0]);  // race(remote)
  shmem_barrier_all();
  if (rank == 0)
    MPI_Win_unlock(1, win);
  MPI_Win_free(&win);
  return finish();
}
