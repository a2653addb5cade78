// Locks that a program makes of atomics of C in a shared window, and a counter behind them.
// ranks: 3
// variant clean-exchange: -DTAKE=(__atomic_exchange_n(lock,1,__ATOMIC_ACQUIRE)==0) -DGIVE=__atomic_store_n(lock,0,__ATOMIC_RELEASE)
// variant clean-compare: -DTAKE=compared(lock,__ATOMIC_ACQUIRE) -DGIVE=__atomic_store_n(lock,0,__ATOMIC_RELEASE)
// variant clean-old-builtins: -DTAKE=(__sync_lock_test_and_set(lock,1)==0) -DGIVE=__sync_lock_release(lock)
// variant clean-tickets: -DTICKETS
// variant racy-not-acquired: -DTAKE=compared(lock,__ATOMIC_RELAXED) -DGIVE=__atomic_store_n(lock,0,__ATOMIC_RELEASE)
// variant racy-not-released: -DTAKE=compared(lock,__ATOMIC_ACQUIRE) -DGIVE=__atomic_store_n(lock,0,__ATOMIC_RELAXED)
#include "corpus.h"

#ifdef TICKETS
#define LOCK int ticket = __atomic_fetch_add(&lock[1], 1, __ATOMIC_RELAXED)
#define TAKE (__atomic_load_n(lock, __ATOMIC_ACQUIRE) == ticket)
#define GIVE __atomic_store_n(lock, ticket + 1, __ATOMIC_RELEASE)
#else
#define LOCK
#endif

static inline int compared(int* lock, int order) {
  int expected = 0;
  return __atomic_compare_exchange_n(lock, &expected, 1, 0, order, __ATOMIC_RELAXED);
}

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int rank = begin(), unit, *mine, *shared;
  MPI_Win_allocate_shared(rank == 0 ? 4 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &shared);
  if (rank == 0) memset(shared, 0, 4 * sizeof(int));
  MPI_Barrier(MPI_COMM_WORLD);

  int* lock = &shared[2];
  for (int round = 0; round < 20; ++round) {
    LOCK;
    while (!TAKE) continue;
    shared[0] = 3;  // race(counter) race(counter)
    GIVE;
  }
  (void)compared;
  return finish(&win);
}
