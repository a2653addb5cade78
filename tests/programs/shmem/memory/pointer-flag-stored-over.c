// A flag that was stored through a pointer of shmem_ptr and not waited for, that its owner then set back, and that is stored again: what a
// wait sees is the second one, since the owner's store came after the first.
// OSHMEM gives no pointers to variables of others.
// mpi: embedded sandia
// variant racy: -DORDER=
// variant clean: "-DORDER=shmem_quiet()"
#include <unistd.h>

#include "corpus.h"

static int x, flag, ready;

#define STORE *(volatile int*)shmem_ptr(&flag, 1) = 1

// The other one comes first, as a rule.
static void lag(void) {
  usleep(20000);
}

int main(void) {
  int pe = begin();
  if (pe == 0)
    STORE;
  shmem_quiet();
  shmem_sync_all();
  if (pe == 0) {
    shmem_int_wait_until(&ready, SHMEM_CMP_EQ, 1);
    shmem_int_p(&x, 1, 1);  // race(data)
    ORDER;
    STORE;
  } else {
    flag = 0;
    shmem_int_atomic_set(&ready, 1, 0);
    lag();
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    use(x);  // race(data)
  }
  return finish();
}
