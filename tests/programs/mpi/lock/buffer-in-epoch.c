// The buffer of a put in a lock epoch is in use from the call to the unlock, whether or not the lock was granted meanwhile.
// variant racy-store: -DBEFORE=value=7
// variant clean-load: -DBEFORE=use(value)
// variant clean-store: -DAFTER=value=7
// variant clean-flush-local: "-DBEFORE=MPI_Win_flush_local(1,win),value=7"
#include "corpus.h"

#ifndef BEFORE
#define BEFORE (void)0
#endif
#ifndef AFTER
#define AFTER (void)0
#endif

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  open_window(1, &win);

  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(buffer)
    BEFORE;                                              // race(buffer)
  }
  MPI_Win_unlock(1, win);
  AFTER;
  use(value);
  return finish(&win);
}
