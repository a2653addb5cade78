// Epoch after epoch with everything in its place: no false alarm may come of what was closed long ago. In the racy version one
// barrier is left out in one round.
// ranks: 3
// variant racy: -DFORGET=4
// variant clean: -DFORGET=-1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), next = (rank + 1) % 3, value;
  int* x = open_window(4, &win);

  for (int round = 0; round < 8; round++) {
    value = round;
    MPI_Win_lock_all(0, win);
    MPI_Put(&value, 1, MPI_INT, next, round % 4, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock_all(win);
    if (round != FORGET)
      MPI_Barrier(MPI_COMM_WORLD);
    x[round % 4] = -1;  // race(put)
    MPI_Barrier(MPI_COMM_WORLD);
  }
  return finish(&win);
}
