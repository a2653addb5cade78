// A process as its own target: a put to itself is as little complete before the flush as any other, and as little ordered with
// its own loads and stores.
// variant racy-put-load: -DOP=PUT "-DACCESS=use(x[0])"
// variant racy-put-store: -DOP=PUT -DACCESS=x[0]=7
// variant racy-get-store: -DOP=GET -DACCESS=x[0]=7
// variant clean-get-load: -DOP=GET "-DACCESS=use(x[0])"
// variant clean-put-beside: -DOP=PUT -DACCESS=x[1]=7
// variant clean-put-flush: -DOP=PUT "-DACCESS=MPI_Win_flush(rank,win),x[0]=7"
// variant clean-within-window: -DOP=FROM_BESIDE "-DACCESS=use(x[1])"
// variant racy-within-window: -DOP=FROM_BESIDE -DACCESS=x[1]=7
// ranks: 1
#include "corpus.h"

#define PUT MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win)
#define GET MPI_Get(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win)
#define FROM_BESIDE MPI_Put(&x[1], 1, MPI_INT, rank, 0, 1, MPI_INT, win)

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* x = open_window(2, &win);

  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  OP;      // race(self)
  ACCESS;  // race(self)
  MPI_Win_unlock(rank, win);
  use(x[0] + value);
  return finish(&win);
}
