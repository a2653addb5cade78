// One slot, filled again and again with a signal. Who empties it gives it back by an atomic, for which the other one waits; without
// that, the next put races with the look at the last one, and with the last one itself.
// variant racy: -DCREDIT=
// variant clean: "-DCREDIT=shmem_signal_wait_until(&empty,SHMEM_CMP_GE,i-1)"
// since: 1.5
#include "corpus.h"

static double slot[8];
static uint64_t full, empty;

int main(void) {
  int pe = begin();
  double local[8] = {0};
  for (uint64_t i = 1; i <= 5; ++i) {
    if (pe == 0) {
      CREDIT;
      local[0] = (double)i;
      shmem_double_put_signal(slot, local, 8, &full, i, SHMEM_SIGNAL_SET, 1);  // race(look) race(put) race(put)
    } else {
      shmem_signal_wait_until(&full, SHMEM_CMP_GE, i);
      use((int)slot[0]);  // race(look)
      shmem_uint64_atomic_set(&empty, i, 0);
    }
  }
  return finish();
}
