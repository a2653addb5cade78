// Several races at once: each distinct pair of lines is reported once, however often it happens, and the run goes on.
// variant racy: -DRACY
// variant clean:
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), value[4] = {1, 2, 3, 4};
  int* x = open_window(4, &win);

  for (int round = 0; round < 10; round++) {
    MPI_Win_fence(0, win);
    if (rank == 0) {
      MPI_Put(&value[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(a)
      MPI_Put(&value[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // race(b)
      MPI_Get(&value[2], 1, MPI_INT, 1, 2, 1, MPI_INT, win);  // race(c) race(d)
#ifdef RACY
      value[2] = 7;  // race(d)
#endif
    }
#ifdef RACY
    if (rank == 1) {
      use(x[0]);  // race(a)
      x[1] = 7;   // race(b)
      x[2] = 7;   // race(c)
    }
#endif
    MPI_Win_fence(0, win);
    if (rank == 1)
      use(x[0] + x[1]);
  }
  return finish(&win);
}
