// Loads and stores in loops that synchronise by atomics of C: rank 0 hands over one element of its shared memory after the other. What an
// optimiser finds out before a loop about how its accesses are recorded holds no longer behind an atomic.
// flags: -O2
// variant racy: -DTELL=flag
// variant racy-called: -DTELL=called
// variant racy-called-deep: -DTELL=called_deep
// variant racy-fence: -DTELL=fenced
// variant clean: -DTELL=flag -DIN_TIME
// variant clean-called: -DTELL=called -DIN_TIME
// variant clean-fence: -DTELL=fenced -DIN_TIME
#include "corpus.h"

enum { kCount = 200 };

static inline void flag(int* at, int value) {
  __atomic_store_n(at, value, __ATOMIC_RELEASE);
}

static inline void fenced(int* at, int value) {
  __atomic_thread_fence(__ATOMIC_RELEASE);
  __atomic_store_n(at, value, __ATOMIC_RELAXED);
}

static __attribute__((noinline)) void called(int* at, int value) {
  __atomic_store_n(at, value, __ATOMIC_RELEASE);
}

static __attribute__((noinline)) void called_deep(int* at, int value) {
  called(at, value);
  at[2] = value;
}

static __attribute__((noinline)) void produce(int* told, long* data, const int* places, int n) {
  for (int i = 0; i < n; ++i) {
#ifdef IN_TIME
    data[places[i]] = i;
#endif
    TELL(told, i + 1);
#ifndef IN_TIME
    data[places[i]] = i;  // race(data)
#endif
  }
}

static __attribute__((noinline)) long consume(int* told, long* data, const int* places, int n) {
  long sum = 0;
  for (int i = 0; i < n; ++i) {
    while (__atomic_load_n(told, __ATOMIC_ACQUIRE) <= i)
      continue;
    sum += data[places[i]];  // race(data)
  }
  return sum;
}

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int rank = begin(), unit, places[kCount];
  long *mine, *shared;
  MPI_Win_allocate_shared(rank == 0 ? (kCount + 2) * sizeof(long) : 0, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &shared);
  if (rank == 0)
    memset(shared, 0, (kCount + 2) * sizeof(long));
  for (int i = 0; i < kCount; ++i)
    places[i] = i * 7 % kCount;
  MPI_Barrier(MPI_COMM_WORLD);

  int* told = (int*)&shared[kCount];
  if (rank == 0)
    produce(told, shared, places, kCount);
  else
    use((int)consume(told, shared, places, kCount));
  (void)flag, (void)fenced, (void)called, (void)called_deep;
  return finish(&win);
}
