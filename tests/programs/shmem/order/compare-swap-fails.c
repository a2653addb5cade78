// A compare-and-swap that finds another value than it expects changes nothing: no wait succeeds by it, and what was put in order
// before it is not known to be there.
// The one of OSHMEM 4.1 writes beyond its variable and aborts, without FarSan, too.
// mpi: embedded sandia
// variant racy: -DEXPECTED=7
// variant clean: -DEXPECTED=0
#include "corpus.h"

int x, flag;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    shmem_ctx_t own;
    if (shmem_ctx_create(0, &own) != 0) return 1;
    shmem_ctx_int_p(own, &x, 1, 1);  // race(data)
    shmem_ctx_fence(own);
    use(shmem_ctx_int_atomic_compare_swap(own, &flag, EXPECTED, 5, 1));
    shmem_int_atomic_add(&flag, 10, 1);
  } else {
    shmem_int_wait_until(&flag, SHMEM_CMP_GE, 10);
    use(x);  // race(data)
  }
  return finish();
}
