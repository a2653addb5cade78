// Ranks 0 and 2 put into the same element of rank 1, one after the other by a message between them, of which rank 1 knows
// nothing. The order of the origins is enough, if the first one completed its put before it sent.
// ranks: 3
// variant racy-not-flushed: -DLATE
// variant racy-flushed-locally: "-DFLUSH=MPI_Win_flush_local(1,win)"
// variant clean: "-DFLUSH=MPI_Win_flush(1,win)"
// variant clean-get: "-DFLUSH=MPI_Win_flush_local(1,win)" -DGET
#include "corpus.h"

#ifndef FLUSH
#define FLUSH (void)0
#endif

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#ifdef GET
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
#else
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(puts)
#endif
    FLUSH;
    MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  }
  if (rank == 2) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(puts)
  }
  MPI_Win_unlock_all(win);
  return finish(&win);
}
