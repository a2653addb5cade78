// Ranks 0 and 2 access the same element of rank 1 in an epoch each. Exclusive epochs do not overlap, whoever comes first, and
// neither do a shared and an exclusive one; two shared ones do, and so do epochs on different windows.
// ranks: 3
// variant racy-shared: -DFIRST=SHARED(1,win) -DSECOND=SHARED(1,win)
// variant racy-shared-all: -DFIRST=SHARED(1,win) -DSECOND=ALL(win)
// variant racy-all: -DFIRST=ALL(win) -DSECOND=ALL(win)
// variant racy-other-window: -DFIRST=EXCLUSIVE(1,win) -DSECOND=EXCLUSIVE(1,other) -DWIN=other
// variant clean-exclusive: -DFIRST=EXCLUSIVE(1,win) -DSECOND=EXCLUSIVE(1,win)
// variant clean-exclusive-shared: -DFIRST=EXCLUSIVE(1,win) -DSECOND=SHARED(1,win)
// variant clean-exclusive-all: -DFIRST=EXCLUSIVE(1,win) -DSECOND=ALL(win)
// variant clean-all-exclusive: -DFIRST=ALL(win) -DSECOND=EXCLUSIVE(1,win)
#include "corpus.h"

#define SHARED(target, window) (MPI_Win_lock(MPI_LOCK_SHARED, target, 0, window), target)
#define EXCLUSIVE(target, window) (MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window), target)
#define ALL(window) (MPI_Win_lock_all(0, window), -1)
#ifndef WIN
#define WIN win
#endif

// `locked` is what was locked: one target, or all (-1).
static void unlock(int locked, MPI_Win window) {
  if (locked < 0)
    MPI_Win_unlock_all(window);
  else
    MPI_Win_unlock(locked, window);
}

int main(void) {
  MPI_Win win, other;
  static int x;
  int rank = begin(), value = 42, locked;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &other);

  if (rank == 0) {
    locked = FIRST;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(puts)
    unlock(locked, win);
  }
  if (rank == 2) {
    locked = SECOND;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, WIN);  // race(puts)
    unlock(locked, WIN);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&other);
  return finish(&win);
}
