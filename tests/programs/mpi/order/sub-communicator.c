// A barrier orders its members. Rank 0 puts into rank 1; the barrier is on a communicator with both of them, or without one.
// Two barriers order through a third process, if they come in the right order.
// ranks: 3
// variant clean-dup: -DFIRST=everyone
// variant clean-split: -DFIRST=without_2
// variant clean-through-third: -DFIRST=without_1 -DSECOND=without_0
// variant racy-without-origin: -DFIRST=without_0
// variant racy-without-target: -DFIRST=without_1
// variant racy-self: -DFIRST=MPI_COMM_SELF
// variant racy-through-third: -DFIRST=without_0 -DSECOND=without_1
#include "corpus.h"

// All processes but one; that one is alone.
static MPI_Comm without(int rank, int outsider) {
  MPI_Comm comm;
  MPI_Comm_split(MPI_COMM_WORLD, rank == outsider, 0, &comm);
  return comm;
}

int main(void) {
  MPI_Win win;
  MPI_Comm everyone;
  int rank = begin(), value = 42;
  int* x = open_window(1, &win);
  MPI_Comm without_0 = without(rank, 0), without_1 = without(rank, 1), without_2 = without(rank, 2);
  MPI_Comm_dup(MPI_COMM_WORLD, &everyone);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_flush(1, win);
  }
  MPI_Barrier(FIRST);
#ifdef SECOND
  MPI_Barrier(SECOND);
#endif
  if (rank == 1)
    use(x[0]);  // race(put)
  MPI_Win_unlock_all(win);
  MPI_Comm_free(&without_0);
  MPI_Comm_free(&without_1);
  MPI_Comm_free(&without_2);
  MPI_Comm_free(&everyone);
  return finish(&win);
}
