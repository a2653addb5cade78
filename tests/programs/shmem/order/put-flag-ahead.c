// Somebody who is ahead of who waits: the wait is for the first array of flags that satisfies it, and tells of what was fenced before
// that one, not before later ones.
// variant racy: -DSTEP=2
// variant clean: -DSTEP=1
#include "corpus.h"

#define N 20
int x[3];
long flags[N], out[3][N];

int main(void) {
  int pe = begin();
  for (int step = 0; step < 3; ++step)
    for (int i = 0; i < N; ++i)
      out[step][i] = step + 1;
  if (pe == 0) {
    for (int step = 0; step < 3; ++step) {
      shmem_int_p(&x[step], 1, 1);  // race(step)
      shmem_fence();
      shmem_long_put(flags, out[step], N, 1);
    }
  } else if (pe == 1) {
    shmem_long_wait_until(&flags[9], SHMEM_CMP_GE, 2);
    use(x[STEP]);  // race(step)
  }
  return finish();
}
