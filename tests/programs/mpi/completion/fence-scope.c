// A fence completes the operations of its own window. A fence of another window is a barrier but completes nothing here, and
// the second of two epochs is not ordered by the fence before it.
// variant racy-other-window: -DFENCED=other
// variant racy-second-epoch: -DFENCED=win -DAGAIN
// variant clean: -DFENCED=win
#include "corpus.h"

int main(void) {
  MPI_Win win, other;
  int rank = begin(), value = 42;
  int* x = open_window(1, &win);
  open_window(1, &other);

  MPI_Win_fence(0, win);
  MPI_Win_fence(0, other);
#ifndef AGAIN
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put) in racy-other-window
#endif
  MPI_Win_fence(0, FENCED);
#ifdef AGAIN
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put) in racy-second-epoch
#endif
  if (rank == 1)
    use(x[0]);  // race(put)
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, other);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&other);
  return finish(&win);
}
