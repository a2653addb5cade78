// Atomics of C in a shared window: rank 0 writes data and sets a flag, rank 1 waits for the flag and reads the data. The memory orders say
// whether that is an order; the flag and the data lie with one of them or with the other.
// variant clean-release-acquire: -DSET=STORE(RELEASE) -DSEEN=LOAD(ACQUIRE)
// variant clean-sequential: -DSET=STORE(SEQ_CST) -DSEEN=LOAD(SEQ_CST) -DFLAG_AT=0
// variant clean-data-at-0: -DSET=STORE(RELEASE) -DSEEN=LOAD(ACQUIRE) -DDATA_AT=0
// variant clean-both-at-0: -DSET=STORE(RELEASE) -DSEEN=LOAD(ACQUIRE) -DDATA_AT=0 -DFLAG_AT=0
// variant clean-exchange: -DSET=(void)__atomic_exchange_n(flag,1,__ATOMIC_ACQ_REL) -DSEEN=LOAD(ACQUIRE)
// variant clean-add-and-compare: -DSET=(void)__atomic_fetch_add(flag,1,__ATOMIC_RELEASE) "-DSEEN=compared(flag,__ATOMIC_ACQUIRE)"
// variant clean-old-builtins: -DSET=(void)__sync_fetch_and_add(flag,1) "-DSEEN=__sync_bool_compare_and_swap(flag,1,2)"
// variant clean-fences: "-DSET=FENCE(RELEASE),STORE(RELAXED)" -DSEEN=LOAD(RELAXED) -DAFTER=FENCE(ACQUIRE)
// variant clean-old-fences: "-DSET=__sync_synchronize(),STORE(RELAXED)" -DSEEN=LOAD(RELAXED) "-DAFTER=__sync_synchronize()" -DFLAG_AT=0
// variant clean-window-fences: "-DSET=MPI_Win_sync(win),STORE(RELAXED)" -DSEEN=LOAD(RELAXED) "-DAFTER=MPI_Win_sync(win)"
// variant clean-fence-and-acquire: "-DSET=FENCE(SEQ_CST),STORE(RELAXED)" -DSEEN=LOAD(ACQUIRE)
// variant racy-relaxed: -DSET=STORE(RELAXED) -DSEEN=LOAD(RELAXED)
// variant racy-not-released: -DSET=STORE(RELAXED) -DSEEN=LOAD(ACQUIRE) -DFLAG_AT=0
// variant racy-not-acquired: -DSET=STORE(RELEASE) -DSEEN=LOAD(RELAXED)
// variant racy-compare-not-acquired: -DSET=STORE(RELEASE) "-DSEEN=compared(flag,__ATOMIC_RELAXED)" -DDATA_AT=0
// variant racy-fence-behind: "-DSET=STORE(RELAXED),FENCE(RELEASE)" -DSEEN=LOAD(RELAXED) -DAFTER=FENCE(ACQUIRE)
// variant racy-fence-before: "-DSET=FENCE(RELEASE),STORE(RELAXED)" -DSEEN=LOAD(RELAXED) -DFENCE_COMES_FIRST
// variant racy-window-fence-on-one-side: "-DSET=MPI_Win_sync(win),STORE(RELAXED)" -DSEEN=LOAD(RELAXED) -DDATA_AT=0 -DFLAG_AT=0
// variant racy-data-behind: -DSET=STORE(RELEASE) -DSEEN=LOAD(ACQUIRE) -DBEHIND
#include "corpus.h"

#ifndef FLAG_AT
#define FLAG_AT 1
#endif
#ifndef DATA_AT
#define DATA_AT 1
#endif
#ifndef AFTER
#define AFTER
#endif

#define STORE(order) __atomic_store_n(flag, 1, __ATOMIC_##order)
#define LOAD(order) __atomic_load_n(flag, __ATOMIC_##order)
#define FENCE(order) __atomic_thread_fence(__ATOMIC_##order)

static inline int compared(int* flag, int order) {
  int expected = 1;
  return __atomic_compare_exchange_n(flag, &expected, 2, 0, order, __ATOMIC_RELAXED);
}

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int rank = begin(), unit, *mine, *part[2];
  MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &part[0]);
  MPI_Win_shared_query(win, 1, &size, &unit, &part[1]);
  part[rank] = mine;
  mine[0] = mine[1] = 0;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Barrier(MPI_COMM_WORLD);

  int* flag = &part[FLAG_AT][0];
  int* data = &part[DATA_AT][1];
  if (rank == 0) {
#ifdef BEHIND
    SET;
    data[0] = 42;  // race(data) in racy-data-behind
#else
    data[0] = 42;  // race(data) in racy-relaxed,racy-not-*,racy-compare*,racy-fence*,racy-window*
    SET;
#endif
  } else {
#ifdef FENCE_COMES_FIRST
    FENCE(ACQUIRE);
    while (!LOAD(RELAXED)) continue;
#else
    while (!SEEN) continue;
#endif
    AFTER;
    use(data[0]);  // race(data)
  }
  MPI_Win_unlock_all(win);
  return finish(&win);
}
