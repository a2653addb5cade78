// Buffers of MPI_Isendrecv and MPI_Isendrecv_replace are in use until the request is complete, and the message orders.
// mpi: mpich
// variant clean:
// variant racy-send: -DSTORE_TO_SENT
// variant racy-receive: -DLOAD_RECEIVED
// variant clean-replace: -DREPLACE
// variant racy-replace: -DREPLACE -DLOAD_RECEIVED
// (Open MPI has it from version 5 on.)
#include "corpus.h"

int main(void) {
  MPI_Request request;
  int rank = begin(), mine = rank, other = 0, peer = 1 - rank;

#ifdef REPLACE
  other = mine;
  MPI_Isendrecv_replace(&other, 1, MPI_INT, peer, 0, peer, 0, MPI_COMM_WORLD, &request);  // race(buffer) in racy-replace
#else
  MPI_Comm all = MPI_COMM_WORLD;
  MPI_Isendrecv(&mine, 1, MPI_INT, peer, 0, &other, 1, MPI_INT, peer, 0, all, &request);  // race(buffer) in racy-send,racy-receive
#endif
#ifdef STORE_TO_SENT
  mine = 7;  // race(buffer) in racy-send
#endif
#ifdef LOAD_RECEIVED
  use(other);  // race(buffer) in racy-receive,racy-replace
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  mine = other;
  use(mine);
  MPI_Finalize();
  return 0;
}
