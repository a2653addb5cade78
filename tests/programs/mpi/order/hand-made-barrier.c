// A barrier made of messages: to rank 0 and back. If rank 0 answers the first before the last has come, it is none.
// ranks: 3
// variant racy: -DHASTY
// variant clean:
#include "corpus.h"

static void barrier(int rank) {
  if (rank != 0) {
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return;
  }
  for (int from = 1; from < 3; from++) {
    MPI_Recv(NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifdef HASTY
    MPI_Send(NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD);
#endif
  }
#ifndef HASTY
  for (int to = 1; to < 3; to++)
    MPI_Send(NULL, 0, MPI_INT, to, 0, MPI_COMM_WORLD);
#endif
}

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* x = open_window(1, &win);

  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(1, win);
  }
  barrier(rank);
  if (rank == 1)
    use(x[0]);  // race(put)
  return finish(&win);
}
