// Atomics of C in a shared window, three processes: rank 0 releases 1, rank 2 changes that to 2, rank 1 acquires 2. What rank 2 does to the
// value decides whose data rank 1 may read.
// ranks: 3
// variant clean-update: -DCHANGE=UPDATE(RELAXED) -DREAD=0
// variant clean-update-released: -DCHANGE=UPDATE(RELEASE) -DREAD=0
// variant clean-update-released-both: -DCHANGE=UPDATE(RELEASE) -DREAD=2
// variant clean-compared: -DCHANGE=COMPARE(RELAXED) -DREAD=0
// variant clean-stored-after-acquiring: -DSEES=ACQUIRE -DCHANGE=STORE(RELEASE) -DREAD=0
// variant racy-update-data-of-2: -DCHANGE=UPDATE(RELAXED) -DREAD=2
// variant racy-stored: -DCHANGE=STORE(RELAXED) -DREAD=0
// variant racy-stored-released: -DCHANGE=STORE(RELEASE) -DREAD=0
// variant racy-stored-after-acquiring: -DSEES=ACQUIRE -DCHANGE=STORE(RELAXED) -DREAD=0
#include "corpus.h"

#ifndef SEES
#define SEES RELAXED
#endif

#define UPDATE(order) (void)__atomic_fetch_add(flag, 1, __ATOMIC_##order)
#define STORE(order) __atomic_store_n(flag, 2, __ATOMIC_##order)
#define COMPARE(order) compared(flag, __ATOMIC_##order)
#define WAIT(at, value, order) \
  while (__atomic_load_n(at, order) != (value)) continue

static inline void compared(int* flag, int order) {
  int expected = 1;
  while (!__atomic_compare_exchange_n(flag, &expected, 2, 1, order, order)) expected = 1;
}

#define AS_ORDER(order) AS_ORDER_OF(order)
#define AS_ORDER_OF(order) __ATOMIC_##order

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int rank = begin(), unit, *mine, *shared;
  MPI_Win_allocate_shared(rank == 0 ? 4 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &shared);
  if (rank == 0) memset(shared, 0, 4 * sizeof(int));
  MPI_Barrier(MPI_COMM_WORLD);

  // Tells that the flag is 2, and orders nothing: rank 1 must not acquire 1.
  int* go = &shared[1];
  int* flag = &shared[3];
  if (rank == 0) {
    shared[0] = 42;  // race(data) in racy-stored*
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
  } else if (rank == 2) {
    shared[2] = 43;  // race(data) in racy-update-data-of-2
    WAIT(flag, 1, AS_ORDER(SEES));
    CHANGE;
    __atomic_store_n(go, 1, __ATOMIC_RELAXED);
  } else {
    WAIT(go, 1, __ATOMIC_RELAXED);
    WAIT(flag, 2, __ATOMIC_ACQUIRE);
    use(shared[READ]);  // race(data)
  }
  return finish(&win);
}
