// C atomics are not atomic to the atomics of MPI: to MPI they are plain loads and stores of the target.
// variant racy-load: "-DACCESS=use(atomic_load(cell))"
// variant racy-store: "-DACCESS=atomic_store(cell,7)"
// variant racy-add: "-DACCESS=atomic_fetch_add(cell,1)"
// variant racy-exchange: "-DACCESS=use(atomic_exchange(cell,1))"
// variant clean-load-late: "-DACCESS=use(atomic_load(cell))" -DLATE
// variant clean-mpi: "-DACCESS=MPI_Accumulate(&one,1,MPI_INT,1,0,1,MPI_INT,MPI_SUM,win)"
// variant clean-mpi-read: "-DACCESS=MPI_Fetch_and_op(NULL,&result,MPI_INT,1,0,MPI_NO_OP,win)"
#include "corpus.h"
#include <stdatomic.h>

int main(void) {
  MPI_Win win;
  int rank = begin(), one = 1, result = 0;
  _Atomic int* cell = (_Atomic int*)open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race(atomic)
    MPI_Win_flush(1, win);
  }
#ifdef LATE
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 1) {
    ACCESS;  // race(atomic)
  }
  MPI_Win_unlock_all(win);
  use(result + (cell == NULL));
  return finish(&win);
}
