// A collective that rank 1 does not call. That is a mistake, but nobody waits for it: rank 0 has sent its data and goes on. The barrier after
// it orders all the same, and the race before it is one.
// variant racy: -DEARLY
// variant clean: -DLATE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42, data[2] = {1, 2}, own;
  int* memory = open_window(1, &win);

  if (rank == 0)
    MPI_Scatter(data, 1, MPI_INT, &own, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_flush(1, win);
  }
#ifdef LATE
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 1)
    use(memory[0]);  // race(put)
  MPI_Win_unlock_all(win);
  return finish(&win);
}
