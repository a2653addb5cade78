// A counter that its owner raises, too: what the owner has added itself needs nobody else, so a wait until 2 is due to the first of the
// others only, however many there are already.
// (Not with OSHMEM, which lets nothing of others in while a PE only fetches: the loop would not end.)
// mpi: embedded sandia
// variant racy-ahead: "-DADD=shmem_int_atomic_fetch_add(&count,1,1)" -DUNTIL=2 -DITEM=1
// variant racy-ahead-quiet: "-DADD=shmem_int_atomic_add(&count,1,1);shmem_quiet()" -DUNTIL=2 -DITEM=1
// variant clean: "-DADD=shmem_int_atomic_fetch_add(&count,1,1)" -DUNTIL=2 -DITEM=0
// variant clean-all: "-DADD=shmem_int_atomic_fetch_add(&count,1,1)" -DUNTIL=3 -DITEM=1
#include "corpus.h"

static int items[2];
static int count;
static long over;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    for (int i = 0; i < 2; ++i) {
      shmem_int_p(&items[i], i + 1, 1);  // race(item)
      shmem_fence();
      shmem_int_atomic_inc(&count, 1);
    }
    shmem_long_atomic_inc(&over, 1);
  } else {
    while (shmem_long_atomic_fetch(&over, 1) < 1)
      continue;  // orders nothing
    ADD;
    shmem_int_wait_until(&count, SHMEM_CMP_GE, UNTIL);
    use(items[ITEM]);  // race(item)
  }
  return finish();
}
