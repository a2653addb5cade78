// Request-based operations: the wait for the request frees the buffer, and only that of its own operation.
// variant racy-rput-store: -DOP=RPUT -DEARLY=STORE
// variant racy-rget-load: -DOP=RGET -DEARLY=LOAD
// variant racy-rget-store: -DOP=RGET -DEARLY=STORE
// variant racy-raccumulate-store: -DOP=RACCUMULATE -DEARLY=STORE
// variant racy-rget-accumulate-load: -DOP=RGET_ACCUMULATE -DEARLY=LOAD
// variant racy-rput-store-other: -DOP=RPUT "-DEARLY=MPI_Wait(&second,MPI_STATUS_IGNORE)" -DTHEN=STORE
// variant racy-rget-load-other: -DOP=RGET "-DEARLY=MPI_Wait(&second,MPI_STATUS_IGNORE)" -DTHEN=LOAD
// variant clean-rput-load: -DOP=RPUT -DEARLY=LOAD
// variant clean-rput-store: -DOP=RPUT "-DEARLY=MPI_Wait(&first,MPI_STATUS_IGNORE)" -DTHEN=STORE
// variant clean-rget-load: -DOP=RGET "-DEARLY=MPI_Wait(&first,MPI_STATUS_IGNORE)" -DTHEN=LOAD
// variant clean-raccumulate-store: -DOP=RACCUMULATE "-DEARLY=MPI_Wait(&first,MPI_STATUS_IGNORE)" -DTHEN=STORE
// variant clean-rget-accumulate-load: -DOP=RGET_ACCUMULATE "-DEARLY=MPI_Wait(&first,MPI_STATUS_IGNORE)" -DTHEN=LOAD
// variant clean-rput-flush: -DOP=RPUT "-DEARLY=MPI_Win_flush_local(1,win)" -DTHEN=STORE
// variant clean-rget-flush: -DOP=RGET "-DEARLY=MPI_Win_flush(1,win)" -DTHEN=LOAD
#include "corpus.h"

#define LOAD use(b)
#define STORE b = 7
#define RPUT MPI_Rput(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &first)
#define RGET MPI_Rget(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &first)
#define RACCUMULATE MPI_Raccumulate(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &first)
#define RGET_ACCUMULATE MPI_Rget_accumulate(&a, 1, MPI_INT, &b, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &first)
#ifdef THEN
#define SYNCHRONISE EARLY
#define ACCESS THEN
#else
#define SYNCHRONISE (void)0
#define ACCESS EARLY
#endif

int main(void) {
  MPI_Win win;
  MPI_Request first = MPI_REQUEST_NULL, second = MPI_REQUEST_NULL;
  int rank = begin(), a = 0, b = 1, c = 2;
  open_window(2, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    OP;  // race(buffer)
    MPI_Rput(&c, 1, MPI_INT, 1, 1, 1, MPI_INT, win, &second);
    SYNCHRONISE;
    ACCESS;  // race(buffer)
  }
  MPI_Wait(&first, MPI_STATUS_IGNORE);
  MPI_Wait(&second, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  use(a);
  return finish(&win);
}
