// A queue on PE 0: places are given out by an atomic, filled by puts and announced by a flag each.
// ranks: 4
// variant racy: -DORDER=
// variant clean: "-DORDER=shmem_fence()"
#include "corpus.h"

static int tail, item[16], ready[16];

int main(void) {
  int pe = begin();
  if (pe > 0) {
    for (int i = 0; i < 3; ++i) {
      int at = shmem_int_atomic_fetch_inc(&tail, 0);
      shmem_int_p(&item[at], pe * 10 + i, 0);  // race(item)
      ORDER;
      shmem_int_p(&ready[at], 1, 0);
    }
  } else {
    for (int i = 0; i < 9; ++i) {
      shmem_int_wait_until(&ready[i], SHMEM_CMP_EQ, 1);
      use(item[i]);  // race(item)
    }
  }
  return finish();
}
