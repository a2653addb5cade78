// Rank 1 is done with its memory and then receives; rank 0 puts once its send has returned. Only a synchronous send knows
// that the receive was there: any other may return before.
// variant racy-send: -DSEND=MPI_Send
// variant racy-isend: -DSEND=isend
// variant racy-issend-not-waited: -DSEND=issend -DWAIT_LATE
// variant clean-ssend: -DSEND=MPI_Ssend
// variant clean-issend: -DSEND=issend
// variant clean-issend-test: -DSEND=issend_test
// variant clean-ssend-irecv: -DSEND=MPI_Ssend -DIRECV
#include "corpus.h"

static MPI_Request request = MPI_REQUEST_NULL;

static inline void isend(int* b, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  MPI_Isend(b, n, type, to, tag, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static inline void issend(int* b, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  MPI_Issend(b, n, type, to, tag, comm, &request);
#ifndef WAIT_LATE
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
}

static inline void issend_test(int* b, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  int done = 0;
  MPI_Issend(b, n, type, to, tag, comm, &request);
  while (!done)
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42, got = 0;
  int* x = open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    SEND(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
  } else {
    x[0] = 7;  // race(put)
#ifdef IRECV
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
#else
    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  return finish(&win);
}
