// A counter that its owner raises, too: a wait takes the update that made the value large enough, whoever made it, and those that it builds
// on; not those that came later.
// (Not with OSHMEM, which lets nothing of others in while a PE only fetches: the loop would not end.)
// mpi: embedded sandia
// variant racy-later: "-DADD=shmem_int_atomic_fetch_add(&count,1,1)" -DUNTIL=1 -DITEM=1
// variant racy-later-quiet: "-DADD=shmem_int_atomic_add(&count,1,1);shmem_quiet()" -DUNTIL=1 -DITEM=1
// variant clean-first: "-DADD=shmem_int_atomic_fetch_add(&count,1,1)" -DUNTIL=1 -DITEM=0
// variant clean: "-DADD=shmem_int_atomic_fetch_add(&count,1,1)" -DUNTIL=2 -DITEM=1
// variant clean-own: "-DADD=shmem_int_atomic_fetch_add(&count,1,1)" -DUNTIL=3 -DITEM=1
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
