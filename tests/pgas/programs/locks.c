/* Locks exclude: a counter on PE 0 that is read and written without atomics is right in the end. */
#include "check.h"

enum { ROUNDS = 10 };
static long lock, other_lock;
static long counter;

int main(void) {
  begin();
  for (int i = 0; i < ROUNDS; ++i) {
    shmem_set_lock(&lock);
    const long seen = shmem_long_g(&counter, 0);
    shmem_long_p(&counter, seen + 1, 0);
    shmem_clear_lock(&lock);  /* completes the put */
  }
  for (int done = 0; done < ROUNDS;) {
    if (shmem_test_lock(&lock) != 0) continue;
    const long seen = shmem_long_g(&counter, 0);
    shmem_long_p(&counter, seen + 1, 0);
    shmem_clear_lock(&lock);
    ++done;
  }
  shmem_barrier_all();
  CHECK(shmem_long_g(&counter, 0) == 2L * ROUNDS * n);

  /* A lock that is held is not got, whoever asks. */
  if (me == 0) shmem_set_lock(&other_lock);
  shmem_barrier_all();
  CHECK(shmem_test_lock(&other_lock) == 1);
  shmem_barrier_all();
  if (me == 0) shmem_clear_lock(&other_lock);
  shmem_barrier_all();
  if (me == n - 1) CHECK(shmem_test_lock(&other_lock) == 0);
  return end();
}
