// Who knows of a completion tells it on with every message. Rank 0 completes its put and tells rank 2, which tells rank 1. If
// rank 0 tells before it completes, everyone knows of the put and nobody of its completion.
// ranks: 3
// variant racy: -DTOO_EARLY
// variant clean:
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42, token = 0;
  int* x = open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
#ifndef TOO_EARLY
    MPI_Win_flush(1, win);
#endif
    MPI_Send(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  } else if (rank == 2) {
    MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    use(x[0]);  // race(put)
  }
  MPI_Win_unlock_all(win);
  return finish(&win);
}
