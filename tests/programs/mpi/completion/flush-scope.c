// A flush completes what was issued on its window, to its target, before it. Another window over the same memory, another
// target or a later operation is not included.
// ranks: 3
// variant racy-other-window: "-DFLUSH=MPI_Win_flush(1,other)"
// variant racy-other-window-all: "-DFLUSH=MPI_Win_flush_all(other)"
// variant racy-other-target: "-DFLUSH=MPI_Win_flush(2,win)"
// variant racy-later: "-DEARLIER=MPI_Win_flush(1,win)"
// variant clean-flush: "-DFLUSH=MPI_Win_flush(1,win)"
// variant clean-flush-all: "-DFLUSH=MPI_Win_flush_all(win)"
// variant clean-both-targets: "-DFLUSH=MPI_Win_flush(2,win),MPI_Win_flush(1,win)"
#include "corpus.h"

#ifndef FLUSH
#define FLUSH (void)0
#endif
#ifndef EARLIER
#define EARLIER (void)0
#endif

int main(void) {
  MPI_Win win, other;
  static int x[2];
  int rank = begin(), value = 42;
  MPI_Win_create(x, sizeof x, sizeof x[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(x, sizeof x, sizeof x[0], MPI_INFO_NULL, MPI_COMM_WORLD, &other);

  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, other);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, other);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    EARLIER;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    FLUSH;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    use(x[0]);  // race(put)
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&other);
  return finish(&win);
}
