// Accumulates through two windows over one memory are not atomic to each other; through one window they are.
// ranks: 3
// variant racy: -DWIN=second
// variant clean: -DWIN=first
// verdict: "concurrent communications to distinct, overlapping windows may lead to undefined results" (MPI_Win_create).
#include "corpus.h"

int main(void) {
  MPI_Win first, second;
  static int x;
  int rank = begin(), one = 1;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &second);

  MPI_Win_fence(0, first);
  MPI_Win_fence(0, second);
  if (rank == 0)
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, first);  // race(windows)
  if (rank == 2)
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, WIN);  // race(windows)
  MPI_Win_fence(0, second);
  MPI_Win_fence(0, first);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&second);
  return finish(&first);
}
