// A receive whose request is freed takes no message if it was cancelled, and the one that it has if it is complete: the others meet the receives
// that come after it.
// variant clean-cancelled: -DCANCEL -DLOOK_AT=0
// variant racy-cancelled: -DCANCEL -DLOOK_AT=1
// variant clean-waited: -DCANCEL -DWAIT -DLOOK_AT=0
// variant racy-waited: -DCANCEL -DWAIT -DLOOK_AT=1
// variant clean-complete: -DLOOK_AT=0
// variant racy-complete: -DLOOK_AT=1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  const int one = 1;
  int rank = begin(), x = 0;
  static int first;
  int* memory = open_window(2, &win);

  MPI_Win_lock_all(0, win);
#ifdef CANCEL
  if (rank == 1) {
    MPI_Irecv(&first, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
  }
#else
  if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    int complete = 0;
    MPI_Irecv(&first, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    while (!complete) PMPI_Request_get_status(request, &complete, MPI_STATUS_IGNORE);  // the program is not told
  }
#endif
#ifdef WAIT
  if (rank == 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
#else
  if (rank == 1) MPI_Request_free(&request);
#endif
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
    use(memory[1]);
  }
  MPI_Win_unlock_all(win);
  return finish(&win);
}
