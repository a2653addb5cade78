// A put with signal completes its own data for whoever waits for the signal, and nothing else.
// variant racy-earlier-put: -DEARLIER -DORDER= "-DWAIT=shmem_signal_wait_until(&sig,SHMEM_CMP_EQ,1)"
// variant clean-own-data: -DORDER= "-DWAIT=shmem_signal_wait_until(&sig,SHMEM_CMP_EQ,1)"
// variant clean-polled: -DORDER= "-DWAIT=while(shmem_signal_fetch(&sig)!=1){}"
// variant clean-tested: -DORDER= "-DWAIT=while(!shmem_uint64_test(&sig,SHMEM_CMP_EQ,1)){}"
// variant clean-fenced: -DEARLIER "-DORDER=shmem_fence()" "-DWAIT=shmem_uint64_wait_until(&sig,SHMEM_CMP_EQ,1)"
// since: 1.5
#include "corpus.h"

int x, y;
uint64_t sig;

int main(void) {
  int pe = begin(), b = 1;
  if (pe == 0) {
#ifdef EARLIER
    shmem_int_p(&y, 1, 1);  // race(earlier)
#endif
    ORDER;
    shmem_int_put_signal(&x, &b, 1, &sig, 1, SHMEM_SIGNAL_SET, 1);
  } else if (pe == 1) {
    WAIT;
    use(x);
    use(y);  // race(earlier)
  }
  return finish();
}
