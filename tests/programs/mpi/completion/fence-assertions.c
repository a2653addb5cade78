// The assertions of a fence. NOSTORE, NOPUT and NOSUCCEED change nothing about what a fence completes.
// An opening fence with NOPRECEDE need not wait, but the standard says for every fence that operations issued after it reach
// a window only after its owner has called the fence: the store before it is ordered before the put.
// variant clean-opening: -DOPENING=MPI_MODE_NOPRECEDE -DCLOSING=0
// variant clean-both: -DOPENING=MPI_MODE_NOPRECEDE -DCLOSING=MPI_MODE_NOSUCCEED
// variant clean-nosucceed: -DOPENING=0 -DCLOSING=MPI_MODE_NOSUCCEED
// variant clean-nostore: -DOPENING=0 -DCLOSING=MPI_MODE_NOSTORE
// variant clean-noput: -DOPENING=0 -DCLOSING=MPI_MODE_NOPUT
// variant clean-all: -DOPENING=MPI_MODE_NOPRECEDE "-DCLOSING=MPI_MODE_NOSTORE|MPI_MODE_NOPUT|MPI_MODE_NOSUCCEED"
// variant racy-noprecede: -DOPENING=MPI_MODE_NOPRECEDE -DCLOSING=0 -DRACY
// variant racy-nosucceed: -DOPENING=0 -DCLOSING=MPI_MODE_NOSUCCEED -DRACY
// variant racy-all: -DOPENING=MPI_MODE_NOPRECEDE "-DCLOSING=MPI_MODE_NOSTORE|MPI_MODE_NOPUT|MPI_MODE_NOSUCCEED" -DRACY
// verdict: clean-opening by "RMA operations on win started by a process after the fence call returns will access their
// verdict: target window only after MPI_WIN_FENCE has been called by the target process" (MPI, fence synchronisation).
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin();
  int* x = open_window(1, &win);
  int value = 42;

#ifndef RACY
  if (rank == 1)
    x[0] = 1;
#endif
  MPI_Win_fence(OPENING, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(inside)
#ifdef RACY
  if (rank == 1)
    use(x[0]);  // race(inside)
#endif
  MPI_Win_fence(CLOSING, win);
  if (rank == 1)
    use(x[0]);
  if (rank == 0)
    value = 0;
  return finish(&win);
}
