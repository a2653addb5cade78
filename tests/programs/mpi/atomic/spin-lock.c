// A lock built of compare-and-swap and an atomic replace, as in the examples of the standard: the two meet on the lock word
// and do not race. Whatever it protects must be atomic as well: to FarSan such a lock is no order.
// ranks: 3
// variant clean-word-only:
// variant clean-atomic-data: "-DUPDATE=MPI_Accumulate(&one,1,MPI_INT,0,1,1,MPI_INT,MPI_SUM,win)"
// verdict: the operation of a compare-and-swap is a replace.
#include "corpus.h"

#ifndef UPDATE
#define UPDATE (void)0
#endif

int main(void) {
  MPI_Win win;
  int rank = begin(), zero = 0, one = 1, old;
  open_window(2, &win);

  MPI_Win_lock_all(0, win);
  do {
    MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, 0, 0, win);
    MPI_Win_flush(0, win);
  } while (old != 0);
  UPDATE;
  MPI_Win_flush(0, win);
  MPI_Accumulate(&zero, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(0, win);
  MPI_Win_unlock_all(win);
  use(rank);
  return finish(&win);
}
