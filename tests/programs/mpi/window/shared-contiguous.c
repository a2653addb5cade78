// The parts of a shared window lie one behind the other: a process reaches its neighbour's part by indexing beyond its own.
// Each process sums up its own part and the first element of the next.
// ranks: 3
// variant racy: -DRACY
// variant clean:
#include "corpus.h"

enum { part = 4 };

int main(void) {
  MPI_Win win;
  int rank = begin(), *mine, sum = 0;
  MPI_Win_allocate_shared(part * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);

  MPI_Win_fence(0, win);
  for (int i = 0; i < part; i++)
    mine[i] = i;  // race(edge)
#ifndef RACY
  MPI_Win_fence(0, win);
#endif
  for (int i = 0; i < part + (rank < 2); i++)
    sum += mine[i];  // race(edge)
  MPI_Win_fence(0, win);
  use(sum);
  return finish(&win);
}
