// The job goes on when one of the models has ended. shmem_finalize completes and orders everything of OpenSHMEM.
// mpi: openmpi+shmem mpich+shmem
// variant racy-mpi-goes-on: -DMPI_LATER -DRACE
// variant racy-shmem-goes-on: -DSHMEM_LATER -DRACE
// variant racy-shmem-goes-on-first: -DSHMEM_LATER -DRACE -DSHMEM_FIRST
// variant clean-mpi-goes-on: -DMPI_LATER
// variant clean-shmem-goes-on: -DSHMEM_LATER
#include "corpus.h"

int x;
int memory;

int main(void) {
  int one = 1;
  begin();
  MPI_Win win = window_of(&memory, 1);
#ifdef MPI_LATER
  if (pe == 0)
    shmem_int_p(&x, 1, 1);
  shmem_finalize();
  if (rank == 1)
    use(x);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(mpi) in racy-mpi*
#ifndef RACE
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
#endif
  if (rank == 1)
    use(memory);  // race(mpi) in racy-mpi*
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
#else
  (void)one;
  MPI_Win_free(&win);
  MPI_Finalize();
  if (pe == 0)
    shmem_int_p(&x, 1, 1);  // race(shmem) in racy-shmem*
#ifndef RACE
  shmem_barrier_all();
#endif
  if (pe == 1)
    use(x);  // race(shmem) in racy-shmem*
  shmem_finalize();
#endif
  return 0;
}
