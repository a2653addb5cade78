// MPI_Win_free waits for everyone: after it, the memory that the window lay over belongs to its owner alone. Before it, the
// completed put of rank 0 is not yet known to rank 1.
// variant racy: -DEARLY
// variant clean: -DLATE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  static int x;
  int rank = begin(), value = 42;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(1, win);
  }
#ifdef EARLY
  if (rank == 1)
    x = 7;  // race(put)
#endif
  MPI_Win_free(&win);
#ifdef LATE
  if (rank == 1)
    x = 8;
#endif
  MPI_Finalize();
  return 0;
}
