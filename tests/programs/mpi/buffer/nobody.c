// Operations with MPI_PROC_NULL have requests, too, and libraries may give them the handle of another one that is complete at once. Waiting for
// nobody completes nothing else.
// variant racy-before: -DBEFORE
// variant racy-behind:
// variant racy-put: -DONE_SIDED
// variant clean: -DLATER
// variant clean-put: -DONE_SIDED -DLATER
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request sent, nobody;
  int rank = begin(), x = 0;
  static int b;
  open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#ifdef BEFORE
    MPI_Irecv(&x, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &nobody);
#endif
    MPI_Isend(&b, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &sent);  // race(buffer)
#ifdef ONE_SIDED
    MPI_Rput(&x, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &nobody);
#elif !defined BEFORE
    MPI_Isend(&x, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &nobody);
#endif
    MPI_Wait(&nobody, MPI_STATUS_IGNORE);
#ifdef LATER
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
#endif
    b = 1;  // race(buffer)
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  return finish(&win);
}
