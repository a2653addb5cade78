// A quiet completes the operations of its own context only, and a barrier those of the default one.
// variant racy-default-quiet: "-DCOMPLETE=shmem_quiet();shmem_sync_all()"
// variant racy-barrier: "-DCOMPLETE=shmem_barrier_all()"
// variant clean-own-quiet: "-DCOMPLETE=shmem_ctx_quiet(ctx);shmem_sync_all()"
// variant clean-own-quiet-barrier: "-DCOMPLETE=shmem_ctx_quiet(ctx);shmem_barrier_all()"
#include "corpus.h"

int x;

int main(void) {
  int pe = begin();
  shmem_ctx_t ctx;
  shmem_ctx_create(0, &ctx);
  if (pe == 0)
    shmem_ctx_int_p(ctx, &x, 1, 1);  // race(remote)
  COMPLETE;
  if (pe == 1)
    use(x);  // race(remote)
  shmem_ctx_destroy(ctx);
  return finish();
}
