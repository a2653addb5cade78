// A process puts to itself, from where it puts to: the buffer read and the remote write of the one operation are not ordered.
// Beside it is fine. (Not with MPICH, which checks it and aborts.)
// ranks: 1
// mpi: openmpi
// variant racy: -DFROM=0
// variant clean: -DFROM=1
// verdict: by the letter a race; no implementation need read all of the buffer before it writes.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin();
  int* x = open_window(2, &win);

  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Put(&x[FROM], 1, MPI_INT, rank, 0, 1, MPI_INT, win);  // race(self) race(self)
  MPI_Win_unlock(rank, win);
  use(x[0]);
  return finish(&win);
}
