// A flag that was set and not waited for, that its owner then set back with a store, and that is set again to the same value: what a wait
// sees is the second one, since the store came after the first.
// variant racy: -DHOW=PUT -DORDER=
// variant clean: -DHOW=PUT "-DORDER=shmem_fence()"
// variant clean-waiting: -DHOW=PUT "-DORDER=shmem_fence()" -DWAITS_FIRST
// variant clean-array: -DHOW=ARRAY "-DORDER=shmem_fence()"
// variant clean-atomic: -DHOW=SET "-DORDER=shmem_fence()"
#include <unistd.h>

#include "corpus.h"

#define N 20
static int x, flag[N], ready;

#define PUT shmem_int_p(&flag[3], 1, 1)
#define ARRAY shmem_int_put(flag, ones, N, 1)
#define SET shmem_int_atomic_set(&flag[3], 1, 1)

// The other one comes first, as a rule.
static void lag(void) {
  usleep(20000);
}

int main(void) {
  int pe = begin();
  int ones[N];
  for (int i = 0; i < N; ++i)
    ones[i] = 1;
  if (pe == 0)
    HOW;
  shmem_quiet();
  shmem_sync_all();
  if (pe == 0) {
    shmem_int_wait_until(&ready, SHMEM_CMP_EQ, 1);
#ifdef WAITS_FIRST
    lag();
#endif
    shmem_int_p(&x, 1, 1);  // race(data)
    ORDER;
    HOW;
  } else {
    memset(flag, 0, sizeof flag);
    shmem_int_atomic_set(&ready, 1, 0);
#ifndef WAITS_FIRST
    lag();
#endif
    shmem_int_wait_until(&flag[3], SHMEM_CMP_EQ, 1);
    use(x);  // race(data)
  }
  (void)ones;
  return finish();
}
