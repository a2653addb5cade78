// Put, fence, atomic update of a flag: who waits for the flag may use the data. Without the fence the update may overtake the
// data; the flag itself is free for the waiting PE in both cases.
// variant racy: -DORDER=
// variant clean-fence: "-DORDER=shmem_fence()"
// variant clean-quiet: "-DORDER=shmem_quiet()"
#include "corpus.h"

int x, flag;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    shmem_int_p(&x, 1, 1);  // race(data)
    ORDER;
    shmem_int_atomic_set(&flag, 1, 1);
  } else if (pe == 1) {
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    use(x);  // race(data)
    flag = 0;
  }
  return finish();
}
