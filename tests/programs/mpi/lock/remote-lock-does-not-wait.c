// Rank 0 holds the lock of a window while it puts into the memory of rank 1, which takes the same lock before it looks. If the
// lock is that of rank 0's window, MPI_Win_lock need not wait on rank 1: it looks while the put is under way. It has waited
// once an operation of its epoch is flushed, and a lock of its own window waits at once.
// variant racy: -DOWNER=0
// variant racy-get: -DOWNER=0 -DGET
// variant racy-flush-late: -DOWNER=0 -DGET -DLATE_FLUSH
// variant clean-flushed: -DOWNER=0 -DGET "-DFLUSH=MPI_Win_flush(OWNER,lock)"
// variant clean-flushed-locally: -DOWNER=0 -DGET "-DFLUSH=MPI_Win_flush_local(OWNER,lock)"
// variant clean-unlocked: -DOWNER=0 -DGET -DUNLOCK_FIRST
// variant clean-own: -DOWNER=1
// verdict: clean-flushed-locally: the result of the get is there, so the lock was granted.
#include "corpus.h"

#ifndef FLUSH
#define FLUSH (void)0
#endif

int main(void) {
  MPI_Win win, lock;
  int rank = begin(), value = 42, got = 0;
  int* x = open_window(1, &win);
  open_window(1, &lock);

  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, OWNER, 0, lock);
    MPI_Get(&got, 1, MPI_INT, OWNER, 0, 1, MPI_INT, lock);
    MPI_Win_flush(OWNER, lock);  // the lock is held for certain
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(1, win);
    MPI_Win_unlock(OWNER, lock);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, OWNER, 0, lock);
#ifdef GET
    MPI_Get(&got, 1, MPI_INT, OWNER, 0, 1, MPI_INT, lock);
#endif
    FLUSH;
#ifdef UNLOCK_FIRST
    MPI_Win_unlock(OWNER, lock);
#endif
    use(x[0]);  // race(put)
#ifdef LATE_FLUSH
    MPI_Win_flush_local(OWNER, lock);
#endif
#ifndef UNLOCK_FIRST
    MPI_Win_unlock(OWNER, lock);
#endif
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&lock);
  return finish(&win);
}
