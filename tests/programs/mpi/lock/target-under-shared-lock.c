// The target reads its window under a shared lock while others accumulate under shared locks: nothing excludes them. Under an
// exclusive lock of its own window it may read and write.
// ranks: 3
// variant racy-shared: -DKIND=MPI_LOCK_SHARED
// variant clean-exclusive: -DKIND=MPI_LOCK_EXCLUSIVE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), one = 1, sum = 0;
  int* x = open_window(1, &win);

  for (int i = 0; i < 5; i++) {
    if (rank == 0) {
      MPI_Win_lock(KIND, 0, 0, win);
      sum += x[0];  // race(sum)
      MPI_Win_unlock(0, win);
    } else {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race(sum)
      MPI_Win_unlock(0, win);
    }
  }
  use(sum);
  return finish(&win);
}
