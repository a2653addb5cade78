// Two PEs put a flag one after the other: a wait that the first one satisfies learns nothing from the second.
// (Not with OSHMEM, which lets nothing of others in while a PE only fetches: the loop would not end.)
// mpi: embedded sandia
// ranks: 3
// variant racy: -DUNTIL=1
// variant clean: -DUNTIL=2
#include "corpus.h"

static long flag, data, turn, over;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    shmem_long_p(&flag, 1, 1);
    shmem_quiet();
    shmem_long_atomic_set(&turn, 1, 2);
  } else if (pe == 2) {
    shmem_long_wait_until(&turn, SHMEM_CMP_EQ, 1);
    shmem_long_p(&data, 7, 1);  // race(data)
    shmem_fence();
    shmem_long_p(&flag, 2, 1);
    shmem_quiet();
    shmem_long_atomic_inc(&over, 1);
  } else {
    while (shmem_long_atomic_fetch(&over, 1) < 1)
      continue;  // orders nothing
    shmem_long_wait_until(&flag, SHMEM_CMP_GE, UNTIL);
    use((int)data);  // race(data)
  }
  return finish();
}
