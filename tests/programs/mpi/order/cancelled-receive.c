// A receive that was cancelled, and is not waited for yet, takes no message: the receive after it has the first one, and learns what that tells.
// One that had its message before it was cancelled keeps it.
// variant clean-named: -DSOURCE=0 -DTAG=4 -DLOOK_AT=0
// variant racy-named: -DSOURCE=0 -DTAG=4 -DLOOK_AT=1
// variant clean-wildcard: -DSOURCE=MPI_ANY_SOURCE -DTAG=MPI_ANY_TAG -DLOOK_AT=0
// variant racy-wildcard: -DSOURCE=MPI_ANY_SOURCE -DTAG=MPI_ANY_TAG -DLOOK_AT=1
// variant clean-persistent: -DPERSISTENT -DSOURCE=0 -DTAG=4 -DLOOK_AT=0
// variant racy-persistent: -DPERSISTENT -DSOURCE=0 -DTAG=4 -DLOOK_AT=1
// variant clean-too-late: -DTOO_LATE -DSOURCE=0 -DTAG=4 -DLOOK_AT=0
// variant racy-too-late: -DTOO_LATE -DSOURCE=0 -DTAG=4 -DLOOK_AT=1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  const int one = 1;
  int rank = begin(), x = 0;
  static int first;
  int* memory = open_window(2, &win);

  MPI_Win_lock_all(0, win);
#ifdef TOO_LATE
  if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 1) {
#ifdef PERSISTENT
    MPI_Recv_init(&first, 1, MPI_INT, SOURCE, TAG, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
#else
    MPI_Irecv(&first, 1, MPI_INT, SOURCE, TAG, MPI_COMM_WORLD, &request);
#endif
    MPI_Cancel(&request);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Send(&x, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // race(put)
    MPI_Win_flush(1, win);
    MPI_Send(&x, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&x, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    use(memory[LOOK_AT]);  // race(put)
    MPI_Recv(&x, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifdef PERSISTENT
    MPI_Request_free(&request);
#endif
  }
  MPI_Win_unlock_all(win);
  return finish(&win);
}
