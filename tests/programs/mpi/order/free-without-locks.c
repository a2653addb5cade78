// MPI_Win_free waits for everyone, unless the window was made with the promise to lock nothing: then it may return at once, and what was
// done before it is not known to the others.
// variant clean:
// variant clean-set-later: -DLATER
// variant racy: -DPROMISE
// verdict: clean-set-later: no_locks is heeded when the window is made.
#include "corpus.h"

int main(void) {
  MPI_Win win, other;
  MPI_Info info;
  static int room[4];
  int rank = begin(), value = 42;
  int* x = open_window(1, &win);
  MPI_Info_create(&info);
#ifdef PROMISE
  MPI_Info_set(info, "no_locks", "true");
#endif
  MPI_Win_create(room, sizeof room, sizeof(int), info, MPI_COMM_WORLD, &other);
#ifdef LATER
  MPI_Info_set(info, "no_locks", "true");
  MPI_Win_set_info(other, info);
#endif
  MPI_Info_free(&info);

  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&other);
  if (rank == 1) use(x[0]);  // race(put)
  return finish(&win);
}
