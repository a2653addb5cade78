// A synchronous send is released by the start of the receive, not by its completion: what rank 1 does between its Irecv and
// the wait for it is not ordered before what rank 0 does after the send.
// variant racy: -DBETWEEN
// variant clean: -DBEFORE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  int rank = begin(), value = 42, got = 0;
  int* x = open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Ssend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
  } else {
#ifdef BEFORE
    x[0] = 7;
#endif
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
#ifdef BETWEEN
    x[0] = 7;  // race(put)
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(got + (x == NULL));
  }
  MPI_Win_unlock_all(win);
  return finish(&win);
}
