// Operations of ranks 0 and 2 on the same element of rank 1, which nothing orders: every cell of the table. Two reads are
// fine, and so are two atomics with the same datatype and operation, or of which one is MPI_NO_OP.
// ranks: 3
// variant racy-put-put: -DFIRST=PUT -DSECOND=PUT
// variant racy-put-get: -DFIRST=PUT -DSECOND=GET
// variant racy-put-accumulate: -DFIRST=PUT -DSECOND=ACCUMULATE
// variant racy-put-get-accumulate: -DFIRST=PUT -DSECOND=GET_ACCUMULATE
// variant racy-put-no-op: -DFIRST=PUT -DSECOND=NO_OP
// variant racy-put-fetch: -DFIRST=PUT -DSECOND=FETCH
// variant racy-put-cas: -DFIRST=PUT -DSECOND=CAS
// variant racy-get-accumulate: -DFIRST=GET -DSECOND=ACCUMULATE
// variant racy-get-get-accumulate: -DFIRST=GET -DSECOND=GET_ACCUMULATE
// variant racy-get-fetch: -DFIRST=GET -DSECOND=FETCH
// variant racy-get-cas: -DFIRST=GET -DSECOND=CAS
// variant clean-get-get: -DFIRST=GET -DSECOND=GET
// variant clean-get-no-op: -DFIRST=GET -DSECOND=NO_OP
// variant clean-no-op-no-op: -DFIRST=NO_OP -DSECOND=NO_OP
// variant clean-accumulate-accumulate: -DFIRST=ACCUMULATE -DSECOND=ACCUMULATE
// variant clean-accumulate-get-accumulate: -DFIRST=ACCUMULATE -DSECOND=GET_ACCUMULATE
// variant clean-accumulate-fetch: -DFIRST=ACCUMULATE -DSECOND=FETCH
// variant clean-accumulate-no-op: -DFIRST=ACCUMULATE -DSECOND=NO_OP
// variant clean-fetch-no-op: -DFIRST=FETCH -DSECOND=NO_OP
// variant clean-cas-cas: -DFIRST=CAS -DSECOND=CAS
// variant clean-cas-no-op: -DFIRST=CAS -DSECOND=NO_OP
// variant clean-put-then-put: -DFIRST=PUT -DSECOND=PUT -DORDERED
// variant clean-put-then-get: -DFIRST=PUT -DSECOND=GET -DORDERED
// variant clean-get-then-cas: -DFIRST=GET -DSECOND=CAS -DORDERED
// variant clean-accumulate-then-put: -DFIRST=ACCUMULATE -DSECOND=PUT -DORDERED
#include "corpus.h"

#define PUT MPI_Put(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define GET MPI_Get(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define ACCUMULATE MPI_Accumulate(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win)
#define GET_ACCUMULATE MPI_Get_accumulate(&a, 1, MPI_INT, &b, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win)
#define NO_OP MPI_Get_accumulate(NULL, 0, MPI_INT, &b, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, win)
#define FETCH MPI_Fetch_and_op(&a, &b, MPI_INT, 1, 0, MPI_SUM, win)
#define CAS MPI_Compare_and_swap(&a, &a, &b, MPI_INT, 1, 0, win)

int main(void) {
  MPI_Win win;
  int rank = begin(), a = 1, b = 2;
  open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    FIRST;  // race(remote)
    MPI_Win_flush(1, win);
  }
#ifdef ORDERED
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 2) {
    SECOND;  // race(remote)
  }
  MPI_Win_unlock_all(win);
  use(a + b);
  return finish(&win);
}
