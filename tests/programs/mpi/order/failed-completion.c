// Rank 0 waits for one of two messages; that of rank 1 comes, too long for its buffer. The call fails, but the message has come, and rank 0
// knows of what rank 1 put before. It knows nothing of rank 2.
// ranks: 3
// variant clean-any:
// variant racy-any: -DOTHER
// variant clean-some: -DSOME
// variant racy-some: -DSOME -DOTHER
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), values[3] = {1, 2, 3}, buffers[2][2], index, done = 0, indices[2];
  int* x = open_window(3, &win);
  MPI_Request requests[2];
  MPI_Status statuses[2];
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

  if (rank == 0) {
    MPI_Irecv(buffers[0], 2, MPI_INT, 2, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(buffers[1], 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[1]);
#ifdef SOME
    MPI_Waitsome(2, requests, &done, indices, statuses);
    (void)index;
#else
    MPI_Waitany(2, requests, &index, statuses);
    (void)done, (void)indices;
#endif
#ifdef OTHER
    use(x[2]);  // race(put)
#else
    use(x[1]);
#endif
    MPI_Send(values, 1, MPI_INT, 2, 1, MPI_COMM_WORLD);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  } else {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(values, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(0, win);
    if (rank == 2) MPI_Recv(values, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(values, rank == 1 ? 3 : 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  return finish(&win);
}
