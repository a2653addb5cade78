// Which completion frees a buffer: the one that completed its request, by whichever call. A test that says no frees nothing.
// Rank 0 receives two messages; the second is sent only when rank 0 says so, so that it is not there before.
// variant clean-wait: "-DCOMPLETE=MPI_Wait(&r[0],ONE)" -DWHICH=0
// variant clean-waitany: "-DCOMPLETE=MPI_Waitany(2,r,&i,ONE)" -DWHICH=0
// variant clean-waitsome: "-DCOMPLETE=MPI_Waitsome(2,r,&n,which,ALL)" -DWHICH=0
// variant clean-test: "-DCOMPLETE=while(!n)MPI_Test(&r[0],&n,ONE)" -DWHICH=0
// variant clean-testany: "-DCOMPLETE=while(!n)MPI_Testany(2,r,&i,&n,ONE)" -DWHICH=0
// variant clean-testsome: "-DCOMPLETE=while(!n)MPI_Testsome(2,r,&n,which,ALL)" -DWHICH=0
// variant clean-status: "-DCOMPLETE=while(!n)MPI_Request_get_status(r[0],&n,ONE)" -DWHICH=0
// variant racy-wait: "-DCOMPLETE=MPI_Wait(&r[0],ONE)" -DWHICH=1
// variant racy-waitany: "-DCOMPLETE=MPI_Waitany(2,r,&i,ONE)" -DWHICH=1
// variant racy-waitsome: "-DCOMPLETE=MPI_Waitsome(2,r,&n,which,ALL)" -DWHICH=1
// variant racy-test-false: "-DCOMPLETE=MPI_Test(&r[1],&n,ONE)" -DWHICH=1
// variant racy-testany: "-DCOMPLETE=while(!n)MPI_Testany(2,r,&i,&n,ONE)" -DWHICH=1
// variant racy-testall-false: "-DCOMPLETE=MPI_Testall(2,r,&n,ALL)" -DWHICH=1
// variant racy-status-false: "-DCOMPLETE=MPI_Request_get_status(r[1],&n,ONE)" -DWHICH=1
#include "corpus.h"

#define ONE MPI_STATUS_IGNORE
#define ALL MPI_STATUSES_IGNORE

int main(void) {
  MPI_Request r[2];
  int rank = begin(), got[2] = {0}, value = 42, n = 0, i = 0, which[2] = {0};

  if (rank == 0) {
    for (int k = 0; k < 2; k++)
      MPI_Irecv(&got[k], 1, MPI_INT, 1, k, MPI_COMM_WORLD, &r[k]);  // race(buffer)
    COMPLETE;
    use(got[WHICH]);  // race(buffer)
    MPI_Send(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  } else {
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  use(n + i + which[0]);
  MPI_Finalize();
  return 0;
}
