// A persistent receive that fails, because the message is too long for it, is complete all the same: its buffer is free until it is started
// again. With several, the statuses tell which are.
// variant clean:
// variant clean-all: -DALL
// variant racy-again: -DAGAIN
// variant clean-again: -DAGAIN -DLATER
#include "corpus.h"

static int x[2];
static int three[3] = {1, 2, 3};

int main(void) {
  int rank = begin();
  MPI_Request request;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

  if (rank == 0) {
    MPI_Send(three, 3, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Send(three, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv_init(x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
#ifdef ALL
    MPI_Status status;
    MPI_Waitall(1, &request, &status);
#else
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    x[0] = 1;
    if (request == MPI_REQUEST_NULL)  // Open MPI frees one that fails
      MPI_Recv_init(x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);  // race(again) in racy-again
#if defined AGAIN && !defined LATER
    x[0] = 2;  // race(again) in racy-again
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    x[0] = 3;
    MPI_Request_free(&request);
  }
  MPI_Finalize();
  return 0;
}
