// A collective orders by the data that goes through it, and completes no put: with a quiet before it, those who get data from the
// origin are ordered after it. A broadcast tells the others of its root only.
// variant racy-no-quiet: -DCOMPLETE= "-DMEET=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,source,1)"
// variant racy-wrong-root: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_int_broadcast(SHMEM_TEAM_WORLD,dest,source,1,1)"
// variant racy-nothing: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,source,0)"
// variant clean-reduce: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,source,1)"
// variant clean-root: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_int_broadcast(SHMEM_TEAM_WORLD,dest,source,1,0)"
// variant clean-fcollect: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_int_fcollect(SHMEM_TEAM_WORLD,dest,source,1)"
// variant clean-alltoall: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_int_alltoall(SHMEM_TEAM_WORLD,dest,source,1)"
// since: 1.5
#include "corpus.h"

int x, dest[8], source[8];

int main(void) {
  int pe = begin();
  if (pe == 0)
    shmem_int_p(&x, 1, 1);  // race(remote)
  COMPLETE;
  MEET;
  if (pe == 1)
    use(x);  // race(remote)
  return finish();
}
