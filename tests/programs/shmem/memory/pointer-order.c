// Stores through shmem_ptr are over at once: a sync orders them, where a put would need a quiet. A put to the same place does need it.
// ranks: 3
// variant racy-two-pointers: "-DFIRST=there[0]=1" "-DSECOND=there[0]=2" -DMEET=
// variant racy-pointer-put: "-DFIRST=shmem_int_p(x,1,2)" "-DSECOND=there[0]=2" "-DMEET=shmem_sync_all()"
// variant racy-pointer-get: "-DFIRST=there[0]=1" "-DSECOND=use(shmem_int_g(x,2))" -DMEET=
// variant racy-pointer-atomic: "-DFIRST=there[0]=1" "-DSECOND=shmem_int_atomic_inc(x,2)" -DMEET=
// variant clean-two-pointers: "-DFIRST=there[0]=1" "-DSECOND=there[0]=2" "-DMEET=shmem_sync_all()"
// variant clean-pointer-put: "-DFIRST=shmem_int_p(x,1,2);shmem_quiet()" "-DSECOND=there[0]=2" "-DMEET=shmem_sync_all()"
// variant clean-pointer-get: "-DFIRST=there[0]=1" "-DSECOND=use(shmem_int_g(x,2))" "-DMEET=shmem_sync_all()"
// variant clean-reads: "-DFIRST=use(there[0])" "-DSECOND=use(shmem_int_g(x,2))" -DMEET=
// variant clean-apart: "-DFIRST=there[0]=1" "-DSECOND=there[1]=2" -DMEET=
#include "corpus.h"

int main(void) {
  int pe = begin();
  int* x = shmem_calloc(4, sizeof(int));
  int* there = shmem_ptr(x, 2);
  if (there == NULL)
    shmem_global_exit(1);
  if (pe == 0) {
    FIRST;  // race(pointer)
  }
  MEET;
  if (pe == 1)
    SECOND;  // race(pointer)
  shmem_barrier_all();
  shmem_free(x);
  return finish();
}
