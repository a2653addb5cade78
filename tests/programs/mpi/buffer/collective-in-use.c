// A blocking collective uses its buffers until it returns, as a non-blocking one does until it is complete: one process may be through with
// its part, or not have begun, while the data of another is still on its way.
// ranks: 3
// variant racy-bcast: "-DCALL=MPI_Bcast(rank == 0 ? memory : own, 3, MPI_INT, 0, W)" -DAFTER
// variant clean-bcast: "-DCALL=MPI_Bcast(rank == 0 ? memory : own, 3, MPI_INT, 0, W)" -DAFTER -DORDERED
// variant racy-scatter: "-DCALL=MPI_Scatter(memory, 1, MPI_INT, own, 1, MPI_INT, 0, W)" -DAFTER
// variant clean-scatter: "-DCALL=MPI_Scatter(memory, 1, MPI_INT, own, 1, MPI_INT, 0, W)" -DAFTER -DORDERED
// variant racy-gather: "-DCALL=MPI_Gather(own, 1, MPI_INT, memory, 1, MPI_INT, 0, W)"
// variant clean-gather: "-DCALL=MPI_Gather(own, 1, MPI_INT, memory, 1, MPI_INT, 0, W)" -DORDERED
// variant racy-allreduce: "-DCALL=MPI_Allreduce(rank == 0 ? memory + 2 : own, own + 1, 1, MPI_INT, MPI_SUM, W)" -DAFTER
// variant clean-allreduce: "-DCALL=MPI_Allreduce(rank == 0 ? memory + 2 : own, own + 1, 1, MPI_INT, MPI_SUM, W)" -DAFTER -DORDERED
// variant racy-in-place: "-DCALL=MPI_Allreduce(MPI_IN_PLACE, rank == 0 ? memory : own, 3, MPI_INT, MPI_SUM, W)"
// variant clean-in-place: "-DCALL=MPI_Allreduce(MPI_IN_PLACE, rank == 0 ? memory : own, 3, MPI_INT, MPI_SUM, W)" -DORDERED
// variant racy-reduce-in-place: "-DCALL=MPI_Reduce(rank == 0 ? MPI_IN_PLACE : own, memory, 3, MPI_INT, MPI_SUM, 0, W)"
// variant racy-alltoall-in-place: "-DCALL=MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, rank == 0 ? memory : own, 1, MPI_INT, W)"
// variant racy-scan-in-place: "-DCALL=MPI_Scan(MPI_IN_PLACE, rank == 0 ? memory : own, 3, MPI_INT, MPI_SUM, W)"
#include "corpus.h"

#define W MPI_COMM_WORLD

static void put(MPI_Win win) {
  static const int one = 1;
  MPI_Put(&one, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race(put)
  MPI_Win_flush(0, win);
}

int main(void) {
  MPI_Win win;
  int rank = begin(), own[3] = {rank, rank, rank};
  int* memory = open_window(3, &win);

  MPI_Win_lock_all(0, win);
#ifndef AFTER
  if (rank == 2) put(win);
#ifdef ORDERED
  MPI_Barrier(W);
#endif
#endif
  CALL;  // race(put)
#ifdef AFTER
#ifdef ORDERED
  MPI_Barrier(W);
#endif
  if (rank == 1) put(win);
#endif
  MPI_Win_unlock_all(win);
  use(own[0]);
  return finish(&win);
}
