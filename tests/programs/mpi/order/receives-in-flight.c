// Two receives that fit the same messages are matched in the order in which they were posted, however they are completed. Rank
// 0 puts between its two sends: the second receive orders, even if it is completed first, and the first does not.
// variant racy-first: -DWAIT_FOR=0
// variant clean-second: -DWAIT_FOR=1
// variant racy-first-any-source: -DWAIT_FOR=0 -DSOURCE=MPI_ANY_SOURCE
// variant clean-second-any-source: -DWAIT_FOR=1 -DSOURCE=MPI_ANY_SOURCE
#include "corpus.h"

#ifndef SOURCE
#define SOURCE 0
#endif

int main(void) {
  MPI_Win win;
  MPI_Request requests[2];
  int rank = begin(), value = 42, got[2];
  int* x = open_window(1, &win);

  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(1, win);
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&got[0], 1, MPI_INT, SOURCE, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&got[1], 1, MPI_INT, SOURCE, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[WAIT_FOR], MPI_STATUS_IGNORE);
    use(x[0]);  // race(put)
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  return finish(&win);
}
