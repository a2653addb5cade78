// What OpenSHMEM orders: a store of the target before a put of MPI.
// variant racy: -DMEET=
// variant racy-quiet: -DMEET=shmem_quiet() -DSHMEM_FIRST
// variant clean-barrier: -DMEET=shmem_barrier_all() -DSHMEM_FIRST
// variant clean-sync: -DMEET=shmem_sync_all() -DMPI_ENDS
// variant clean-flag: -DMEET=MEET_BY_FLAG
#include "corpus.h"

int flag;

#define MEET_BY_FLAG                   \
  if (pe == 1)                         \
    shmem_int_atomic_set(&flag, 1, 0); \
  else                                 \
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1)

int main(void) {
  int* memory;
  int one = 1;
  begin();
  MPI_Win win = allocate_window(1, &memory);
  if (rank == 1)
    memory[0] = 2;  // race(remote)
  MEET;
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(remote)
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return finish();
}
