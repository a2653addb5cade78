// Twelve processes; all put into elements of their own at rank 0, but the last one into that of its neighbour.
// ranks: 12
// variant racy: -DRACY
// variant clean:
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), at = rank;
  int* x = open_window(12, &win);
#ifdef RACY
  if (rank == 11)
    at = 10;
#endif

  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, at, 1, MPI_INT, win);  // race(puts) race(puts)
  MPI_Win_fence(0, win);
  if (rank == 0)
    use(x[10]);
  return finish(&win);
}
