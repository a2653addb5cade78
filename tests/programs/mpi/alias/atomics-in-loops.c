// Atomics of C in loops of which a compiler may make copies: one where nothing else is exposed, one where it is, rounds of several at once.
// They count in each of these. Rank 1 updates counters that rank 0 reads without an atomic.
// variant racy: -DCOUNT=once
// variant racy-by-pointer: -DCOUNT=by_pointer
// variant racy-many: -DCOUNT=many
// variant racy-compared: -DCOUNT=compared
// variant clean: -DCOUNT=by_pointer -DBARRIER
// variant clean-many: -DCOUNT=many -DBARRIER
#include "corpus.h"

static __attribute__((noinline)) void once(int** counters, int* amounts, int n) {
  (void)amounts, (void)n;
  __atomic_fetch_add(&(*counters)[3], 1, __ATOMIC_RELAXED);  // race(counter) in racy
}

static __attribute__((noinline)) void by_pointer(int** counters, int* amounts, int n) {
  (void)amounts;
  for (int i = 0; i < n; ++i)
    __atomic_fetch_add(&(*counters)[3], 1, __ATOMIC_RELAXED);  // race(counter) in racy-by-pointer
}

static __attribute__((noinline)) void many(int** counters, int* amounts, int n) {
  int* to = *counters;
  for (int i = 0; i < n; ++i)
    __atomic_fetch_add(&to[i], amounts[i], __ATOMIC_RELAXED);  // race(counter) in racy-many
}

static __attribute__((noinline)) void compared(int** counters, int* amounts, int n) {
  for (int i = 0; i < n; ++i) {
    int old = amounts[i];
    __atomic_compare_exchange_n(&(*counters)[i], &old, 3, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);  // race(counter) in racy-compared
    amounts[i] = old;
  }
}

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int rank = begin(), unit, amounts[16] = {0}, *mine, *counters;
  MPI_Win_allocate_shared(rank == 0 ? 16 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &counters);
  if (rank == 0) memset(counters, 0, 16 * sizeof(int));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) COUNT(&counters, amounts, 16);
#ifdef BARRIER
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 0) use(counters[3]);  // race(counter)
  (void)once, (void)by_pointer, (void)many, (void)compared;
  return finish(&win);
}
