// The same the other way round: TARGET stores and takes part in a collective before ORIGIN puts. The put is ordered behind the
// store only if ORIGIN's result depends on TARGET.
// ranks: 3
// variant clean-barrier: -DTARGET=1 -DORIGIN=0 "-DCALL=MPI_Barrier(W)"
// variant clean-bcast: -DTARGET=0 -DORIGIN=1 "-DCALL=MPI_Bcast(a,1,MPI_INT,0,W)"
// variant racy-bcast: -DTARGET=1 -DORIGIN=0 "-DCALL=MPI_Bcast(a,1,MPI_INT,0,W)"
// variant clean-reduce: -DTARGET=1 -DORIGIN=0 "-DCALL=MPI_Reduce(a,b,1,MPI_INT,MPI_SUM,0,W)"
// variant racy-reduce: -DTARGET=0 -DORIGIN=1 "-DCALL=MPI_Reduce(a,b,1,MPI_INT,MPI_SUM,0,W)"
// variant clean-gather: -DTARGET=1 -DORIGIN=0 "-DCALL=MPI_Gather(a,1,MPI_INT,b,1,MPI_INT,0,W)"
// variant racy-scatter: -DTARGET=1 -DORIGIN=0 "-DCALL=MPI_Scatter(a,1,MPI_INT,b,1,MPI_INT,0,W)"
// variant clean-scan: -DTARGET=0 -DORIGIN=1 "-DCALL=MPI_Scan(a,b,1,MPI_INT,MPI_SUM,W)"
// variant racy-scan: -DTARGET=1 -DORIGIN=0 "-DCALL=MPI_Scan(a,b,1,MPI_INT,MPI_SUM,W)"
#include "corpus.h"

#define W MPI_COMM_WORLD

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42, a[3] = {0}, b[3] = {0};
  int* x = open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == TARGET)
    x[0] = 7;  // race(put)
  CALL;
  if (rank == ORIGIN)
    MPI_Put(&value, 1, MPI_INT, TARGET, 0, 1, MPI_INT, win);  // race(put)
  MPI_Win_unlock_all(win);
  use(a[0] + b[0]);
  return finish(&win);
}
