// The buffer of a freed request stays in use: no call can complete it, but an answer of the receiver tells that the send is over.
// A word of the receiver that it gave before it received does not. A cancelled receive frees its buffer with the wait, not with
// MPI_Cancel.
// variant racy-freed: -DFREED -DEARLY
// variant racy-freed-word-before: -DFREED -DBEFORE
// variant clean-freed-answer: -DFREED
// variant racy-cancelled: -DCANCELLED -DEARLY
// variant clean-cancelled: -DCANCELLED
#include "corpus.h"

int main(void) {
  MPI_Request request;
  int rank = begin(), value = 42, answer = 0;

  if (rank == 0) {
#ifdef FREED
    MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race(buffer) in racy-freed*
    MPI_Request_free(&request);
#else
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race(buffer) in racy-cancelled
    MPI_Cancel(&request);
#endif
#ifdef EARLY
    value = 7;  // race(buffer) in racy-freed,racy-cancelled
#endif
#ifdef FREED
    MPI_Recv(&answer, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
#ifdef BEFORE
    value = answer;  // race(buffer) in racy-freed-word-before
#elif !defined EARLY
    value = answer;
#endif
  } else {
#ifdef BEFORE
    MPI_Send(&answer, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
#endif
#ifdef FREED
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifndef BEFORE
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
#endif
#endif
  }
  use(rank + answer);
  MPI_Finalize();
  return 0;
}
