// The buffer of a non-blocking send may be read but not written before the request is complete. Every mode of send.
// variant racy-isend: -DSEND=MPI_Isend -DRACY
// variant racy-issend: -DSEND=MPI_Issend -DRACY
// variant racy-ibsend: -DSEND=MPI_Ibsend -DRACY
// variant racy-irsend: -DSEND=MPI_Irsend -DRACY
// variant clean-isend: -DSEND=MPI_Isend
// variant clean-issend: -DSEND=MPI_Issend
// variant clean-ibsend: -DSEND=MPI_Ibsend
// variant clean-irsend: -DSEND=MPI_Irsend
#include "corpus.h"

int main(void) {
  int rank = begin(), value = 42, got = 0;
  char space[1024 + MPI_BSEND_OVERHEAD];
  MPI_Request request;
  void* attached;
  int size;
  MPI_Buffer_attach(space, sizeof space);

  if (rank == 1)
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);  // a ready send needs the receive to be there
  if (rank == 0) {
    SEND(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race(send)
    use(value);
#ifdef RACY
    value = 7;  // race(send)
#endif
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  value = 8;
  use(got);
  MPI_Buffer_detach(&attached, &size);
  MPI_Finalize();
  return 0;
}
