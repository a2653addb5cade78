// Atomics are not atomic to loads and stores of the owner.
// variant racy-load: "-DLOCAL=use((int)x)"
// variant racy-store: "-DLOCAL=x=2"
// variant clean-own-atomic: "-DLOCAL=shmem_long_atomic_inc(&x,1)"
#include "corpus.h"

long x;

int main(void) {
  int pe = begin();
  if (pe == 0)
    shmem_long_atomic_inc(&x, 1);  // race(atomic)
  if (pe == 1)
    LOCAL;  // race(atomic)
  return finish();
}
