// Two operations of one process on the same element of its target, in one epoch. Put and get are not ordered with anything,
// not even with the operation before; atomics of one origin are ordered among themselves. A flush between them helps, a
// flush_local does not where the first one writes.
// variant racy-put-put: -DFIRST=PUT -DSECOND=PUT
// variant racy-put-get: -DFIRST=PUT -DSECOND=GET
// variant racy-get-put: -DFIRST=GET -DSECOND=PUT
// variant racy-put-accumulate: -DFIRST=PUT -DSECOND=ACCUMULATE
// variant racy-accumulate-put: -DFIRST=ACCUMULATE -DSECOND=PUT
// variant racy-accumulate-get: -DFIRST=ACCUMULATE -DSECOND=GET
// variant racy-get-fetch: -DFIRST=GET -DSECOND=FETCH
// variant racy-put-no-op: -DFIRST=PUT -DSECOND=NO_OP
// variant racy-cas-get: -DFIRST=CAS -DSECOND=GET
// variant racy-put-flush-local-get: -DFIRST=PUT -DSECOND=GET "-DBETWEEN=MPI_Win_flush_local(1,win)"
// variant racy-put-flush-local-put: -DFIRST=PUT -DSECOND=PUT "-DBETWEEN=MPI_Win_flush_local_all(win)"
// variant clean-get-get: -DFIRST=GET -DSECOND=GET
// variant clean-get-no-op: -DFIRST=GET -DSECOND=NO_OP
// variant clean-accumulate-accumulate: -DFIRST=ACCUMULATE -DSECOND=ACCUMULATE
// variant clean-accumulate-no-op: -DFIRST=ACCUMULATE -DSECOND=NO_OP
// variant clean-fetch-cas: -DFIRST=FETCH -DSECOND=CAS
// variant clean-get-flush-local-put: -DFIRST=GET -DSECOND=PUT "-DBETWEEN=MPI_Win_flush_local(1,win)"
// variant clean-put-flush-put: -DFIRST=PUT -DSECOND=PUT "-DBETWEEN=MPI_Win_flush(1,win)"
// variant clean-put-flush-get: -DFIRST=PUT -DSECOND=GET "-DBETWEEN=MPI_Win_flush_all(win)"
// variant clean-accumulate-flush-put: -DFIRST=ACCUMULATE -DSECOND=PUT "-DBETWEEN=MPI_Win_flush(1,win)"
#include "corpus.h"

#define PUT MPI_Put(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define GET MPI_Get(b++, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define ACCUMULATE MPI_Accumulate(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win)
#define NO_OP MPI_Get_accumulate(NULL, 0, MPI_INT, b++, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, win)
#define FETCH MPI_Fetch_and_op(&a, b++, MPI_INT, 1, 0, MPI_SUM, win)
#define CAS MPI_Compare_and_swap(&a, &a, b++, MPI_INT, 1, 0, win)
#ifndef BETWEEN
#define BETWEEN (void)0
#endif

int main(void) {
  MPI_Win win;
  int rank = begin(), a = 1, results[2] = {0}, *b = results;
  open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    FIRST;  // race(remote)
    BETWEEN;
    SECOND;  // race(remote)
  }
  MPI_Win_unlock_all(win);
  use(b != results);
  use(a + results[0] + results[1]);
  return finish(&win);
}
