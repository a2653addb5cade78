// A signal back to the origin completes the buffer of its non-blocking put, if it was sent because of that put's signal.
// variant racy: -DWAIT=
// variant clean: "-DWAIT=shmem_signal_wait_until(&ping,SHMEM_CMP_EQ,1)"
// since: 1.5
#include "corpus.h"

int x, y;
uint64_t ping, pong;

int main(void) {
  int pe = begin();
  static int b = 1, c = 1;
  if (pe == 0) {
    shmem_int_put_signal_nbi(&x, &b, 1, &ping, 1, SHMEM_SIGNAL_SET, 1);  // race(buffer)
    shmem_signal_wait_until(&pong, SHMEM_CMP_EQ, 1);
    b = 2;  // race(buffer)
  } else if (pe == 1) {
    WAIT;
    shmem_int_put_signal(&y, &c, 1, &pong, 1, SHMEM_SIGNAL_SET, 0);
  }
  return finish();
}
