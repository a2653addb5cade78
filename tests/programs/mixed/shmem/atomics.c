// An atomic of OpenSHMEM and an accumulate of MPI are not atomic to each other; two of one model are.
// ranks: 3
// variant racy: -DFIRST=SHMEM -DSECOND=MPI
// variant racy-shmem-first: -DFIRST=SHMEM -DSECOND=MPI -DSHMEM_FIRST -DMPI_ENDS
// variant clean-shmem: -DFIRST=SHMEM -DSECOND=SHMEM
// variant clean-mpi: -DFIRST=MPI -DSECOND=MPI
#include "corpus.h"

#define SHMEM shmem_int_atomic_add(memory, 1, 1)
#define MPI MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win)

int main(void) {
  int one = 1;
  begin();
  int* memory = shmem_malloc(sizeof(int));
  *memory = 0;
  MPI_Win win = window_of(memory, 1);
  shmem_barrier_all();
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    FIRST;  // race(atomics)
  if (rank == 2)
    SECOND;  // race(atomics)
  shmem_quiet();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  shmem_free(memory);
  return finish();
}
