// Rank 2 locks the window of rank 1 exclusively after rank 0 had it so, and never unlocks it, which is a mistake. Its put comes after all that
// rank 0 did in its epoch, though nothing but the lock says so (a flag of atomics that it asks for orders nothing); but nothing ever completes it.
// ranks: 3
// variant racy: -DLOADS
// variant racy-flushed: -DLOADS -DFLUSHES
// variant clean:
// variant clean-flushed: -DFLUSHES
// variant clean-both-shared: -DSECOND=MPI_LOCK_SHARED
#include "corpus.h"

#ifndef SECOND
#define SECOND MPI_LOCK_EXCLUSIVE
#endif

int main(void) {
  MPI_Win win, flags;
  int rank = begin();
  int* x = open_window(2, &win);
  int value = 42, flag = 0;
  const int one = 1;
  open_window(1, &flags);

  MPI_Win_lock_all(0, flags);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, flags);
    MPI_Win_flush(0, flags);
  }
  if (rank == 2) {
    while (flag == 0) {
      MPI_Fetch_and_op(&one, &flag, MPI_INT, 0, 0, MPI_NO_OP, flags);
      MPI_Win_flush(0, flags);
    }
    MPI_Win_lock(SECOND, 1, 0, win);
#ifdef FLUSHES
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
#endif
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(load)
  }
  MPI_Win_unlock_all(flags);
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef LOADS
  if (rank == 1)
    use(x[0]);  // race(load)
#endif
  (void)x;
  MPI_Win_free(&flags);
  MPI_Finalize();
  return 0;
}
