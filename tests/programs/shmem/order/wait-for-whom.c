// A wait takes the updates that made it succeed, and no others: with a flag that was set before, none; with a counter, those
// that it had to wait for.
// ranks: 3
// variant racy-set-before: -DSTART=1 "-DUPDATE=shmem_int_atomic_set(&flag,1,2)" "-DUNTIL=SHMEM_CMP_EQ,1"
// variant clean-count: -DSTART=0 "-DUPDATE=shmem_int_atomic_inc(&flag,2)" "-DUNTIL=SHMEM_CMP_GE,2"
// variant clean-add: -DSTART=0 "-DUPDATE=shmem_int_atomic_add(&flag,pe+1,2)" "-DUNTIL=SHMEM_CMP_EQ,3"
#include "corpus.h"

int x[2], flag = START;

int main(void) {
  int pe = begin();
  if (pe < 2) {
    shmem_int_p(&x[pe], 1, 2);  // race(data)
    shmem_quiet();
    UPDATE;
  } else {
    shmem_int_wait_until(&flag, UNTIL);
    use(x[0] + x[1]);  // race(data)
  }
  return finish();
}
