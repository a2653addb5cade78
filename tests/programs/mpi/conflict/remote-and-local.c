// One-sided operations against loads and stores of the target that nothing orders. What only reads at the target (get, the
// atomics with MPI_NO_OP) admits loads; no operation admits stores; atomicity does not help against loads and stores.
// variant racy-put-load: -DOP=PUT -DACCESS=LOAD
// variant racy-put-store: -DOP=PUT -DACCESS=STORE
// variant racy-get-store: -DOP=GET -DACCESS=STORE
// variant racy-accumulate-load: -DOP=ACCUMULATE -DACCESS=LOAD
// variant racy-accumulate-store: -DOP=ACCUMULATE -DACCESS=STORE
// variant racy-replace-load: -DOP=REPLACE -DACCESS=LOAD
// variant racy-get-accumulate-load: -DOP=GET_ACCUMULATE -DACCESS=LOAD
// variant racy-get-accumulate-store: -DOP=GET_ACCUMULATE -DACCESS=STORE
// variant racy-no-op-store: -DOP=NO_OP -DACCESS=STORE
// variant racy-fetch-load: -DOP=FETCH -DACCESS=LOAD
// variant racy-fetch-store: -DOP=FETCH -DACCESS=STORE
// variant racy-fetch-no-op-store: -DOP=FETCH_NO_OP -DACCESS=STORE
// variant racy-cas-load: -DOP=CAS -DACCESS=LOAD
// variant racy-cas-store: -DOP=CAS -DACCESS=STORE
// variant clean-get-load: -DOP=GET -DACCESS=LOAD
// variant clean-no-op-load: -DOP=NO_OP -DACCESS=LOAD
// variant clean-fetch-no-op-load: -DOP=FETCH_NO_OP -DACCESS=LOAD
// variant clean-put-beside: -DOP=PUT -DACCESS=BESIDE
// variant clean-cas-beside: -DOP=CAS -DACCESS=BESIDE
// variant clean-put-late: -DOP=PUT -DACCESS=STORE -DLATE
// variant clean-get-late: -DOP=GET -DACCESS=STORE -DLATE
// variant clean-accumulate-late: -DOP=ACCUMULATE -DACCESS=LOAD -DLATE
// variant clean-get-accumulate-late: -DOP=GET_ACCUMULATE -DACCESS=STORE -DLATE
// variant clean-fetch-late: -DOP=FETCH -DACCESS=STORE -DLATE
// variant clean-cas-late: -DOP=CAS -DACCESS=STORE -DLATE
#include "corpus.h"

#define LOAD use(x[0])
#define STORE x[0] = 7
#define BESIDE x[1] = 7
#define PUT MPI_Put(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define GET MPI_Get(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define ACCUMULATE MPI_Accumulate(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win)
#define REPLACE MPI_Accumulate(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win)
#define GET_ACCUMULATE MPI_Get_accumulate(&a, 1, MPI_INT, &b, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win)
#define NO_OP MPI_Get_accumulate(NULL, 0, MPI_INT, &b, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, win)
#define FETCH MPI_Fetch_and_op(&a, &b, MPI_INT, 1, 0, MPI_SUM, win)
#define FETCH_NO_OP MPI_Fetch_and_op(NULL, &b, MPI_INT, 1, 0, MPI_NO_OP, win)
#define CAS MPI_Compare_and_swap(&a, &a, &b, MPI_INT, 1, 0, win)

int main(void) {
  MPI_Win win;
  int rank = begin(), a = 1, b = 2;
  int* x = open_window(2, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    OP;  // race(remote)
    MPI_Win_flush(1, win);
  }
#ifdef LATE
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 1) {
    ACCESS;  // race(remote)
  }
  MPI_Win_unlock_all(win);
  use(a + b);
  return finish(&win);
}
