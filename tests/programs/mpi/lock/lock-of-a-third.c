// Ranks 0 and 1 use the lock of rank 2's window as a mutex for the memory of rank 1. The lock call of neither waits, so it
// excludes nothing, until each has made sure that it holds the lock by a completed operation in the epoch.
// ranks: 3
// variant racy:
// variant clean: -DMAKE_SURE
#include "corpus.h"

static void lock_third(MPI_Win lock) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, lock);
#ifdef MAKE_SURE
  int got;
  MPI_Get(&got, 1, MPI_INT, 2, 0, 1, MPI_INT, lock);
  MPI_Win_flush(2, lock);
#endif
}

int main(void) {
  MPI_Win win, lock;
  int rank = begin(), value = 42;
  int* x = open_window(1, &win);
  open_window(1, &lock);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    lock_third(lock);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_flush(1, win);
    MPI_Win_unlock(2, lock);
  }
  if (rank == 1) {
    lock_third(lock);
    x[0] = 7;  // race(put)
    MPI_Win_unlock(2, lock);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&lock);
  return finish(&win);
}
