// What FarSan learns of an operation may travel by another road than the order. Rank 0 puts many times into rank 1, the last
// put completes late; a short chain over rank 2 tells rank 1 early. The verdict is the same whoever is faster.
// ranks: 3
// variant racy: -DEARLY
// variant clean:
#include "corpus.h"

enum { many = 500 };

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* x = open_window(many, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int i = 0; i < many; i++)
      MPI_Put(&value, 1, MPI_INT, 1, i, 1, MPI_INT, win);  // race(put)
#ifndef EARLY
    MPI_Win_flush_all(win);
#endif
    MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    MPI_Win_flush_all(win);
  }
  if (rank == 2) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
  if (rank == 1) {
    MPI_Recv(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < many; i++)
      use(x[i]);  // race(put)
  }
  MPI_Win_unlock_all(win);
  return finish(&win);
}
