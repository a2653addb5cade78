// A put in an epoch starts after the epochs that held the lock before, also if its origin hears of those by other ways between the
// put and the end of its epoch. Which epoch comes first is told by messages that FarSan does not see.
//
// ranks: 3
// variant clean-lock-all: -DFIRST=MPI_LOCK_EXCLUSIVE -DALL
// variant clean-lock: -DFIRST=MPI_LOCK_EXCLUSIVE
// variant clean-flush: -DFIRST=MPI_LOCK_EXCLUSIVE -DALL -DFLUSH
// variant racy-lock-all: -DFIRST=MPI_LOCK_SHARED -DALL
// variant racy-lock: -DFIRST=MPI_LOCK_SHARED
#include "corpus.h"

#ifdef ALL
#define LOCK MPI_Win_lock_all(0, win)
#define UNLOCK MPI_Win_unlock_all(win)
#else
#define LOCK MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win)
#define UNLOCK MPI_Win_unlock(0, win)
#endif

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  open_window(1, &win);

  if (rank == 2) {
    MPI_Win_lock(FIRST, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race(puts)
    MPI_Win_unlock(0, win);
    PMPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
  if (rank == 1) {
    PMPI_Recv(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    LOCK;
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race(puts)
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
#ifdef FLUSH
    MPI_Win_flush(0, win);
#endif
    UNLOCK;
  }
  return finish(&win);
}
