// MPI_Win_sync is a memory barrier of its caller: it completes no operation and waits for nobody.
// variant racy-instead-of-flush: -DORIGIN=MPI_Win_sync(win) -DBARRIER
// variant racy-instead-of-barrier: "-DORIGIN=MPI_Win_flush(1,win)"
// variant clean: "-DORIGIN=MPI_Win_flush(1,win)" -DBARRIER
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* x = open_window(1, &win);

  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    ORIGIN;
  }
#ifdef BARRIER
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Win_sync(win);
  if (rank == 1)
    use(x[0]);  // race(put)
  MPI_Win_sync(win);
  MPI_Win_unlock_all(win);
  return finish(&win);
}
