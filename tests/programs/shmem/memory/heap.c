// Blocks of the symmetric heap: allocating and freeing are barriers.
// variant racy: -DEND=
// variant clean: "-DEND=shmem_free(shmem_malloc(8))"
#include "corpus.h"

int main(void) {
  int pe = begin();
  int* x = shmem_malloc(4 * sizeof(int));
  x[0] = 0;
  shmem_barrier_all();
  if (pe == 0)
    shmem_int_p(x, 1, 1);  // race(remote)
  END;
  if (pe == 1)
    use(x[0]);  // race(remote)
  shmem_free(x);
  return finish();
}
