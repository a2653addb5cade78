// A get is over at both sides as soon as it is locally complete: flush_local or the wait for its request is enough for the
// target to store again. A barrier alone is not, and neither is a completion that comes after the barrier.
// variant racy-nothing: -DBEFORE=NOTHING -DREAD_LATE
// variant racy-sync: "-DBEFORE=MPI_Win_sync(win)" -DREAD_LATE
// variant racy-result: -DBEFORE=NOTHING -DREAD_EARLY
// variant clean-flush-local: "-DBEFORE=MPI_Win_flush_local(1,win)" -DREAD_EARLY
// variant clean-flush: "-DBEFORE=MPI_Win_flush(1,win)" -DREAD_EARLY
// variant clean-flush-local-all: "-DBEFORE=MPI_Win_flush_local_all(win)" -DREAD_EARLY
// variant clean-flush-all: "-DBEFORE=MPI_Win_flush_all(win)" -DREAD_EARLY
#include "corpus.h"

#define NOTHING ((void)0)

int main(void) {
  MPI_Win win;
  int rank = begin();
  int* x = open_window(1, &win);
  int value = 0;

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(target) race(result) in racy-result
    BEFORE;
#ifdef READ_EARLY
    use(value);  // race(result) in racy-result
#endif
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    x[0] = 42;  // race(target)
  MPI_Win_unlock_all(win);
  use(value);
  return finish(&win);
}
