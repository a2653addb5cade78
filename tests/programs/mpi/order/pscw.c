// The wait of the target is ordered behind the complete of the origin, with all that the origin did before: here a put through
// another window. Before the wait it is not.
// variant racy: -DEARLY
// variant clean:
// variant clean-test: -DTEST
#include "corpus.h"

int main(void) {
  MPI_Win win, data;
  MPI_Group world, other;
  int rank = begin(), partner = 1 - rank, value = 42, done = 0;
  int* x = open_window(1, &data);
  open_window(1, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &partner, &other);

  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, data);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, data);  // race(put)
    MPI_Win_unlock(1, data);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, 0, win);
#ifdef EARLY
    use(x[0]);  // race(put)
#endif
#ifdef TEST
    while (!done)
      MPI_Win_test(win, &done);
#else
    MPI_Win_wait(win);
#endif
    use(x[0]);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  use(done);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  return finish(&data);
}
