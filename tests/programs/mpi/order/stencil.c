// A halo exchange in rounds with two buffers in turn. One fence per round is enough with two buffers; with one, the neighbour
// puts the next round's values while this round's are still being read.
// ranks: 3
// variant racy: -DBUFFERS=1
// variant clean: -DBUFFERS=2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), sum = 0, values[2] = {0};
  int* x = open_window(2, &win);

  MPI_Win_fence(0, win);
  for (int round = 0; round < 6; round++) {
    int now = round % BUFFERS;
    values[round % 2] = round;
    MPI_Put(&values[round % 2], 1, MPI_INT, (rank + 1) % 3, now, 1, MPI_INT, win);  // race(halo)
    MPI_Win_fence(0, win);
    sum += x[now];  // race(halo)
  }
  MPI_Win_fence(0, win);
  use(sum);
  return finish(&win);
}
