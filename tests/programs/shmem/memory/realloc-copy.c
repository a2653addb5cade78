// Reallocating copies: what was put before and is complete by its barrier is in the new block, which is a new one.
// variant racy-after: -DAFTER
// variant clean-before:
#include "corpus.h"

int main(void) {
  int pe = begin();
  long* x = shmem_calloc(4, sizeof(long));
  if (pe == 0)
    shmem_long_p(&x[2], 7, 1);
  x = shmem_realloc(x, 1 << 16);
#ifdef AFTER
  if (pe == 0)
    shmem_long_p(&x[2], 8, 1);  // race(remote)
#endif
  if (pe == 1)
    use((int)x[2]);  // race(remote)
  shmem_free(x);
  return finish();
}
