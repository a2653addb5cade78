// A signal tells of its own put, on any context; signals that add up are waited for with all that went into the sum.
// ranks: 3
// variant racy-one-of-two: -DOP=SHMEM_SIGNAL_ADD -DUNTIL=1 "-DSEND=shmem_int_put_signal"
// variant clean-sum: -DOP=SHMEM_SIGNAL_ADD -DUNTIL=2 "-DSEND=shmem_int_put_signal"
// variant clean-sum-nbi: -DOP=SHMEM_SIGNAL_ADD -DUNTIL=2 "-DSEND=shmem_int_put_signal_nbi"
// since: 1.5
#include "corpus.h"

int x[2];
uint64_t sig, turn;

int main(void) {
  int pe = begin();
  static int b = 7;
  // One after the other, so that it is known which was the first.
  if (pe == 1)
    shmem_signal_wait_until(&turn, SHMEM_CMP_EQ, 1);
  if (pe < 2)
    SEND(&x[pe], &b, 1, &sig, 1, OP, 2);  // race(data)
  if (pe == 0) {
    shmem_quiet();
    shmem_uint64_atomic_set(&turn, 1, 1);
  }
  if (pe == 2) {
    shmem_signal_wait_until(&sig, SHMEM_CMP_GE, UNTIL);
    use(x[0]);
    use(x[1]);  // race(data)
  }
  return finish();
}
