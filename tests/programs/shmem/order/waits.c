// Every way to wait for a variable, and every comparison. One that is true from the start waits for nobody.
// (OSHMEM 4.1 does nothing for others in shmem_test: a loop of it may wait for ever.)
// variant racy-true: "-DWAIT=shmem_long_wait_until(&flag,SHMEM_CMP_GE,0)"
// variant racy-test-once: "-DWAIT=(void)shmem_long_test(&flag,SHMEM_CMP_EQ,77)"
// variant racy-other: "-DWAIT=shmem_long_wait_until(&other,SHMEM_CMP_NE,1)"
// variant clean-eq: "-DWAIT=shmem_long_wait_until(&flag,SHMEM_CMP_EQ,5)"
// variant clean-ne: "-DWAIT=shmem_long_wait_until(&flag,SHMEM_CMP_NE,0)"
// variant clean-gt: "-DWAIT=shmem_long_wait_until(&flag,SHMEM_CMP_GT,4)"
// variant clean-ge: "-DWAIT=shmem_long_wait_until(&flag,SHMEM_CMP_GE,5)"
// variant clean-lt: "-DWAIT=shmem_long_wait_until(&less,SHMEM_CMP_LT,0)"
// variant clean-le: "-DWAIT=shmem_long_wait_until(&less,SHMEM_CMP_LE,-5)"
// variant clean-test: "-DWAIT=while(!shmem_long_test(&flag,SHMEM_CMP_EQ,5)){}"
// variant clean-old: "-DWAIT=shmem_long_wait(&flag,0)"
// variant clean-older: "-DWAIT=shmem_wait(&flag,0)"
// variant clean-own-fetch: "-DWAIT=while(shmem_long_atomic_fetch(&flag,1)!=5){};shmem_long_wait_until(&flag,SHMEM_CMP_EQ,5)"
// since: 1.5 in clean-test,clean-own-fetch
#include "corpus.h"

int x;
long flag, less, other;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    shmem_int_p(&x, 1, 1);  // race(data)
    shmem_fence();
    shmem_long_atomic_set(&flag, 5, 1);
    shmem_long_atomic_add(&less, -5, 1);
  } else if (pe == 1) {
    WAIT;
    use(x);  // race(data)
  }
  (void)other;
  return finish();
}
