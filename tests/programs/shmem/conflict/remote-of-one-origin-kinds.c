// Operations of one PE on one place of another: a fence orders writes, and only writes; a blocking get or fetch is over when it
// returns; atomics of one type exclude each other.
// variant racy-put-get: "-DFIRST=shmem_int_p(&x,1,1)" -DBETWEEN= "-DSECOND=use(shmem_int_g(&x,1))"
// variant racy-put-fence-get: "-DFIRST=shmem_int_p(&x,1,1)" "-DBETWEEN=shmem_fence()" "-DSECOND=use(shmem_int_g(&x,1))"
// variant racy-get-nbi-put: "-DFIRST=shmem_int_get_nbi(&b,&x,1,1)" -DBETWEEN= "-DSECOND=shmem_int_p(&x,1,1)"
// variant racy-get-nbi-fence-put: "-DFIRST=shmem_int_get_nbi(&b,&x,1,1)" "-DBETWEEN=shmem_fence()" "-DSECOND=shmem_int_p(&x,1,1)"
// variant racy-put-atomic: "-DFIRST=shmem_int_p(&x,1,1)" -DBETWEEN= "-DSECOND=shmem_int_atomic_inc(&x,1)"
// variant racy-atomic-put: "-DFIRST=shmem_int_atomic_inc(&x,1)" -DBETWEEN= "-DSECOND=shmem_int_p(&x,1,1)"
// variant racy-put-fetch: "-DFIRST=shmem_int_p(&x,1,1)" "-DBETWEEN=shmem_fence()" "-DSECOND=use(shmem_int_atomic_fetch(&x,1))"
// variant racy-contexts: "-DFIRST=shmem_ctx_int_p(ctx,&x,1,1)" "-DBETWEEN=shmem_fence()" "-DSECOND=shmem_int_p(&x,2,1)"
// variant racy-both-fences: "-DFIRST=shmem_ctx_int_p(ctx,&x,1,1)" "-DBETWEEN=shmem_fence();shmem_ctx_fence(ctx)" "-DSECOND=shmem_int_p(&x,2,1)"
// variant clean-put-quiet-get: "-DFIRST=shmem_int_p(&x,1,1)" "-DBETWEEN=shmem_quiet()" "-DSECOND=use(shmem_int_g(&x,1))"
// variant clean-get-put: "-DFIRST=shmem_int_get(&b,&x,1,1)" -DBETWEEN= "-DSECOND=shmem_int_p(&x,1,1)"
// variant clean-get-nbi-get: "-DFIRST=shmem_int_get_nbi(&b,&x,1,1)" -DBETWEEN= "-DSECOND=use(shmem_int_g(&x,1))"
// variant clean-put-fence-atomic: "-DFIRST=shmem_int_p(&x,1,1)" "-DBETWEEN=shmem_fence()" "-DSECOND=shmem_int_atomic_inc(&x,1)"
// variant clean-atomics: "-DFIRST=shmem_int_atomic_inc(&x,1)" -DBETWEEN= "-DSECOND=use(shmem_int_atomic_swap(&x,3,1))"
// variant clean-fetch-put: "-DFIRST=use(shmem_int_atomic_fetch(&x,1))" -DBETWEEN= "-DSECOND=shmem_int_p(&x,1,1)"
// variant clean-contexts: "-DFIRST=shmem_ctx_int_p(ctx,&x,1,1)" "-DBETWEEN=shmem_ctx_quiet(ctx)" "-DSECOND=shmem_int_p(&x,2,1)"
// variant clean-context-fence: "-DFIRST=shmem_ctx_int_p(ctx,&x,1,1)" "-DBETWEEN=shmem_ctx_fence(ctx)" "-DSECOND=shmem_ctx_int_p(ctx,&x,2,1)"
#include "corpus.h"

int x;

int main(void) {
  int pe = begin(), b = 0;
  shmem_ctx_t ctx;
  shmem_ctx_create(0, &ctx);
  if (pe == 0) {
    FIRST;  // race(remote)
    BETWEEN;
    SECOND;  // race(remote)
  }
  shmem_quiet();
  use(b);
  shmem_ctx_destroy(ctx);
  return finish();
}
