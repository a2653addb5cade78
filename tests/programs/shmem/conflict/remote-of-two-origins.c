// Operations of two PEs on the memory of a third: at least one of them writes, and not both are atomic.
// ranks: 3
// variant racy-put-put: "-DFIRST=shmem_int_put(x,b,2,2)" "-DSECOND=shmem_int_put(x+1,b,2,2)"
// variant racy-put-get: "-DFIRST=shmem_int_put(x,b,2,2)" "-DSECOND=shmem_int_get(b,x,1,2)"
// variant racy-p-g: "-DFIRST=shmem_int_p(x,1,2)" "-DSECOND=use(shmem_int_g(x,2))"
// variant racy-nbi: "-DFIRST=shmem_int_put_nbi(x,b,2,2)" "-DSECOND=shmem_int_get_nbi(b,x+1,1,2)"
// variant racy-mem: "-DFIRST=shmem_putmem(x,b,5,2)" "-DSECOND=shmem_getmem(b,(char*)x+4,1,2)"
// variant racy-sizes: "-DFIRST=shmem_put64(x,b,1,2)" "-DSECOND=shmem_put32(x+1,b,1,2)"
// variant racy-put-atomic: "-DFIRST=shmem_int_p(x,1,2)" "-DSECOND=shmem_int_atomic_add(x,1,2)"
// variant racy-get-atomic: "-DFIRST=use(shmem_int_g(x,2))" "-DSECOND=shmem_int_atomic_set(x,1,2)"
// variant racy-put-fetch: "-DFIRST=shmem_int_p(x,1,2)" "-DSECOND=use(shmem_int_atomic_fetch(x,2))"
// variant racy-old-atomic: "-DFIRST=shmem_int_p(x,1,2)" "-DSECOND=use(shmem_int_fadd(x,1,2))"
// variant clean-get-get: "-DFIRST=shmem_int_get(b,x,2,2)" "-DSECOND=shmem_int_get(b,x,2,2)"
// variant clean-get-fetch: "-DFIRST=use(shmem_int_g(x,2))" "-DSECOND=use(shmem_int_atomic_fetch(x,2))"
// variant clean-atomics: "-DFIRST=shmem_int_atomic_inc(x,2)" "-DSECOND=use(shmem_int_atomic_fetch_add(x,2,2))"
// variant clean-mem: "-DFIRST=shmem_putmem(x,b,5,2)" "-DSECOND=shmem_getmem(b,(char*)x+5,1,2)"
// variant clean-apart: "-DFIRST=shmem_int_put(x,b,2,2)" "-DSECOND=shmem_int_put(x+2,b,2,2)"
// variant clean-other-target: "-DFIRST=shmem_int_put(x,b,2,2)" "-DSECOND=shmem_int_put(x,b,2,1)"
#include "corpus.h"

int x[4] __attribute__((aligned(16)));

int main(void) {
  int pe = begin();
  static int b[4] = {1, 2, 3, 4};
  (void)b;
  if (pe == 0)
    FIRST;  // race(remote)
  if (pe == 1)
    SECOND;  // race(remote)
  return finish();
}
