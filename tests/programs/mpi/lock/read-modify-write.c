// Exclusive epochs of three origins in turn, each of which reads and writes the element with a get and a put that depends on
// it. The get must be complete before its result is used, the put before the lock is given on: unlock does both.
// ranks: 3
// variant racy: -DNO_FLUSH
// variant clean:
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 0;
  int* x = open_window(2, &win);

  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race(result) race(target)
#ifndef NO_FLUSH
  MPI_Win_flush(0, win);
#endif
  int next = value + 1;                               // race(result)
  MPI_Put(&next, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race(target)
  MPI_Win_unlock(0, win);

  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    use(x[0]);
  return finish(&win);
}
