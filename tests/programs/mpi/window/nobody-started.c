// An access epoch towards no group at all: a library may take it for one towards nobody, or refuse it.
// variant clean:
// variant racy: -DTOUCH
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), *memory = open_window(2, &win), one = 1;
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (MPI_Win_start(MPI_GROUP_NULL, 0, win) == MPI_SUCCESS)
    MPI_Win_complete(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  if (rank == 1)
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race(put) in racy
  MPI_Win_unlock(0, win);
#ifdef TOUCH
  if (rank == 0)
    memory[0] = 2;  // race(put) in racy
#endif
  use(memory[1]);
  return finish(&win);
}
