// A shared window: rank 0 loads and stores directly in rank 1's part. Nothing but a synchronisation orders the two.
// variant racy-store-load: "-DRANK_0=theirs[0]=7" "-DRANK_1=use(mine[0])"
// variant racy-load-store: "-DRANK_0=use(theirs[0])" "-DRANK_1=mine[0]=7"
// variant racy-store-store: "-DRANK_0=theirs[0]=7" "-DRANK_1=mine[0]=8"
// variant clean-load-load: "-DRANK_0=use(theirs[0])" "-DRANK_1=use(mine[0])"
// variant clean-apart: "-DRANK_0=theirs[0]=7" "-DRANK_1=mine[1]=8"
// variant clean-barrier: "-DRANK_0=theirs[0]=7" "-DRANK_1=use(mine[0])" -DBARRIER
// variant racy-memcpy: "-DRANK_0=memcpy(theirs,local,sizeof(local))" "-DRANK_1=use(mine[1])"
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int rank = begin(), unit, local[2] = {0}, *mine, *theirs;
  MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 1 - rank, &size, &unit, &theirs);
  mine[0] = mine[1] = 0;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Barrier(MPI_COMM_WORLD);

  if (rank == 0) {
    RANK_0;  // race(shared)
  }
#ifdef BARRIER
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
#endif
  if (rank == 1) {
    RANK_1;  // race(shared)
  }
  MPI_Win_unlock_all(win);
  use(local[0]);
  return finish(&win);
}
