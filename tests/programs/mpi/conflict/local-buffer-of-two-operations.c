// Two operations of one process with a buffer in common, at different places of the target. Both may read it, but a result
// must not share it with anything, until the first one is locally complete.
// variant racy-put-get: -DFIRST=PUT -DSECOND=GET
// variant racy-get-put: -DFIRST=GET -DSECOND=PUT
// variant racy-get-get: -DFIRST=GET -DSECOND=GET
// variant racy-get-accumulate: -DFIRST=GET -DSECOND=ACCUMULATE
// variant racy-accumulate-get: -DFIRST=ACCUMULATE -DSECOND=GET
// variant racy-put-fetch-result: -DFIRST=PUT -DSECOND=FETCH_TO
// variant racy-fetch-result-put: -DFIRST=FETCH_TO -DSECOND=PUT
// variant racy-get-fetch-operand: -DFIRST=GET -DSECOND=FETCH_FROM
// variant racy-get-fetch-result: -DFIRST=GET -DSECOND=FETCH_TO
// variant racy-fetch-results: -DFIRST=FETCH_TO -DSECOND=FETCH_TO
// variant racy-cas-result-get: -DFIRST=CAS_TO -DSECOND=GET
// variant racy-cas-result-cas-compare: -DFIRST=CAS_TO -DSECOND=CAS_COMPARE
// variant racy-get-accumulate-result-accumulate: -DFIRST=GET_ACCUMULATE_TO -DSECOND=ACCUMULATE
// variant racy-get-accumulate-operand-get: -DFIRST=GET_ACCUMULATE_FROM -DSECOND=GET
// variant clean-put-put: -DFIRST=PUT -DSECOND=PUT
// variant clean-put-accumulate: -DFIRST=PUT -DSECOND=ACCUMULATE
// variant clean-accumulate-fetch-operand: -DFIRST=ACCUMULATE -DSECOND=FETCH_FROM
// variant clean-cas-compare-get-accumulate-operand: -DFIRST=CAS_COMPARE -DSECOND=GET_ACCUMULATE_FROM
// variant clean-put-flush-get: -DFIRST=PUT -DSECOND=GET -DFLUSH
// variant clean-get-flush-put: -DFIRST=GET -DSECOND=PUT -DFLUSH
// variant clean-get-flush-get: -DFIRST=GET -DSECOND=GET -DFLUSH
// variant clean-fetch-flush-cas: -DFIRST=FETCH_TO -DSECOND=CAS_COMPARE -DFLUSH
#include "corpus.h"

// An operation on element `at` of rank 1.
#define PUT(at) MPI_Put(&b, 1, MPI_INT, 1, at, 1, MPI_INT, win)
#define GET(at) MPI_Get(&b, 1, MPI_INT, 1, at, 1, MPI_INT, win)
#define ACCUMULATE(at) MPI_Accumulate(&b, 1, MPI_INT, 1, at, 1, MPI_INT, MPI_SUM, win)
#define GET_ACCUMULATE_FROM(at) MPI_Get_accumulate(&b, 1, MPI_INT, &c, 1, MPI_INT, 1, at, 1, MPI_INT, MPI_SUM, win)
#define GET_ACCUMULATE_TO(at) MPI_Get_accumulate(&c, 1, MPI_INT, &b, 1, MPI_INT, 1, at, 1, MPI_INT, MPI_SUM, win)
#define FETCH_FROM(at) MPI_Fetch_and_op(&b, &c, MPI_INT, 1, at, MPI_SUM, win)
#define FETCH_TO(at) MPI_Fetch_and_op(&a, &b, MPI_INT, 1, at, MPI_SUM, win)
#define CAS_COMPARE(at) MPI_Compare_and_swap(&a, &b, &d, MPI_INT, 1, at, win)
#define CAS_TO(at) MPI_Compare_and_swap(&a, &a, &b, MPI_INT, 1, at, win)

int main(void) {
  MPI_Win win;
  int rank = begin(), a = 0, b = 1, c = 2, d = 3;
  open_window(2, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    FIRST(0);  // race(buffer)
#ifdef FLUSH
    MPI_Win_flush_local(1, win);
#endif
    SECOND(1);  // race(buffer)
  }
  MPI_Win_unlock_all(win);
  use(a + b + c + d);
  return finish(&win);
}
