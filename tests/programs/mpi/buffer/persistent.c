// A persistent request uses its buffer between MPI_Start and the completion: not after MPI_Send_init, and not between one
// completion and the next start. The race is with the start.
// variant racy-send-store: -DINSIDE=a=7
// variant racy-receive-load: -DINSIDE=use(b)
// variant racy-receive-store: -DINSIDE=b=7
// variant racy-second-round: -DSECOND=b=7
// variant clean:
// variant clean-send-load: -DINSIDE=use(a)
#include "corpus.h"

#ifndef INSIDE
#define INSIDE (void)0
#endif
#ifndef SECOND
#define SECOND (void)0
#endif

int main(void) {
  MPI_Request requests[2];
  int rank = begin(), a = 0, b = 0;

  MPI_Send_init(&a, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(&b, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
  a = 1;
  b = 1;
  MPI_Startall(2, requests);  // race(first) in racy-send-store,racy-receive-*
  INSIDE;                     // race(first) in racy-send-store,racy-receive-*
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  a = b;
  b = a;
  MPI_Start(&requests[0]);
  MPI_Start(&requests[1]);  // race(second) in racy-second-round
  SECOND;                   // race(second) in racy-second-round
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  a = 3;
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  use(b);
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  b = 4;
  MPI_Finalize();
  return 0;
}
