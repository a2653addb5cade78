// A put in an epoch of its own. The unlock completes it, but only a synchronisation tells the target.
// variant racy-no-barrier: -DKIND=MPI_LOCK_EXCLUSIVE -DNO_BARRIER
// variant racy-barrier-inside: -DKIND=MPI_LOCK_EXCLUSIVE -DBARRIER_INSIDE
// variant racy-shared: -DKIND=MPI_LOCK_SHARED -DBARRIER_INSIDE
// variant clean-exclusive: -DKIND=MPI_LOCK_EXCLUSIVE
// variant clean-shared: -DKIND=MPI_LOCK_SHARED
// variant clean-nocheck: -DKIND=MPI_LOCK_SHARED -DASSERTION=MPI_MODE_NOCHECK
// variant racy-nocheck: -DKIND=MPI_LOCK_SHARED -DASSERTION=MPI_MODE_NOCHECK -DNO_BARRIER
#include "corpus.h"

#ifndef ASSERTION
#define ASSERTION 0
#endif

int main(void) {
  MPI_Win win;
  int rank = begin();
  int* x = open_window(1, &win);
  int value = 42;

  if (rank == 0) {
    MPI_Win_lock(KIND, 1, ASSERTION, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
#ifdef BARRIER_INSIDE
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    MPI_Win_unlock(1, win);
  }
#ifdef BARRIER_INSIDE
  if (rank == 1)
    MPI_Barrier(MPI_COMM_WORLD);
#elif !defined NO_BARRIER
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 1)
    use(x[0]);  // race(put)
  return finish(&win);
}
