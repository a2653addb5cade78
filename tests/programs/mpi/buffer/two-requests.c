// Two non-blocking operations with a buffer in common. Two sends may share it; a receive shares with nobody. Completing one
// of them does not free what the other one uses.
// variant racy-send-receive: -DFIRST=ISEND(a) -DSECOND=IRECV(a)
// variant racy-receive-send: -DFIRST=IRECV(a) -DSECOND=ISEND(a)
// variant racy-receive-receive: -DFIRST=IRECV(a) -DSECOND=IRECV(a) -DPARTNER_SENDS
// variant racy-overlap: -DFIRST=IRECV(a) -DSECOND=ISEND(a+1)
// variant clean-send-send: -DFIRST=ISEND(a) -DSECOND=ISEND(a) -DPARTNER_RECEIVES
// variant clean-apart: -DFIRST=IRECV(a) -DSECOND=ISEND(a+2)
// variant clean-one-after-the-other: -DFIRST=ISEND(a) -DSECOND=IRECV(a) "-DBETWEEN=MPI_Wait(&r[0],MPI_STATUS_IGNORE)"
#include "corpus.h"

#define ISEND(b) MPI_Isend(b, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, next++)
#define IRECV(b) MPI_Irecv(b, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, next++)
#ifndef BETWEEN
#define BETWEEN (void)0
#endif

int main(void) {
  MPI_Request r[2], *next = r;
  int rank = begin(), a[4] = {0}, b[4] = {0};

  if (rank == 0) {
    FIRST;  // race(buffer)
    BETWEEN;
    SECOND;  // race(buffer)
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  } else {
#if defined PARTNER_SENDS
    MPI_Send(a, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(a, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
#elif defined PARTNER_RECEIVES
    MPI_Recv(a, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(a, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
    MPI_Sendrecv(a, 2, MPI_INT, 0, 0, b, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  }
  use(a[0] + b[0] + (next == r));
  MPI_Finalize();
  return 0;
}
