// Contexts complete and order their own operations, whatever their options; barriers complete the default context only.
// variant racy-private: -DOPTIONS=SHMEM_CTX_PRIVATE "-DEND=shmem_barrier_all()"
// variant racy-serialized: -DOPTIONS=SHMEM_CTX_SERIALIZED "-DEND=shmem_quiet();shmem_sync_all()"
// variant racy-nostore: -DOPTIONS=SHMEM_CTX_NOSTORE "-DEND=shmem_ctx_fence(ctx);shmem_sync_all()"
// variant racy-two: -DOPTIONS=0 "-DEND=shmem_ctx_quiet(other);shmem_barrier_all()"
// variant clean-private: -DOPTIONS=SHMEM_CTX_PRIVATE "-DEND=shmem_ctx_quiet(ctx);shmem_sync_all()"
// variant clean-serialized: -DOPTIONS=SHMEM_CTX_SERIALIZED "-DEND=shmem_ctx_quiet(ctx);shmem_barrier_all()"
// variant clean-nostore: -DOPTIONS=SHMEM_CTX_NOSTORE "-DEND=shmem_ctx_quiet(ctx);shmem_sync_all()"
// variant clean-destroy: -DOPTIONS=0 "-DEND=shmem_ctx_destroy(ctx);shmem_sync_all();shmem_ctx_create(0,&ctx)"
#include "corpus.h"

long x[8];

int main(void) {
  int pe = begin();
  static long b[8];
  shmem_ctx_t ctx, other;
  if (shmem_ctx_create(OPTIONS, &ctx) != 0 || shmem_ctx_create(0, &other) != 0)
    shmem_global_exit(1);
  if (pe == 0)
    shmem_ctx_long_put_nbi(ctx, x, b, 8, 1);  // race(remote)
  END;
  if (pe == 1)
    x[7] = 1;  // race(remote)
  shmem_ctx_destroy(ctx);
  shmem_ctx_destroy(other);
  return finish();
}
