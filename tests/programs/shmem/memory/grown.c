// A block that grows: what was put to it before is there when shmem_realloc returns, what is put to the new part is not.
// variant racy: -DREAD=9
// variant clean: -DREAD=3
#include "corpus.h"

int main(void) {
  int pe = begin();
  int* block = shmem_malloc(4 * sizeof *block);
  for (int i = 0; i < 4; ++i)
    block[i] = -1;
  shmem_barrier_all();
  if (pe == 0)
    shmem_int_p(&block[3], 7, 1);
  block = shmem_realloc(block, 16 * sizeof *block);
  if (pe == 0)
    shmem_int_p(&block[9], 8, 1);  // race(new)
  if (pe == 1)
    use(block[READ]);  // race(new)
  shmem_barrier_all();
  shmem_free(block);
  return finish();
}
