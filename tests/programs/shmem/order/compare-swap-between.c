// A sum is of all that it was made of. A compare-and-swap in between that finds another value than it expects has no part in it.
// ranks: 3
// The one of OSHMEM 4.1 writes beyond its variable and aborts, without FarSan, too.
// mpi: embedded sandia
// variant racy: "-DORDER=(void)0"
// variant clean: "-DORDER=shmem_fence()"
#include "corpus.h"

int x, flag, turn;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    shmem_int_p(&x, 1, 2);  // race(data)
    ORDER;
    shmem_int_atomic_set(&flag, 5, 2);
    shmem_int_atomic_set(&turn, 1, 1);
  } else if (pe == 1) {
    shmem_int_wait_until(&turn, SHMEM_CMP_EQ, 1);
    use(shmem_int_atomic_compare_swap(&flag, 7, 8, 2));
    shmem_int_atomic_add(&flag, 10, 2);
  } else {
    shmem_int_wait_until(&flag, SHMEM_CMP_GE, 10);
    use(x);  // race(data)
  }
  return finish();
}
