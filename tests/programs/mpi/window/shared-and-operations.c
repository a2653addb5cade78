// One-sided operations and direct accesses on a shared window, with three processes: rank 0 puts into rank 1's part, rank 2
// loads it through a pointer.
// ranks: 3
// variant racy-put-load: -DOP=PUT "-DACCESS=use(theirs[0])"
// variant racy-get-store: -DOP=GET "-DACCESS=theirs[0]=7"
// variant racy-accumulate-load: -DOP=ACCUMULATE "-DACCESS=use(theirs[0])"
// variant clean-get-load: -DOP=GET "-DACCESS=use(theirs[0])"
// variant clean-put-load-late: -DOP=PUT "-DACCESS=use(theirs[0])" -DBARRIER
#include "corpus.h"

#define PUT MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define GET MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define ACCUMULATE MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win)

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int rank = begin(), value = 42, unit, *mine, *theirs;
  MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 1, &size, &unit, &theirs);
  mine[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    OP;  // race(shared)
    MPI_Win_flush(1, win);
  }
#ifdef BARRIER
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 2) {
    ACCESS;  // race(shared)
  }
  MPI_Win_unlock_all(win);
  return finish(&win);
}
