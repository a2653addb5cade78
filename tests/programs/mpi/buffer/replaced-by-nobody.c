// MPI_Isendrecv_replace with nobody to receive from: the buffer is sent, and stays in use.
// mpi: mpich
// (Open MPI 4.1 does not have it.)
// variant racy:
// variant clean: -DLATER
#include "corpus.h"

int main(void) {
  MPI_Request request;
  int rank = begin(), x = 0;
  static int b;

  if (rank == 0) {
    MPI_Isendrecv_replace(&b, 1, MPI_INT, 1, 0, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);  // race(buffer)
#ifdef LATER
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    b = 1;  // race(buffer)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
