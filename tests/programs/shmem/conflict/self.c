// A PE's operations on its own memory are operations: complete when the context is quiet, not when they return.
// variant racy-load: -DCOMPLETE= "-DLOCAL=use(x)"
// variant racy-store: "-DCOMPLETE=shmem_fence()" "-DLOCAL=x=2"
// variant clean-quiet: "-DCOMPLETE=shmem_quiet()" "-DLOCAL=use(x)"
// variant clean-barrier: "-DCOMPLETE=shmem_barrier_all()" "-DLOCAL=x=2"
#include "corpus.h"

int x;

int main(void) {
  int pe = begin();
  shmem_int_p(&x, 1, pe);  // race(self)
  COMPLETE;
  LOCAL;  // race(self)
  return finish();
}
