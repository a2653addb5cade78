// Partitioned communication: a partition of the send buffer is the program's until its MPI_Pready, a partition of the receive
// buffer once MPI_Parrived says so.
// mpi: mpich
// variant clean:
// variant racy-after-ready: -DSTORE_LATE
// variant racy-before-arrived: -DLOAD_EARLY
// verdict: the send buffer is read from MPI_Pready on, so that this is the line of the race, the receive buffer from MPI_Start.
// (Open MPI has it from version 5 on.)
#include "corpus.h"

int main(void) {
  MPI_Request request;
  int rank = begin(), data[4] = {0}, arrived;

  if (rank == 0)
    MPI_Psend_init(data, 2, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(data, 2, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);  // race(receive) in racy-before-arrived
  if (rank == 0) {
    data[0] = 1;
    MPI_Pready(0, request);  // race(send) in racy-after-ready
    data[2] = 2;
#ifdef STORE_LATE
    data[1] = 3;  // race(send) in racy-after-ready
#endif
    MPI_Pready(1, request);
  } else {
#ifdef LOAD_EARLY
    use(data[3]);  // race(receive) in racy-before-arrived
#endif
    for (arrived = 0; !arrived;)
      MPI_Parrived(request, 0, &arrived);
    use(data[0]);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  data[1] = data[2];
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
