// Operations of one origin. An exclusive lock keeps others out, it does not order the two puts inside it; two epochs do.
// variant racy-exclusive: -DKIND=MPI_LOCK_EXCLUSIVE
// variant racy-shared: -DKIND=MPI_LOCK_SHARED
// variant clean-exclusive: -DKIND=MPI_LOCK_EXCLUSIVE -DTWO_EPOCHS
// variant clean-shared: -DKIND=MPI_LOCK_SHARED -DTWO_EPOCHS
// variant clean-flush: -DKIND=MPI_LOCK_EXCLUSIVE -DFLUSH
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), first = 1, second = 2;
  open_window(1, &win);

  if (rank == 0) {
    MPI_Win_lock(KIND, 1, 0, win);
    MPI_Put(&first, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(puts)
#ifdef TWO_EPOCHS
    MPI_Win_unlock(1, win);
    MPI_Win_lock(KIND, 1, 0, win);
#endif
#ifdef FLUSH
    MPI_Win_flush(1, win);
#endif
    MPI_Put(&second, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(puts)
    MPI_Win_unlock(1, win);
  }
  return finish(&win);
}
