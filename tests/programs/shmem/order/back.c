// The target tells the origin that it is through with the data, and the origin puts again.
// variant racy-no-answer: -DANSWER=
// variant racy-early: -DEARLY "-DANSWER=shmem_int_wait_until(&empty,SHMEM_CMP_EQ,1)"
// variant clean: "-DANSWER=shmem_int_wait_until(&empty,SHMEM_CMP_EQ,1)"
#include "corpus.h"

int x, full, empty;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    shmem_int_p(&x, 1, 1);
    shmem_fence();
    shmem_int_atomic_set(&full, 1, 1);
    ANSWER;
    shmem_int_p(&x, 2, 1);  // race(again)
  } else if (pe == 1) {
    shmem_int_wait_until(&full, SHMEM_CMP_EQ, 1);
#ifdef EARLY
    shmem_int_atomic_set(&empty, 1, 0);
    use(x);  // race(again) in racy-early
#else
    use(x);  // race(again) in racy-no-answer
    shmem_int_atomic_set(&empty, 1, 0);
#endif
  }
  return finish();
}
