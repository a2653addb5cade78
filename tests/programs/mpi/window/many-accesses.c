// Two million loads and stores in window memory while puts go into other parts of it; at the end one that should not be.
// flags: -O2
// variant racy: -DLAST=0
// variant clean: -DLAST=1
#include "corpus.h"

enum { half = 1 << 10,
       rounds = 1000 };

int main(void) {
  MPI_Win win;
  static int values[half];
  int rank = begin();
  volatile int* x = open_window(2 * half, &win);

  for (int epoch = 0; epoch < 2; epoch++) {
    MPI_Win_fence(0, win);
    if (rank == 0) {
      MPI_Put(values, half, MPI_INT, 1, 0, half, MPI_INT, win);  // race(put)
    } else {
      for (int i = 0; i < rounds; i++)
        for (int j = half; j < 2 * half; j++)
          x[j] = x[j] + i;
      x[LAST * half] = 1;  // race(put)
    }
    MPI_Win_fence(0, win);
  }
  return finish(&win);
}
