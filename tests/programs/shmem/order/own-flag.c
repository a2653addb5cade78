// A PE puts several values to a flag of its own. A wait that begins when the last one is there saw that one and none before it, so what was
// fenced before it is there, too.
// ranks: 1
// variant racy-put: "-DDATA=shmem_int_p(&x,1,pe)" -DORDER=
// variant racy-atomic: "-DDATA=shmem_int_atomic_set(&x,1,pe)" -DORDER=
// variant clean-put: "-DDATA=shmem_int_p(&x,1,pe)" "-DORDER=shmem_fence()"
// variant clean-atomic: "-DDATA=shmem_int_atomic_set(&x,1,pe)" "-DORDER=shmem_fence()"
#include "corpus.h"

int x, flag;

int main(void) {
  int pe = begin();
  shmem_int_p(&flag, 43, pe);
  shmem_fence();
  shmem_int_p(&flag, 9, pe);
  shmem_fence();
  DATA;  // race(data)
  ORDER;
  shmem_int_p(&flag, 35, pe);
  shmem_int_wait_until(&flag, SHMEM_CMP_GT, 11);
  use(x);  // race(data)
  return finish();
}
