// The buffers of one-sided operations against loads and stores of the origin, before and after the flush. An operation that
// only reads its buffer (put, accumulate) admits loads; the result of a get or an atomic admits neither.
// variant racy-put-store: -DOP=PUT -DEARLY=STORE
// variant racy-get-load: -DOP=GET -DEARLY=LOAD
// variant racy-get-store: -DOP=GET -DEARLY=STORE
// variant racy-accumulate-store: -DOP=ACCUMULATE -DEARLY=STORE
// variant racy-get-accumulate-operand-store: -DOP=GET_ACCUMULATE_FROM -DEARLY=STORE
// variant racy-get-accumulate-result-load: -DOP=GET_ACCUMULATE_TO -DEARLY=LOAD
// variant racy-get-accumulate-result-store: -DOP=GET_ACCUMULATE_TO -DEARLY=STORE
// variant racy-no-op-result-load: -DOP=NO_OP_TO -DEARLY=LOAD
// variant racy-fetch-operand-store: -DOP=FETCH_FROM -DEARLY=STORE
// variant racy-fetch-result-load: -DOP=FETCH_TO -DEARLY=LOAD
// variant racy-fetch-result-store: -DOP=FETCH_TO -DEARLY=STORE
// variant racy-cas-value-store: -DOP=CAS_VALUE -DEARLY=STORE
// variant racy-cas-compare-store: -DOP=CAS_COMPARE -DEARLY=STORE
// variant racy-cas-result-load: -DOP=CAS_TO -DEARLY=LOAD
// variant racy-cas-result-store: -DOP=CAS_TO -DEARLY=STORE
// variant clean-put-load: -DOP=PUT -DEARLY=LOAD
// variant clean-accumulate-load: -DOP=ACCUMULATE -DEARLY=LOAD
// variant clean-get-accumulate-operand-load: -DOP=GET_ACCUMULATE_FROM -DEARLY=LOAD
// variant clean-no-op-operand-store: -DOP=NO_OP_FROM -DEARLY=STORE
// variant clean-fetch-operand-load: -DOP=FETCH_FROM -DEARLY=LOAD
// variant clean-cas-value-load: -DOP=CAS_VALUE -DEARLY=LOAD
// variant clean-cas-compare-load: -DOP=CAS_COMPARE -DEARLY=LOAD
// variant clean-put-store-late: -DOP=PUT -DLATE=STORE
// variant clean-get-store-late: -DOP=GET -DLATE=STORE
// variant clean-accumulate-store-late: -DOP=ACCUMULATE -DLATE=STORE
// variant clean-get-accumulate-store-late: -DOP=GET_ACCUMULATE_TO -DLATE=STORE
// variant clean-fetch-store-late: -DOP=FETCH_TO -DLATE=STORE
// variant clean-cas-store-late: -DOP=CAS_TO -DLATE=STORE
// verdict: clean-no-op-operand-store: with MPI_NO_OP the origin buffer is ignored.
#include "corpus.h"

#define LOAD use(b)
#define STORE b = 7
#define PUT MPI_Put(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define GET MPI_Get(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define ACCUMULATE MPI_Accumulate(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win)
#define GET_ACCUMULATE(from, to, op) MPI_Get_accumulate(&from, 1, MPI_INT, &to, 1, MPI_INT, 1, 0, 1, MPI_INT, op, win)
#define GET_ACCUMULATE_FROM GET_ACCUMULATE(b, c, MPI_SUM)
#define GET_ACCUMULATE_TO GET_ACCUMULATE(c, b, MPI_SUM)
#define NO_OP_FROM GET_ACCUMULATE(b, c, MPI_NO_OP)
#define NO_OP_TO GET_ACCUMULATE(c, b, MPI_NO_OP)
#define FETCH_FROM MPI_Fetch_and_op(&b, &c, MPI_INT, 1, 0, MPI_SUM, win)
#define FETCH_TO MPI_Fetch_and_op(&c, &b, MPI_INT, 1, 0, MPI_SUM, win)
#define CAS_VALUE MPI_Compare_and_swap(&b, &c, &d, MPI_INT, 1, 0, win)
#define CAS_COMPARE MPI_Compare_and_swap(&c, &b, &d, MPI_INT, 1, 0, win)
#define CAS_TO MPI_Compare_and_swap(&c, &d, &b, MPI_INT, 1, 0, win)
#ifndef EARLY
#define EARLY (void)0
#endif
#ifndef LATE
#define LATE LOAD
#endif

int main(void) {
  MPI_Win win;
  int rank = begin(), b = 1, c = 2, d = 3;
  open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    OP;     // race(buffer)
    EARLY;  // race(buffer)
    MPI_Win_flush(1, win);
    LATE;
  }
  MPI_Win_unlock_all(win);
  use(c + d);
  return finish(&win);
}
