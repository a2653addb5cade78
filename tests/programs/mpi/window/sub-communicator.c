// A window on a communicator in which the ranks are the other way round: its rank 0 is the last process of the world.
// ranks: 3
// variant racy: -DTOUCHES=2
// variant clean-rank-1: -DTOUCHES=1
// variant clean-late: -DTOUCHES=2 -DLATE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm reversed;
  int rank = begin(), value = 42, *x;
  MPI_Comm_split(MPI_COMM_WORLD, 0, 2 - rank, &reversed);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, reversed, &x, &win);
  x[0] = 0;

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race(put)
#ifdef LATE
  MPI_Win_fence(0, win);
#endif
  if (rank == TOUCHES)
    x[0] = 7;  // race(put)
  MPI_Win_fence(0, win);
  MPI_Comm_free(&reversed);
  return finish(&win);
}
