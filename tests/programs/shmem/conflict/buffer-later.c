// What non-blocking atomics fetch is there when the context is quiet; the source of a non-blocking put with signal is free then.
// variant racy-fetch: "-DOP=shmem_long_atomic_fetch_nbi(&b,&x,1)" -DCOMPLETE= "-DLOCAL=use((int)b)"
// variant racy-fetch-add: "-DOP=shmem_long_atomic_fetch_add_nbi(&b,&x,2,1)" -DCOMPLETE= "-DLOCAL=use((int)b)"
// variant racy-fetch-inc: "-DOP=shmem_long_atomic_fetch_inc_nbi(&b,&x,1)" -DCOMPLETE= "-DLOCAL=b=3"
// variant racy-swap: "-DOP=shmem_long_atomic_swap_nbi(&b,&x,2,1)" "-DCOMPLETE=shmem_fence()" "-DLOCAL=use((int)b)"
// variant racy-compare-swap: "-DOP=shmem_long_atomic_compare_swap_nbi(&b,&x,0,2,1)" -DCOMPLETE= "-DLOCAL=use((int)b)"
// variant racy-put-signal: "-DOP=shmem_long_put_signal_nbi(&x,&b,1,&sig,1,SHMEM_SIGNAL_SET,1)" -DCOMPLETE= "-DLOCAL=b=3"
// variant racy-other-context: "-DOP=shmem_ctx_long_atomic_fetch_nbi(ctx,&b,&x,1)" "-DCOMPLETE=shmem_quiet()" "-DLOCAL=use((int)b)"
// variant clean-blocking: "-DOP=b=shmem_long_atomic_fetch_add(&x,2,1)" -DCOMPLETE= "-DLOCAL=use((int)b)"
// variant clean-fetch: "-DOP=shmem_long_atomic_fetch_nbi(&b,&x,1)" "-DCOMPLETE=shmem_quiet()" "-DLOCAL=use((int)b)"
// variant clean-barrier: "-DOP=shmem_long_atomic_swap_nbi(&b,&x,2,1)" "-DCOMPLETE=shmem_barrier_all()" "-DLOCAL=use((int)b)"
// variant clean-put-signal: "-DOP=shmem_long_put_signal(&x,&b,1,&sig,1,SHMEM_SIGNAL_SET,1)" -DCOMPLETE= "-DLOCAL=b=3"
// variant clean-context: "-DOP=shmem_ctx_long_atomic_fetch_nbi(ctx,&b,&x,1)" "-DCOMPLETE=shmem_ctx_quiet(ctx)" "-DLOCAL=use((int)b)"
// since: 1.5
#include "corpus.h"

long x;
uint64_t sig;

int main(void) {
  int pe = begin();
  static long b = 1;
  shmem_ctx_t ctx;
  shmem_ctx_create(0, &ctx);
  if (pe == 0)
    OP;  // race(buffer)
  COMPLETE;
  if (pe == 0)
    LOCAL;  // race(buffer)
  shmem_ctx_destroy(ctx);
  return finish();
}
