// Requests of messages and of one-sided operations in one array, completed together: each for what it is. The put is locally
// complete, not at the target; the get is complete; the message orders.
// variant racy-put-at-target: -DLOOK=x[0]
// variant clean-get-at-target: -DLOOK=x[1]
// variant racy-buffers-early: -DLOOK=x[1] -DEARLY
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request requests[3];
  int rank = begin(), out = 1, in = 2, token = 3;
  int* x = open_window(2, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rput(&out, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &requests[0]);  // race(put) in racy-put-at-target race(out) in racy-buffers-early
    MPI_Rget(&in, 1, MPI_INT, 1, 1, 1, MPI_INT, win, &requests[1]);   // race(in) in racy-buffers-early
    MPI_Irecv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[2]);
#ifdef EARLY
    out = 7;  // race(out) in racy-buffers-early
    use(in);  // race(in) in racy-buffers-early
#endif
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    out = in + token;
    MPI_Send(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else {
    MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    LOOK = 7;  // race(put) in racy-put-at-target
  }
  MPI_Win_unlock_all(win);
  return finish(&win);
}
