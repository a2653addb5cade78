// Fences of three processes. Rank 1 puts behind one what rank 2 stored before it, and reads what rank 0 put. That holds, too, if rank 1 alone
// says, against the standard, that the fence ends no epoch: its operations start after their target's fence all the same.
// ranks: 3
// variant clean: -DASSERTION=0
// variant clean-disagreed: -DASSERTION=MPI_MODE_NOPRECEDE
// variant racy: -DASSERTION=0 -DLATE
// variant racy-disagreed: -DASSERTION=MPI_MODE_NOPRECEDE -DLATE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin();
  int* x = open_window(2, &win);
  int value = 42;

  MPI_Win_fence(0, win);
  for (int round = 0; round < 10; ++round) {
#ifndef LATE
    if (rank == 2)
      x[0] = round;
#endif
    MPI_Win_fence(rank == 1 ? ASSERTION : 0, win);
#ifdef LATE
    if (rank == 2)
      x[0] = round;  // race(put)
#endif
    if (rank == 1)
      MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race(put)
    if (rank == 0)
      MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (rank == 1)
      value += x[1];
    MPI_Barrier(MPI_COMM_WORLD);
  }
  return finish(&win);
}
