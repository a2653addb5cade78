// Buffers of non-blocking collectives with an array of counts, with datatypes per partner, and of neighbourhoods.
// variant racy-alltoallv: -DSTART=IALLTOALLV "-DEARLY=use(b[2])"
// variant clean-alltoallv-gap: -DSTART=IALLTOALLV -DEARLY=b[1]=7
// variant racy-alltoallw: -DSTART=IALLTOALLW "-DEARLY=use(b[2])"
// variant clean-alltoallw-gap: -DSTART=IALLTOALLW -DEARLY=b[1]=7
// variant racy-alltoallw-send: -DSTART=IALLTOALLW -DEARLY=a[0]=7
// variant racy-neighbour-allgather: -DSTART=INEIGHBOUR_ALLGATHER "-DEARLY=use(b[1])"
// variant racy-neighbour-allgather-send: -DSTART=INEIGHBOUR_ALLGATHER -DEARLY=a[0]=7
// variant clean-neighbour-allgather: -DSTART=INEIGHBOUR_ALLGATHER -DEARLY=b[2]=a[0]
// variant racy-neighbour-alltoall: -DSTART=INEIGHBOUR_ALLTOALL "-DEARLY=b[0]=7"
// variant racy-iscatterv: -DSTART=ISCATTERV "-DEARLY=use(b[0])"
// variant clean-iscatterv-gap: -DSTART=ISCATTERV -DEARLY=a[1]=b[1]
// variant racy-igatherv: -DSTART=IGATHERV "-DEARLY=use(b[2])"
// variant clean-igatherv-gap: -DSTART=IGATHERV -DEARLY=b[1]=7
#include "corpus.h"

#define W MPI_COMM_WORLD
#define IALLTOALLV MPI_Ialltoallv(a, ones, places, MPI_INT, b, ones, places, MPI_INT, W, &request)
#define IALLTOALLW MPI_Ialltoallw(a, ones, bytes, types, b, ones, bytes, types, W, &request)
#define INEIGHBOUR_ALLGATHER MPI_Ineighbor_allgather(a, 1, MPI_INT, b, 1, MPI_INT, ring, &request)
#define INEIGHBOUR_ALLTOALL MPI_Ineighbor_alltoall(a, 1, MPI_INT, b, 1, MPI_INT, ring, &request)
#define ISCATTERV MPI_Iscatterv(a, ones, places, MPI_INT, b, 1, MPI_INT, 0, W, &request)
#define IGATHERV MPI_Igatherv(a, 1, MPI_INT, b, ones, places, MPI_INT, 0, W, &request)

int main(void) {
  MPI_Request request;
  MPI_Comm ring;
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  static int a[4], b[4];
  int rank = begin(), ones[2] = {1, 1}, places[2] = {0, 2}, bytes[2] = {0, 8}, two = 2, closed = 1;
  MPI_Cart_create(W, 1, &two, &closed, 0, &ring);

  START;  // race(buffer)
  if (rank == 0) {
    EARLY;  // race(buffer)
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  use(a[0] + b[0] + ones[0] + places[0] + bytes[0] + (types[0] == MPI_INT));
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
