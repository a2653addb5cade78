// A fence completes the put at both sides. A load of the target inside the epoch comes too early, a load after the closing
// fence is fine, and so is a store before the opening one.
// variant racy-load: -DLOAD_EARLY
// variant racy-store: -DSTORE_EARLY
// variant clean-load: -DLOAD_LATE
// variant clean-store: -DSTORE_FIRST
// variant clean-both: -DLOAD_LATE -DSTORE_FIRST
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin();
  int* x = open_window(4, &win);
  int value = 42;

#ifdef STORE_FIRST
  if (rank == 1)
    x[0] = 1;
#endif
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(load) in racy-load race(store) in racy-store
  if (rank == 1) {
#ifdef LOAD_EARLY
    use(x[0]);  // race(load) in racy-load
#endif
#ifdef STORE_EARLY
    x[0] = 7;  // race(store) in racy-store
#endif
    x[1] = 7;
  }
  MPI_Win_fence(0, win);
#ifdef LOAD_LATE
  if (rank == 1)
    use(x[0]);
#endif
  return finish(&win);
}
