// The source of a collective is read until the call returns at its PE; afterwards it is free there, and others who want to write to it
// must hear of that. Who gets data from a collective has heard that its PE has called, not that it has returned.
// variant racy-put: "-DCALL=shmem_int_broadcast(SHMEM_TEAM_WORLD,dest,source,1,0)" -DMEET= "-DOTHER=shmem_int_p(source,1,0)"
// variant racy-atomic: "-DCALL=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,source,1)" -DMEET= "-DOTHER=shmem_int_atomic_inc(source,0)"
// variant racy-fcollect: "-DCALL=shmem_int_fcollect(SHMEM_TEAM_WORLD,dest,source,1)" -DMEET= "-DOTHER=shmem_int_p(source,1,0)"
// variant clean-get: "-DCALL=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,source,1)" -DMEET= "-DOTHER=use(shmem_int_g(source,0))"
// variant clean-other: "-DCALL=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,source,1)" -DMEET= "-DOTHER=shmem_int_p(source+1,1,0)"
// variant clean-sync: "-DCALL=shmem_int_broadcast(SHMEM_TEAM_WORLD,dest,source,1,0)" "-DMEET=shmem_sync_all()" "-DOTHER=shmem_int_p(source,1,0)"
// variant clean-next: "-DCALL=shmem_int_fcollect(SHMEM_TEAM_WORLD,dest,source,1)" "-DMEET=shmem_int_or_reduce(SHMEM_TEAM_WORLD,d2,s2,1)" "-DOTHER=shmem_int_p(source,1,0)"
// since: 1.5
#include "corpus.h"

int dest[4], source[4];
uint32_t d2[1], s2[1];
#define shmem_int_or_reduce shmem_uint32_or_reduce

int main(void) {
  int pe = begin();
  if (pe == 0)
    source[0] = 5;  // before its own call: free to do so
  CALL;  // race(source)
  MEET;
  if (pe == 1)
    OTHER;  // race(source)
  shmem_barrier_all();
  use(dest[0]);
  (void)d2, (void)s2;
  return finish();
}
