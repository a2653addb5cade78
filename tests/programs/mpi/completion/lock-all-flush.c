// In a lock_all epoch, a flush completes the put; the barrier then tells the target. A barrier alone completes nothing, and
// a flush after it comes too late. The same with flush_all and with unlock_all.
// variant racy-no-flush: -DBEFORE=NOTHING -DAFTER=NOTHING
// variant racy-flush-late: -DBEFORE=NOTHING "-DAFTER=MPI_Win_flush(1,win)"
// variant racy-flush-local: "-DBEFORE=MPI_Win_flush_local(1,win)" -DAFTER=NOTHING
// variant racy-flush-local-all: "-DBEFORE=MPI_Win_flush_local_all(win)" -DAFTER=NOTHING
// variant racy-sync: "-DBEFORE=MPI_Win_sync(win)" "-DAFTER=MPI_Win_sync(win)"
// variant racy-other-target: "-DBEFORE=MPI_Win_flush(0,win)" -DAFTER=NOTHING
// variant clean-flush: "-DBEFORE=MPI_Win_flush(1,win)" -DAFTER=NOTHING
// variant clean-flush-all: "-DBEFORE=MPI_Win_flush_all(win)" -DAFTER=NOTHING
// variant clean-flush-and-sync: "-DBEFORE=MPI_Win_flush(1,win)" "-DAFTER=MPI_Win_sync(win)"
#include "corpus.h"

#define NOTHING ((void)0)

int main(void) {
  MPI_Win win;
  int rank = begin();
  int* x = open_window(1, &win);
  int value = 42;

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    BEFORE;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  AFTER;
  if (rank == 1)
    use(x[0]);  // race(put)
  MPI_Win_unlock_all(win);
  return finish(&win);
}
