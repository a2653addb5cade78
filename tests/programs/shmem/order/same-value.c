// Two PEs set one flag to the same value: the wait is over with the first of the two, and only that one is waited for. Which one
// that is differs from run to run; here PE 1 is made to be the second.
// ranks: 3
// variant racy: -DSECOND
// variant clean: -DONLY_FIRST
#include "corpus.h"

int x[2], flag, turn;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    shmem_int_p(&x[0], 1, 2);
    shmem_quiet();
    shmem_int_atomic_set(&flag, 1, 2);
    shmem_int_atomic_set(&turn, 1, 1);
  } else if (pe == 1) {
    shmem_int_wait_until(&turn, SHMEM_CMP_EQ, 1);
#ifdef SECOND
    shmem_int_p(&x[1], 1, 2);  // race(second)
    shmem_quiet();
    shmem_int_atomic_set(&flag, 1, 2);
#endif
  } else {
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    use(x[0]);
    use(x[1]);  // race(second)
  }
  return finish();
}
