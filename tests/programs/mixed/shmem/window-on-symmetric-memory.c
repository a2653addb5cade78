// Symmetric memory is an MPI window at the same time: the owner's stores race with operations of either model, and those with
// each other. Both find it by its place in the owner's memory. (MPICH makes no progress in a barrier of OpenSHMEM: there is an epoch
// only where MPI is used.)
// ranks: 3
// variant racy-shmem: -DSHMEM_PUT -DSTORE
// variant racy-mpi: -DMPI_PUT -DSTORE -DSHMEM_FIRST
// variant racy-both: -DSHMEM_PUT -DMPI_PUT -DMPI_ENDS
// variant clean-shmem: -DSHMEM_PUT -DSTORE -DMEET=shmem_barrier_all()
// variant clean-mpi: -DMPI_PUT -DSTORE -DMEET=MPI_Barrier(MPI_COMM_WORLD) -DMPI_ENDS
// variant clean-both: -DSHMEM_PUT -DMPI_PUT -DMEET=MPI_Barrier(MPI_COMM_WORLD) -DSHMEM_FIRST
#include "corpus.h"

#ifndef MEET
#define MEET (void)0
#endif

int main(void) {
  int one = 1;
  begin();
  int* memory = shmem_malloc(8 * sizeof(int));
  MPI_Win win = window_of(memory, 8);
#ifdef MPI_PUT
  MPI_Win_lock_all(0, win);
#endif
#ifdef SHMEM_PUT
  if (pe == 0) {
    shmem_putmem(&memory[3], &one, sizeof one, 1);  // race(shmem-store) in racy-shmem race(both) in racy-both
    shmem_quiet();
  }
  MEET;
#endif
#ifdef MPI_PUT
  if (rank == 2) {
    MPI_Put(&one, 1, MPI_INT, 1, 3, 1, MPI_INT, win);  // race(mpi-store) in racy-mpi race(both) in racy-both
    MPI_Win_flush(1, win);
  }
  MEET;
#endif
#ifdef STORE
  if (rank == 1)
    memory[3] = 1;  // race(shmem-store) in racy-shmem race(mpi-store) in racy-mpi
#endif
#ifdef MPI_PUT
  MPI_Win_unlock_all(win);
#endif
  MPI_Win_free(&win);
  shmem_free(memory);
  return finish();
}
