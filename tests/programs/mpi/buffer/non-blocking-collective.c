// The buffers of non-blocking collectives: what is sent may be read, what is received belongs to MPI until the wait. Which
// buffer counts depends on the role of the process (here rank 0, the root of rooted ones).
// variant racy-ibcast-root-store: "-DSTART=IBCAST(0)" -DEARLY=a[0]=7
// variant clean-ibcast-root-load: "-DSTART=IBCAST(0)" "-DEARLY=use(a[0])"
// variant racy-ibcast-leaf-load: "-DSTART=IBCAST(1)" "-DEARLY=use(a[0])"
// variant racy-ibcast-leaf-store: "-DSTART=IBCAST(1)" -DEARLY=a[0]=7
// variant racy-iallreduce-send-store: -DSTART=IALLREDUCE -DEARLY=a[0]=7
// variant clean-iallreduce-send-load: -DSTART=IALLREDUCE "-DEARLY=use(a[0])"
// variant racy-iallreduce-receive-load: -DSTART=IALLREDUCE "-DEARLY=use(b[0])"
// variant racy-iallreduce-receive-store: -DSTART=IALLREDUCE -DEARLY=b[0]=7
// variant racy-in-place-load: -DSTART=IALLREDUCE_IN_PLACE "-DEARLY=use(b[0])"
// variant racy-in-place-store: -DSTART=IALLREDUCE_IN_PLACE -DEARLY=b[0]=7
// variant clean-in-place-other: -DSTART=IALLREDUCE_IN_PLACE -DEARLY=a[0]=7
// variant racy-ialltoall-last-load: -DSTART=IALLTOALL "-DEARLY=use(b[1])"
// variant racy-ialltoall-send-store: -DSTART=IALLTOALL -DEARLY=a[1]=7
// variant clean-ialltoall-beside: -DSTART=IALLTOALL -DEARLY=b[2]=a[2]
// variant racy-igather-root-load: "-DSTART=IGATHER(0)" "-DEARLY=use(b[1])"
// variant clean-igather-leaf: "-DSTART=IGATHER(1)" -DEARLY=b[0]=b[1]
// variant racy-igather-leaf-send: "-DSTART=IGATHER(1)" -DEARLY=a[0]=7
// variant racy-iscatter-root-store: "-DSTART=ISCATTER(0)" -DEARLY=a[1]=7
// variant clean-iscatter-leaf: "-DSTART=ISCATTER(1)" -DEARLY=a[1]=7
// variant racy-ireduce-root-load: "-DSTART=IREDUCE(0)" "-DEARLY=use(b[0])"
// variant clean-ireduce-leaf-load: "-DSTART=IREDUCE(1)" -DEARLY=b[0]=b[1]
// variant racy-iscan-load: -DSTART=ISCAN "-DEARLY=use(b[0])"
// variant racy-iallgather-load: -DSTART=IALLGATHER "-DEARLY=use(b[1])"
// variant racy-iallgatherv-load: -DSTART=IALLGATHERV "-DEARLY=use(b[2])"
// variant clean-iallgatherv-hole: -DSTART=IALLGATHERV -DEARLY=b[1]=7
// variant racy-ireduce-scatter-send: -DSTART=IREDUCE_SCATTER -DEARLY=a[1]=7
// variant clean-ireduce-scatter-behind: -DSTART=IREDUCE_SCATTER -DEARLY=b[1]=7
#include "corpus.h"

#define W MPI_COMM_WORLD
#define IBCAST(root) MPI_Ibcast(a, 1, MPI_INT, root, W, &request)
#define IALLREDUCE MPI_Iallreduce(a, b, 1, MPI_INT, MPI_SUM, W, &request)
#define IALLREDUCE_IN_PLACE MPI_Iallreduce(MPI_IN_PLACE, b, 1, MPI_INT, MPI_SUM, W, &request)
#define IALLTOALL MPI_Ialltoall(a, 1, MPI_INT, b, 1, MPI_INT, W, &request)
#define IGATHER(root) MPI_Igather(a, 1, MPI_INT, b, 1, MPI_INT, root, W, &request)
#define ISCATTER(root) MPI_Iscatter(a, 1, MPI_INT, b, 1, MPI_INT, root, W, &request)
#define IREDUCE(root) MPI_Ireduce(a, b, 1, MPI_INT, MPI_SUM, root, W, &request)
#define ISCAN MPI_Iscan(a, b, 1, MPI_INT, MPI_SUM, W, &request)
#define IALLGATHER MPI_Iallgather(a, 1, MPI_INT, b, 1, MPI_INT, W, &request)
#define IALLGATHERV MPI_Iallgatherv(a, 1, MPI_INT, b, ones, places, MPI_INT, W, &request)
#define IREDUCE_SCATTER MPI_Ireduce_scatter_block(a, b, 1, MPI_INT, MPI_SUM, W, &request)

int main(void) {
  MPI_Request request;
  int rank = begin(), a[4] = {0}, b[4] = {0};
  int ones[2] = {1, 1}, places[2] = {0, 2};

  START;  // race(buffer)
  if (rank == 0) {
    EARLY;  // race(buffer)
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  a[0] = b[0];
  use(a[0] + ones[0] + places[0]);
  MPI_Finalize();
  return 0;
}
