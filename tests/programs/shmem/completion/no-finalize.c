// A program that ends well without shmem_finalize finalizes by that, as programs from before it was there do: an operation that nobody has
// completed until then is compared as always.
// variant racy-return: -DINIT=shmem_init() -DSYNC=shmem_sync_all "-DEND=return 0"
// variant racy-exit: -DINIT=shmem_init() -DSYNC=shmem_sync_all "-DEND=exit(0)"
// variant racy-old: -DINIT=start_pes(0) -DSYNC=shmem_sync_all "-DEND=return 0"
// variant clean-return: -DINIT=shmem_init() -DSYNC=shmem_barrier_all "-DEND=return 0"
// variant clean-old: -DINIT=start_pes(0) -DSYNC=shmem_barrier_all "-DEND=exit(0)"
#include "corpus.h"

long x;

int main(void) {
  INIT;
  int pe = shmem_my_pe();
  if (pe == 0)
    shmem_long_p(&x, 1, 1);  // race(end)
  SYNC();
  if (pe == 1)
    use((int)x);  // race(end)
  END;
}
