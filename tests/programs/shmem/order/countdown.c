// A counter that is brought down to zero: zero tells of all who subtracted, one of all but one.
// ranks: 4
// variant racy: -DLEFT=1
// variant clean: -DLEFT=0
#include "corpus.h"

static int left, result[4], go_on;

int main(void) {
  int pe = begin();
  if (pe == 0)
    left = 3;
  shmem_barrier_all();
  if (pe > 0) {
    if (LEFT == 1 && pe == 3)
      shmem_int_wait_until(&go_on, SHMEM_CMP_EQ, 1);
    shmem_int_p(&result[pe], pe, 0);  // race(last)
    shmem_fence();
    shmem_int_atomic_add(&left, -1, 0);
  } else {
    shmem_int_wait_until(&left, SHMEM_CMP_LE, LEFT);
    shmem_int_atomic_set(&go_on, 1, 3);
    use(result[1] + result[2]);
    use(result[3]);  // race(last)
  }
  return finish();
}
