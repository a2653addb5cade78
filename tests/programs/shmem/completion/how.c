// What completes a put for another PE, and what does not.
// variant racy-nothing: "-DEND=shmem_sync_all()"
// variant racy-fence: "-DEND=shmem_fence();shmem_sync_all()"
// variant racy-quiet-after: "-DEND=shmem_sync_all();shmem_quiet()"
// variant racy-other-quiet: "-DEND=shmem_ctx_quiet(ctx);shmem_sync_all()"
// variant racy-destroy: "-DEND=shmem_ctx_destroy(ctx);shmem_sync_all();shmem_ctx_create(0,&ctx)"
// variant racy-active-sync: "-DEND=ACTIVE_SYNC"
// variant racy-get: "-DEND=use(shmem_int_g(&y,1));shmem_sync_all()"
// variant clean-quiet: "-DEND=shmem_quiet();shmem_sync_all()"
// variant clean-default-quiet: "-DEND=shmem_ctx_quiet(SHMEM_CTX_DEFAULT);shmem_sync_all()"
// variant clean-barrier: "-DEND=shmem_barrier_all()"
// variant clean-active-barrier: "-DEND=shmem_barrier(0,0,2,sync)"
// variant clean-active-sync: "-DEND=shmem_quiet();ACTIVE_SYNC"
// variant clean-malloc: "-DEND=(void)shmem_malloc(8)"
// variant clean-align: "-DEND=(void)shmem_align(16,16)"
// variant clean-calloc: "-DEND=(void)shmem_calloc(2,8)"
// variant clean-free: "-DEND=shmem_free(block)"
// variant clean-realloc: "-DEND=block=shmem_realloc(block,64)"
// variant racy-malloc-nothing: "-DEND=(void)shmem_malloc(0)"
#include "corpus.h"

#if __STDC_VERSION__ >= 201112L && SHMEM_MINOR_VERSION >= 5
#undef shmem_sync  // the generic one takes a team, too
#endif
#define ACTIVE_SYNC shmem_sync(0, 0, 2, sync)

int x, y;
long sync[SHMEM_BARRIER_SYNC_SIZE + SHMEM_SYNC_SIZE];

int main(void) {
  int pe = begin();
  for (unsigned i = 0; i < sizeof sync / sizeof *sync; ++i)
    sync[i] = SHMEM_SYNC_VALUE;
  void* block = shmem_malloc(32);
  shmem_ctx_t ctx;
  shmem_ctx_create(0, &ctx);
  shmem_barrier_all();
  if (pe == 0)
    shmem_int_p(&x, 1, 1);  // race(remote)
  END;
  if (pe == 1)
    use(x);  // race(remote)
  (void)block;
  shmem_ctx_destroy(ctx);
  return finish();
}
