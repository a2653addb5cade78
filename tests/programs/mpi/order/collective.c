// Rank ORIGIN puts into rank TARGET and completes it, then all take part in a collective, then TARGET looks. Ordered are the
// two only if the result of TARGET depends on ORIGIN: all-to-all collectives always, a broadcast or scatter from its root on,
// a reduction or gather up to its root, a scan from lower to higher ranks.
// ranks: 3
// variant clean-barrier: -DORIGIN=0 -DTARGET=1 "-DCALL=MPI_Barrier(W)"
// variant clean-allreduce: -DORIGIN=0 -DTARGET=1 "-DCALL=MPI_Allreduce(a,b,1,MPI_INT,MPI_SUM,W)"
// variant clean-allgather: -DORIGIN=2 -DTARGET=1 "-DCALL=MPI_Allgather(a,1,MPI_INT,b,1,MPI_INT,W)"
// variant clean-alltoall: -DORIGIN=2 -DTARGET=0 "-DCALL=MPI_Alltoall(a,1,MPI_INT,b,1,MPI_INT,W)"
// variant clean-reduce-scatter: -DORIGIN=0 -DTARGET=2 "-DCALL=MPI_Reduce_scatter_block(a,b,1,MPI_INT,MPI_SUM,W)"
// variant clean-bcast: -DORIGIN=0 -DTARGET=1 "-DCALL=MPI_Bcast(a,1,MPI_INT,0,W)"
// variant racy-bcast-to-root: -DORIGIN=1 -DTARGET=0 "-DCALL=MPI_Bcast(a,1,MPI_INT,0,W)"
// variant racy-bcast-leaves: -DORIGIN=1 -DTARGET=2 "-DCALL=MPI_Bcast(a,1,MPI_INT,0,W)"
// variant clean-scatter: -DORIGIN=2 -DTARGET=1 "-DCALL=MPI_Scatter(a,1,MPI_INT,b,1,MPI_INT,2,W)"
// variant racy-scatter-to-root: -DORIGIN=1 -DTARGET=2 "-DCALL=MPI_Scatter(a,1,MPI_INT,b,1,MPI_INT,2,W)"
// variant racy-scatter-leaves: -DORIGIN=0 -DTARGET=1 "-DCALL=MPI_Scatter(a,1,MPI_INT,b,1,MPI_INT,2,W)"
// variant clean-reduce: -DORIGIN=0 -DTARGET=1 "-DCALL=MPI_Reduce(a,b,1,MPI_INT,MPI_SUM,1,W)"
// variant racy-reduce-from-root: -DORIGIN=1 -DTARGET=0 "-DCALL=MPI_Reduce(a,b,1,MPI_INT,MPI_SUM,1,W)"
// variant racy-reduce-leaves: -DORIGIN=0 -DTARGET=2 "-DCALL=MPI_Reduce(a,b,1,MPI_INT,MPI_SUM,1,W)"
// variant clean-gather: -DORIGIN=2 -DTARGET=0 "-DCALL=MPI_Gather(a,1,MPI_INT,b,1,MPI_INT,0,W)"
// variant racy-gather-from-root: -DORIGIN=0 -DTARGET=2 "-DCALL=MPI_Gather(a,1,MPI_INT,b,1,MPI_INT,0,W)"
// variant racy-gather-leaves: -DORIGIN=1 -DTARGET=2 "-DCALL=MPI_Gather(a,1,MPI_INT,b,1,MPI_INT,0,W)"
// variant clean-scan: -DORIGIN=0 -DTARGET=2 "-DCALL=MPI_Scan(a,b,1,MPI_INT,MPI_SUM,W)"
// variant racy-scan-downwards: -DORIGIN=2 -DTARGET=0 "-DCALL=MPI_Scan(a,b,1,MPI_INT,MPI_SUM,W)"
// variant racy-scan-middle: -DORIGIN=2 -DTARGET=1 "-DCALL=MPI_Scan(a,b,1,MPI_INT,MPI_SUM,W)"
// variant clean-exscan: -DORIGIN=1 -DTARGET=2 "-DCALL=MPI_Exscan(a,b,1,MPI_INT,MPI_SUM,W)"
// variant racy-exscan-downwards: -DORIGIN=1 -DTARGET=0 "-DCALL=MPI_Exscan(a,b,1,MPI_INT,MPI_SUM,W)"
// variant clean-two-steps: -DORIGIN=1 -DTARGET=2 "-DCALL=MPI_Reduce(a,b,1,MPI_INT,MPI_SUM,0,W),MPI_Bcast(b,1,MPI_INT,0,W)"
// variant racy-two-steps-reversed: -DORIGIN=1 -DTARGET=2 "-DCALL=MPI_Bcast(b,1,MPI_INT,0,W),MPI_Reduce(a,b,1,MPI_INT,MPI_SUM,0,W)"
#include "corpus.h"

#define W MPI_COMM_WORLD

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42, a[3] = {0}, b[3] = {0};
  int* x = open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == ORIGIN) {
    MPI_Put(&value, 1, MPI_INT, TARGET, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_flush(TARGET, win);
  }
  CALL;
  if (rank == TARGET)
    use(x[0]);  // race(put)
  MPI_Win_unlock_all(win);
  use(a[0] + b[0]);
  return finish(&win);
}
