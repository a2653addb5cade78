// An atomic of C in a shared window beside something else to the same place, with three processes: rank 0 owns the place. Atomics of C excuse
// each other, whatever their sizes and orders, and nothing else: loads and stores that are none, and operations, conflict with them.
// ranks: 3
// variant clean-load-load: -DONE=LOAD -DOTHER=LOAD
// variant clean-store-load: -DONE=STORE -DOTHER=LOAD
// variant clean-store-store: -DONE=STORE -DOTHER=STORE
// variant clean-add-add: -DONE=ADD -DOTHER=ADD
// variant clean-add-of-owner: -DONE=ADD -DOTHER=STORE -DFIRST=0
// variant clean-load-of-owner: -DONE=LOAD -DOTHER=ADD -DSECOND=0
// variant clean-half: -DONE=ADD_HALF -DOTHER=LOAD
// variant clean-plain-load-load: -DONE=PLAIN_LOAD -DOTHER=LOAD
// variant clean-plain-load-failed: -DONE=PLAIN_LOAD -DOTHER=FAIL
// variant clean-get-load: -DONE=GET -DOTHER=LOAD -DFIRST=2 -DSECOND=0
// variant clean-get-failed: -DONE=GET -DOTHER=FAIL
// variant clean-ordered: -DONE=PLAIN_STORE -DOTHER=ADD -DBARRIER
// variant clean-put-ordered: -DONE=PUT -DOTHER=ADD -DBARRIER
// variant racy-plain-store-load: -DONE=PLAIN_STORE -DOTHER=LOAD
// variant racy-plain-store-failed: -DONE=PLAIN_STORE -DOTHER=FAIL
// variant racy-plain-load-store: -DONE=PLAIN_LOAD -DOTHER=STORE
// variant racy-plain-load-add: -DONE=PLAIN_LOAD -DOTHER=ADD
// variant racy-plain-store-of-owner: -DONE=PLAIN_STORE -DOTHER=ADD -DFIRST=0
// variant racy-plain-load-of-owner: -DONE=PLAIN_LOAD -DOTHER=STORE -DFIRST=0
// variant racy-store-of-owner: -DONE=PLAIN_LOAD -DOTHER=STORE -DSECOND=0
// variant racy-add-of-owner: -DONE=PLAIN_STORE -DOTHER=ADD -DSECOND=0
// variant racy-half: -DONE=PLAIN_LOAD -DOTHER=ADD_HALF
// variant racy-put-load: -DONE=PUT -DOTHER=LOAD
// variant racy-put-load-of-owner: -DONE=PUT -DOTHER=LOAD -DSECOND=0
// variant racy-get-store: -DONE=GET -DOTHER=STORE
// variant racy-get-add-of-owner: -DONE=GET -DOTHER=ADD -DSECOND=0
// variant racy-accumulate-add: -DONE=ACCUMULATE -DOTHER=ADD
// variant racy-accumulate-add-of-owner: -DONE=ACCUMULATE -DOTHER=ADD -DSECOND=0
// variant racy-fetch-store: -DONE=FETCH -DOTHER=STORE
#include "corpus.h"

#ifndef FIRST
#define FIRST 1
#endif
#ifndef SECOND
#define SECOND 2
#endif

#define LOAD use((int)__atomic_load_n(place, __ATOMIC_RELAXED))
#define STORE __atomic_store_n(place, 3L, __ATOMIC_RELAXED)
#define ADD (void)__atomic_fetch_add(place, 1L, __ATOMIC_RELAXED)
#define ADD_HALF (void)__atomic_fetch_add((int*)place + 1, 1, __ATOMIC_RELAXED)
#define FAIL (void)__atomic_compare_exchange_n(place, &wrong, 1L, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
#define PLAIN_LOAD use((int)*place)
#define PLAIN_STORE *place = 0
#define PUT MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win)
#define GET MPI_Get(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win)
#define ACCUMULATE MPI_Accumulate(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win)
#define FETCH MPI_Fetch_and_op(&value, &value, MPI_LONG, 0, 0, MPI_NO_OP, win)

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  long value = 0, wrong = 77, *mine, *place;
  int rank = begin(), unit;
  MPI_Win_allocate_shared(rank == 0 ? sizeof(long) : 0, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &place);
  if (rank == 0) place = mine, *place = 0;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == FIRST) {
    ONE;  // race(place)
    MPI_Win_flush(0, win);
  }
#ifdef BARRIER
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == SECOND) {
    OTHER;  // race(place)
  }
  (void)wrong, (void)value;
  MPI_Win_unlock_all(win);
  return finish(&win);
}
