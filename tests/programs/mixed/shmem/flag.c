// A flag of OpenSHMEM tells of a put of MPI: if that was complete before the flag was set.
// (MPICH's flush waits for a target that calls MPI.)
// mpi: openmpi+shmem openmpi+oshmem
// variant racy: -DFLUSH=
// variant racy-shmem-first: -DFLUSH=MPI_Win_flush_local(1,win) -DSHMEM_FIRST
// variant clean: -DFLUSH=MPI_Win_flush(1,win)
// variant clean-shmem-first: -DFLUSH=MPI_Win_flush(1,win) -DSHMEM_FIRST -DMPI_ENDS
#include "corpus.h"

int flag;

int main(void) {
  int one = 1;
  int* memory;
  begin();
  MPI_Win win = allocate_window(1, &memory);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(remote)
    FLUSH;
    shmem_int_atomic_set(&flag, 1, 1);
  } else {
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    use(*memory);  // race(remote)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return finish();
}
