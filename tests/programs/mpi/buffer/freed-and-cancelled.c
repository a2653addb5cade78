// The buffer of a freed request stays in use: no call can complete it. (An answer of the receiver would tell that the send is
// over; FarSan does not follow that, see docs/limits.md.) A cancelled receive frees its buffer with the wait, not with MPI_Cancel.
// variant racy-freed: -DFREED -DEARLY
// variant racy-cancelled: -DCANCELLED -DEARLY
// variant clean-cancelled: -DCANCELLED
#include "corpus.h"

int main(void) {
  MPI_Request request;
  int rank = begin(), value = 42, answer = 0;

  if (rank == 0) {
#ifdef FREED
    MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race(buffer) in racy-freed
    MPI_Request_free(&request);
#else
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race(buffer) in racy-cancelled
    MPI_Cancel(&request);
#endif
#ifdef EARLY
    value = 7;  // race(buffer)
#endif
#ifdef FREED
    MPI_Recv(&answer, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
#ifndef EARLY
    value = answer;
#endif
  } else {
#ifdef FREED
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
#endif
  }
  use(rank + answer);
  MPI_Finalize();
  return 0;
}
