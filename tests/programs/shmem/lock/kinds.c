// A lock orders what is complete when it is cleared: its holder's operations on the default context, and no others.
// ranks: 3
// variant racy-context: "-DUPDATE=shmem_ctx_long_p(ctx,&x,1,2)" -DBEFORE=
// variant racy-context-fence: "-DUPDATE=shmem_ctx_long_p(ctx,&x,1,2)" "-DBEFORE=shmem_ctx_fence(ctx)"
// variant clean-context-quiet: "-DUPDATE=shmem_ctx_long_p(ctx,&x,1,2)" "-DBEFORE=shmem_ctx_quiet(ctx)"
// variant clean-get-put: "-DUPDATE=shmem_long_p(&x,shmem_long_g(&x,2)+1,2)" -DBEFORE=
// variant clean-nbi: "-DUPDATE=shmem_long_put_nbi(&x,&b,1,2)" -DBEFORE=
// variant clean-get: "-DUPDATE=shmem_long_get(&b,&x,1,2)" -DBEFORE=
#include "corpus.h"

long x, lock;

int main(void) {
  int pe = begin();
  static long b = 1;
  shmem_ctx_t ctx;
  shmem_ctx_create(0, &ctx);
  if (pe < 2) {
    shmem_set_lock(&lock);
    UPDATE;  // race(update) race(update)
    BEFORE;
    shmem_clear_lock(&lock);
  }
  (void)b;
  shmem_ctx_destroy(ctx);
  return finish();
}
