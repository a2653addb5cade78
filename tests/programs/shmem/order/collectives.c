// Every collective in which all contribute orders all, on teams and on active sets; with a quiet before it, a put is complete for all.
// variant racy-prod: -DCOMPLETE= "-DMEET=shmem_long_prod_reduce(SHMEM_TEAM_WORLD,dest,source,1)"
// variant racy-collectmem: -DCOMPLETE= "-DMEET=shmem_collectmem(SHMEM_TEAM_WORLD,dest,source,8)"
// variant racy-fcollect64: -DCOMPLETE= "-DMEET=shmem_fcollect64(dest,source,1,0,0,2,sync)"
// variant racy-broadcast64: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_broadcast64(dest,source,1,1,0,0,2,sync)"
// variant clean-prod: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_long_prod_reduce(SHMEM_TEAM_WORLD,dest,source,1)"
// variant clean-min: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_long_min_reduce(SHMEM_TEAM_WORLD,dest,source,2)"
// variant clean-and: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_size_and_reduce(SHMEM_TEAM_WORLD,(size_t*)dest,(size_t*)source,1)"
// variant clean-xor: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_uint64_xor_reduce(SHMEM_TEAM_SHARED,(uint64_t*)dest,(uint64_t*)source,1)"
// variant clean-collect: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_long_collect(SHMEM_TEAM_WORLD,dest,source,1)"
// variant clean-collectmem: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_collectmem(SHMEM_TEAM_WORLD,dest,source,8)"
// variant clean-alltoalls: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_long_alltoalls(SHMEM_TEAM_WORLD,dest,source,2,1,2)"
// variant clean-alltoallmem: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_alltoallmem(SHMEM_TEAM_WORLD,dest,source,8)"
// variant clean-fcollect64: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_fcollect64(dest,source,1,0,0,2,sync)"
// variant clean-collect32: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_collect32(dest,source,1,0,0,2,sync)"
// variant clean-alltoall64: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_alltoall64(dest,source,1,0,0,2,sync)"
// variant clean-alltoalls64: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_alltoalls64(dest,source,1,1,1,0,0,2,sync)"
// variant clean-broadcast64: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_broadcast64(dest,source,1,0,0,0,2,sync)"
// variant clean-sum-to-all: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_long_sum_to_all(dest,source,1,0,0,2,work,sync)"
// variant clean-xor-to-all: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_long_xor_to_all(dest,source,1,0,0,2,work,sync)"
// since: 1.5 in racy-prod,racy-collectmem,clean-prod,clean-min,clean-and,clean-xor,clean-collect,clean-collectmem,clean-alltoalls,clean-alltoallmem
#include "corpus.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))

int x;
long dest[16], source[16], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE + 2];
long sync[MAX(MAX(SHMEM_REDUCE_SYNC_SIZE, SHMEM_COLLECT_SYNC_SIZE), MAX(SHMEM_BCAST_SYNC_SIZE, SHMEM_ALLTOALL_SYNC_SIZE))];

int main(void) {
  int pe = begin();
  for (unsigned i = 0; i < sizeof sync / sizeof *sync; ++i)
    sync[i] = SHMEM_SYNC_VALUE;
  shmem_barrier_all();
  if (pe == 0)
    shmem_int_p(&x, 1, 1);  // race(remote)
  COMPLETE;
  MEET;
  if (pe == 1)
    use(x);  // race(remote)
  return finish();
}
