// Both processes take the lock of rank 1's window, rank 1 for its own loads and stores. A lock of the own window waits for
// its holder, so exclusive locks on both sides exclude each other, in either order. Two shared locks do not, and neither
// does a lock of rank 0's window.
// variant racy-shared: -DORIGIN=MPI_LOCK_SHARED -DTARGET=MPI_LOCK_SHARED -DLOCKED=1
// variant racy-other-window: -DORIGIN=MPI_LOCK_EXCLUSIVE -DTARGET=MPI_LOCK_EXCLUSIVE -DLOCKED=0
// variant clean-exclusive: -DORIGIN=MPI_LOCK_EXCLUSIVE -DTARGET=MPI_LOCK_EXCLUSIVE -DLOCKED=1
// variant clean-exclusive-origin: -DORIGIN=MPI_LOCK_EXCLUSIVE -DTARGET=MPI_LOCK_SHARED -DLOCKED=1
// variant clean-exclusive-target: -DORIGIN=MPI_LOCK_SHARED -DTARGET=MPI_LOCK_EXCLUSIVE -DLOCKED=1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin();
  int* x = open_window(1, &win);
  int value = 42;

  if (rank == 0) {
    MPI_Win_lock(ORIGIN, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(1, win);
  } else {
    MPI_Win_lock(TARGET, LOCKED, 0, win);
    x[0] = 7;  // race(put)
    MPI_Win_unlock(LOCKED, win);
  }
  return finish(&win);
}
