// A non-blocking get reads until its context is quiet: its target may write to the memory after it knows of that.
// variant racy: -DCOMPLETE= "-DMEET=shmem_sync_all()"
// variant racy-fence: "-DCOMPLETE=shmem_fence()" "-DMEET=shmem_sync_all()"
// variant racy-no-sync: "-DCOMPLETE=shmem_quiet()" -DMEET=
// variant clean-barrier: -DCOMPLETE= "-DMEET=shmem_barrier_all()"
// variant clean-quiet: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_sync_all()"
#include "corpus.h"

double x[4];

int main(void) {
  int pe = begin();
  static double b[4];
  if (pe == 0) {
    shmem_double_get_nbi(b, x, 4, 1);  // race(remote)
    COMPLETE;
  }
  MEET;
  if (pe == 1)
    x[3] = 2.5;  // race(remote)
  return finish();
}
