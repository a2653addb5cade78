// A put to a process that is not locked, while another one is. MPI forbids it, and MPICH lets it pass (Open MPI does not): the unlock of the
// other one does not complete it.
// mpi: mpich
// variant racy: -DLOCKED=0
// variant clean: -DLOCKED=1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* memory = open_window(1, &win);

  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, LOCKED, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(LOCKED, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    use(memory[0]);  // race(put)
  return finish(&win);
}
