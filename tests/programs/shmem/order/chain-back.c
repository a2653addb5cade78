// An answer completes the origin's buffer if it came because of the put's own arrival. Here the answer comes because of another, earlier
// signal, which says nothing of the put; or it comes because of a signal that a fence put behind the put.
// variant racy-earlier: "-DBEFORE=shmem_uint64_atomic_set(&ping,1,1)" -DAFTER=
// variant racy-no-fence: -DBEFORE= "-DAFTER=shmem_uint64_atomic_set(&ping,1,1)"
// variant clean-fence: -DBEFORE= "-DAFTER=shmem_fence();shmem_uint64_atomic_set(&ping,1,1)"
// since: 1.5
#include "corpus.h"

int x[32];
uint64_t ping, pong;

int main(void) {
  int pe = begin();
  static int b[32];
  if (pe == 0) {
    BEFORE;
    shmem_int_put_nbi(x, b, 32, 1);  // race(buffer)
    AFTER;
    shmem_uint64_wait_until(&pong, SHMEM_CMP_EQ, 1);
    b[0] = 2;  // race(buffer)
  } else if (pe == 1) {
    shmem_uint64_wait_until(&ping, SHMEM_CMP_EQ, 1);
    shmem_uint64_atomic_set(&pong, 1, 0);
  }
  return finish();
}
