// Rank 1 has two receives in flight, one from rank 0, which put before it sent, and one from rank 2, which has nothing to do
// with it. Only the completion of the right one orders, whichever call completes it and in whichever place of the array.
// ranks: 3
// variant clean-wait: "-DCOMPLETE=MPI_Wait(&r[0],ONE)"
// variant clean-waitall: "-DCOMPLETE=MPI_Waitall(2,r,ALL)"
// variant clean-testall: "-DCOMPLETE=while(!n)MPI_Testall(2,r,&n,ALL)"
// variant clean-waitany: "-DCOMPLETE=do{MPI_Waitany(2,r,&i,ONE);}while(i!=0)"
// variant clean-waitany-one: "-DCOMPLETE=MPI_Waitany(1,r,&i,ONE)"
// variant clean-waitsome: "-DCOMPLETE=MPI_Waitsome(1,r,&n,which,ALL)"
// variant clean-testany: "-DCOMPLETE=while(!n)MPI_Testany(1,r,&i,&n,ONE)"
// variant clean-testsome: "-DCOMPLETE=while(!n)MPI_Testsome(1,r,&n,which,ALL)"
// variant clean-other-first: "-DCOMPLETE=MPI_Wait(&r[1],ONE),MPI_Wait(&r[0],ONE)"
// variant racy-wait-other: "-DCOMPLETE=MPI_Wait(&r[1],ONE)"
// variant racy-waitall-other: "-DCOMPLETE=MPI_Waitall(1,r+1,ALL)"
// variant racy-waitany-other: "-DCOMPLETE=MPI_Waitany(1,r+1,&i,ONE)"
// variant racy-waitsome-other: "-DCOMPLETE=MPI_Waitsome(1,r+1,&n,which,ALL)"
// variant racy-testsome-other: "-DCOMPLETE=while(!n)MPI_Testsome(1,r+1,&n,which,ALL)"
#include "corpus.h"

#define ONE MPI_STATUS_IGNORE
#define ALL MPI_STATUSES_IGNORE

int main(void) {
  MPI_Win win;
  MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int rank = begin(), value = 42, got[2], which[2] = {0}, n = 0, i = 0;
  int* x = open_window(1, &win);

  if (rank == 1) {
    MPI_Irecv(&got[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(&got[1], 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &r[1]);
    COMPLETE;
    use(x[0]);  // race(put)
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  } else {
    if (rank == 0) {
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
      MPI_Win_unlock(1, win);
    }
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
  use(which[0] + n + i);
  return finish(&win);
}
