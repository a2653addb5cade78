// The same datatype is atomic only where whole elements coincide. Two doubles that overlap by half are not atomic to each
// other; arrays that are shifted by whole elements are.
// ranks: 3
// variant racy-half: -DSECOND_AT=4 -DCOUNT=1
// variant racy-half-of-the-last: -DSECOND_AT=12 -DCOUNT=2
// variant clean-same: -DSECOND_AT=0 -DCOUNT=1
// variant clean-shifted: -DSECOND_AT=8 -DCOUNT=2
// variant clean-apart: -DSECOND_AT=16 -DCOUNT=2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  double zeros[2] = {0, 0}, *memory;
  int rank = begin();

  MPI_Win_allocate(8 * sizeof(double), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memset(memory, 0, 8 * sizeof(double));
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(zeros, COUNT, MPI_DOUBLE, 1, 0, COUNT, MPI_DOUBLE, MPI_SUM, win);  // race(halves)
  if (rank == 2)
    MPI_Accumulate(zeros, COUNT, MPI_DOUBLE, 1, SECOND_AT, COUNT, MPI_DOUBLE, MPI_SUM, win);  // race(halves)
  MPI_Win_fence(0, win);
  return finish(&win);
}
