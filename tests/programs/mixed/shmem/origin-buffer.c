// A buffer belongs to operations of both models: each frees its own only.
// variant racy-quiet: -DRELEASE=shmem_quiet() -DUSE_MPI
// variant racy-flush: -DRELEASE=MPI_Win_flush_all(win) -DUSE_SHMEM -DSHMEM_FIRST
// variant clean-flush: -DRELEASE=MPI_Win_flush_all(win) -DUSE_MPI -DMPI_ENDS
// variant clean-quiet: -DRELEASE=shmem_quiet() -DUSE_SHMEM
#include "corpus.h"

int x;

int main(void) {
  int buffer = 1;
  int memory = 0;
  begin();
  MPI_Win win = window_of(&memory, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#ifdef USE_MPI
    MPI_Put(&buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(mpi) in racy-quiet
#endif
#ifdef USE_SHMEM
    shmem_putmem_nbi(&x, &buffer, sizeof x, 1);  // race(shmem) in racy-flush
#endif
    RELEASE;
    buffer = 2;  // race(mpi) in racy-quiet race(shmem) in racy-flush
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return finish();
}
