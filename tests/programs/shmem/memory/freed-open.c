// An operation on a context that no barrier completes is open when its block is freed or moved: it raced with what the owner did to the
// block before that, and has nothing to do with what comes to lie there then.
// variant racy-put: "-DOPERATION=shmem_ctx_int_put_nbi(context,x,mine,4,1)" "-DEND=shmem_free(x)"
// variant racy-put-blocking: "-DOPERATION=shmem_ctx_int_put(context,x,mine,4,1)" "-DEND=shmem_free(x)"
// variant racy-put-realloc: "-DOPERATION=shmem_ctx_int_put_nbi(context,x,mine,4,1)" "-DEND=x=shmem_realloc(x,128)"
// variant racy-get: "-DOPERATION=shmem_ctx_int_get_nbi(context,mine,x,4,1)" "-DEND=shmem_free(x)"
// variant racy-get-realloc: "-DOPERATION=shmem_ctx_int_get_nbi(context,mine,x,4,1)" "-DEND=x=shmem_realloc(x,1<<16)"
// variant racy-atomic: "-DOPERATION=shmem_ctx_int_atomic_add(context,&x[2],1,1)" "-DEND=shmem_free(x)"
// variant clean-put: -DQUIET "-DOPERATION=shmem_ctx_int_put_nbi(context,x,mine,4,1)" "-DEND=shmem_free(x)"
// variant clean-get: -DQUIET "-DOPERATION=shmem_ctx_int_get_nbi(context,mine,x,4,1)" "-DEND=shmem_free(x)"
// variant clean-get-realloc: -DQUIET "-DOPERATION=shmem_ctx_int_get_nbi(context,mine,x,4,1)" "-DEND=x=shmem_realloc(x,128)"
// variant clean-next: -DNEXT "-DOPERATION=shmem_ctx_int_get_nbi(context,mine,x,4,1)" "-DEND=shmem_free(x)"
// variant clean-other-block: -DOTHER "-DOPERATION=shmem_ctx_int_get_nbi(context,mine,y,4,1)" "-DEND=shmem_free(x)"
#include "corpus.h"

int main(void) {
  int pe = begin();
  int mine[4] = {0};
  int* x = shmem_calloc(16, sizeof(int));
  int* y = shmem_calloc(16, sizeof(int));
  shmem_ctx_t context;
  if (shmem_ctx_create(0, &context) != 0)
    return 1;
  if (pe == 0) {
    OPERATION;  // race(block)
#ifdef QUIET
    shmem_ctx_quiet(context);
#endif
  }
  shmem_barrier_all();
#ifndef NEXT
  if (pe == 1)
    x[2] = 2;  // race(block)
#endif
  END;
#ifdef NEXT
  x = shmem_calloc(16, sizeof(int));
  if (pe == 1)
    x[2] = 2;
#endif
  shmem_ctx_quiet(context);
  shmem_barrier_all();
#ifdef OTHER
  if (pe == 1)
    y[2] = 2;
#endif
  use(mine[0] + y[0]);
  shmem_ctx_destroy(context);
  return finish();
}
