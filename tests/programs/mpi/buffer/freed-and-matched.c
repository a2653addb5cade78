// The buffer of a send whose request was freed is free when the receiver is heard of, after it received the message: also by MPI_Mrecv and
// MPI_Imrecv. That it has matched the message is not enough.
// variant clean: -DRECEIVE
// variant clean-later: -DRECEIVE -DLATER
// variant racy:
#include "corpus.h"

int main(void) {
  MPI_Request request;
  MPI_Message message;
  int rank = begin(), x = 0;
  static int b;

  if (rank == 0) {
    MPI_Isend(&b, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race(buffer)
    MPI_Request_free(&request);
    MPI_Recv(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    b = 7;  // race(buffer)
  } else {
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
#ifndef RECEIVE
    MPI_Send(&x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
#endif
#ifdef LATER
    MPI_Imrecv(&x, 1, MPI_INT, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#else
    MPI_Mrecv(&x, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
#endif
#ifdef RECEIVE
    MPI_Send(&x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
#endif
  }
  MPI_Finalize();
  return 0;
}
