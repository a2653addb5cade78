// A piece of window memory as the buffer of an operation of its owner (rank 1, towards rank 2), while rank 0 reaches for it
// from outside. A buffer access counts like the load or store that it is, and it is not atomic.
// ranks: 3
// variant racy-put-put: -DREMOTE=PUT -DOWN=PUT
// variant racy-put-get: -DREMOTE=PUT -DOWN=GET
// variant racy-get-get: -DREMOTE=GET -DOWN=GET
// variant racy-accumulate-accumulate: -DREMOTE=ACCUMULATE -DOWN=ACCUMULATE
// variant racy-accumulate-put: -DREMOTE=ACCUMULATE -DOWN=PUT
// variant racy-get-fetch: -DREMOTE=GET -DOWN=FETCH
// variant racy-put-send: -DREMOTE=PUT "-DOWN(b,target)=MPI_Send(b,1,MPI_INT,target,0,MPI_COMM_WORLD)" -DRECEIVE
// variant clean-get-put: -DREMOTE=GET -DOWN=PUT
// variant clean-get-accumulate: -DREMOTE=GET -DOWN=ACCUMULATE
// variant clean-get-send: -DREMOTE=GET "-DOWN(b,target)=MPI_Send(b,1,MPI_INT,target,0,MPI_COMM_WORLD)" -DRECEIVE
// variant clean-put-put-late: -DREMOTE=PUT -DOWN=PUT -DLATE
#include "corpus.h"

#define PUT(b, target) MPI_Put(b, 1, MPI_INT, target, 0, 1, MPI_INT, win)
#define GET(b, target) MPI_Get(b, 1, MPI_INT, target, 0, 1, MPI_INT, win)
#define ACCUMULATE(b, target) MPI_Accumulate(b, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win)
#define FETCH(b, target) MPI_Fetch_and_op(&other, b, MPI_INT, target, 0, MPI_SUM, win)

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42, other = 7;
  int* x = open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    REMOTE(&value, 1);  // race(buffer)
    MPI_Win_flush(1, win);
  }
#ifdef LATE
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 1) {
    OWN(x, 2);  // race(buffer)
    MPI_Win_flush(2, win);
  }
#ifdef RECEIVE
  if (rank == 2)
    MPI_Recv(&other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  MPI_Win_unlock_all(win);
  use(value + other);
  return finish(&win);
}
