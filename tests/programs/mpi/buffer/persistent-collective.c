// Persistent collectives: the buffers are in use from the start to the completion, as those of persistent messages.
// (Open MPI 4.1 has them under other names only.)
// mpi: mpich
// variant racy-receive: -DINSIDE=use(b)
// variant racy-send: -DINSIDE=a=7
// variant clean-send-load: -DINSIDE=use(a)
// variant clean:
#include "corpus.h"

#ifndef INSIDE
#define INSIDE (void)0
#endif

int main(void) {
  MPI_Request request;
  int rank = begin(), a = 1, b = 0;

  MPI_Allreduce_init(&a, &b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int round = 0; round < 3; round++) {
    a = rank + round;
    b = 0;
    MPI_Start(&request);  // race(buffer)
    INSIDE;               // race(buffer)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(a + b);
  }
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
