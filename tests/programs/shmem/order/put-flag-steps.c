// A flag that counts steps, put again and again: a wait for a step takes what made it so, and nothing of later steps.
// variant racy-later: -DUNTIL=1
// variant clean: -DUNTIL=2
// variant clean-equal: -DUNTIL=2 -DEQUAL
#include "corpus.h"

int x[3], flag;

int main(void) {
  int pe = begin();
#ifdef EQUAL
  const int how = SHMEM_CMP_EQ;
#else
  const int how = SHMEM_CMP_GE;
#endif
  if (pe == 0) {
    shmem_int_p(&x[1], 1, 1);
    shmem_fence();
    shmem_int_p(&flag, 1, 1);
    shmem_fence();
    shmem_int_p(&x[2], 1, 1);  // race(later)
    shmem_fence();
    shmem_int_p(&flag, 2, 1);
  } else if (pe == 1) {
    shmem_int_wait_until(&flag, how, UNTIL);
    use(x[1]);
    use(x[2]);  // race(later)
  }
  return finish();
}
