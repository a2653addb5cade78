// A store to a neighbour's part while a put to it is open, in one round of a loop that puts again and again.
// variant racy-open: -DFIRST
// variant clean-flushed: -DFIRST "-DFLUSH=MPI_Win_flush(1,win)"
// variant clean-elsewhere:
#include "corpus.h"

#ifndef FLUSH
#define FLUSH
#endif

int main(void) {
  int rank = begin();
  int *own, *theirs, unit, value = 7;
  MPI_Aint size;
  MPI_Win win;
  MPI_Win_allocate_shared(rank == 1 ? 64 : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 1, &size, &unit, &theirs);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; rank == 0 && round < 3; ++round) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(open)
    FLUSH;
    if (round == 0) {
#ifdef FIRST
      theirs[0] = 3;  // race(open)
#else
      theirs[8] = 3;
#endif
    }
    MPI_Win_flush(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  return finish(&win);
}
