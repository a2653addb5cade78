// The buffer of a non-blocking receive belongs to MPI until the request is complete: neither load nor store, nor the use in
// another operation.
// variant racy-load: -DEARLY=use(value)
// variant racy-store: -DEARLY=value=7
// variant racy-send: "-DEARLY=MPI_Send(&value,1,MPI_INT,1,1,MPI_COMM_WORLD)" -DMORE
// variant racy-memcpy: "-DEARLY=memcpy(&copy,&value,sizeof(value))"
// variant clean-beside: "-DEARLY=copy=7"
// variant clean-after: "-DLATE=value=copy"
#include "corpus.h"

#ifndef EARLY
#define EARLY (void)0
#endif
#ifndef LATE
#define LATE use(value)
#endif

int main(void) {
  int rank = begin(), value = 0, copy = 0;
  MPI_Request request;

  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race(receive)
    EARLY;                                                          // race(receive)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    LATE;
    use(copy);
  } else {
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
#ifdef MORE
    MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  }
  MPI_Finalize();
  return 0;
}
