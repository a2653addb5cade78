// A function of the program has the name of one of libm, and is in another translation unit: it closes the epoch. What is before it and
// what is after it are not one, as they would be if it were the logarithm. Before it the put races with the store, after it it does not.
// flags: -fno-builtin
// variant racy-early: -O2 -DEARLY
// variant clean-late: -O2
// variant racy-early-unoptimised: -O0 -DEARLY
// variant clean-late-unoptimised: -O0
#include "corpus.h"

void log(MPI_Win win);

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* x = open_window(2, &win);

  MPI_Win_fence(0, win);
#ifdef EARLY
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
#endif
  x[0] = 1;  // race(put)
  log(win);
  x[1] = 2;
#ifndef EARLY
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
#endif
  MPI_Win_fence(0, win);
  return finish(&win);
}
