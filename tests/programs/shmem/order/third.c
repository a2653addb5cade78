// Order through a third PE: PE 0 puts to PE 2 and tells PE 1, which tells PE 2. The put must be complete before PE 1 hears of it: a
// fence orders what goes to one and the same PE only. (OSHMEM 4.1 does nothing for others in shmem_test: a loop of it may wait for ever.)
// ranks: 3
// variant racy-fence: "-DORDER=shmem_fence()" "-DTHEN=shmem_int_wait_until(&flag,SHMEM_CMP_EQ,1)"
// variant racy-nothing: -DORDER= "-DTHEN=shmem_int_wait_until(&flag,SHMEM_CMP_EQ,1)"
// variant racy-hasty: "-DORDER=shmem_quiet()" -DTHEN=
// variant clean-quiet: "-DORDER=shmem_quiet()" "-DTHEN=shmem_int_wait_until(&flag,SHMEM_CMP_EQ,1)"
// variant clean-test: "-DORDER=shmem_quiet()" "-DTHEN=while(!shmem_int_test(&flag,SHMEM_CMP_EQ,1)){}"
// since: 1.5 in clean-test
#include "corpus.h"

int x, flag;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    shmem_int_p(&x, 1, 2);  // race(data)
    ORDER;
    shmem_int_atomic_set(&flag, 1, 1);
  } else if (pe == 1) {
    THEN;
    shmem_int_atomic_set(&flag, 1, 2);
  } else {
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    use(x);  // race(data)
  }
  return finish();
}
