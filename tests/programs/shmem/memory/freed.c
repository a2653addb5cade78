// What raced with a block is told when it is freed or moved, too: both are barriers, and come too late for what went before.
// variant racy-free: "-DEND=shmem_free(x)"
// variant racy-realloc: "-DEND=x=shmem_realloc(x,1<<16);shmem_free(x)"
// variant racy-shrink: "-DEND=x=shmem_realloc(x,16);shmem_free(x)"
// variant clean-free: "-DEND=shmem_free(x)" -DORDERED
// variant clean-realloc: "-DEND=x=shmem_realloc(x,1<<16);shmem_free(x)" -DORDERED
#include "corpus.h"

int main(void) {
  int pe = begin();
  int* x = shmem_calloc(16, sizeof(int));
  if (pe == 0)
    shmem_int_p(&x[2], 1, 1);  // race(block)
#ifdef ORDERED
  shmem_barrier_all();
#endif
  if (pe == 1)
    x[2] = 2;  // race(block)
  END;
  return finish();
}
