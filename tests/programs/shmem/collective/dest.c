// The dest of a collective may be written as soon as any PE has called it: a PE that is not through with its dest must tell the
// others before they call. What each member writes is its part. In place, nothing comes before the own call.
// variant racy-broadcast: "-DCALL=shmem_int_broadcast(SHMEM_TEAM_WORLD,dest,source,1,0)" -DPLACE=0 -DMEET=
// variant racy-fcollect: "-DCALL=shmem_int_fcollect(SHMEM_TEAM_WORLD,dest,source,1)" -DPLACE=0 -DMEET=
// variant racy-collect: "-DCALL=shmem_int_collect(SHMEM_TEAM_WORLD,dest,source,pe==0?3:1)" -DPLACE=2 -DMEET=
// variant racy-alltoall: "-DCALL=shmem_int_alltoall(SHMEM_TEAM_WORLD,dest,source,1)" -DPLACE=0 -DMEET=
// variant racy-alltoalls: "-DCALL=shmem_int_alltoalls(SHMEM_TEAM_WORLD,dest,source,2,1,2)" -DPLACE=2 -DMEET=
// variant racy-reduce: "-DCALL=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,source,1)" -DPLACE=0 -DMEET=
// variant racy-broadcast-mem: "-DCALL=shmem_broadcastmem(SHMEM_TEAM_WORLD,dest,source,4,0)" -DPLACE=0 -DMEET=
// variant racy-old-broadcast: "-DCALL=shmem_broadcast32(dest,source,1,0,0,0,2,sync)" -DPLACE=0 -DMEET=
// variant racy-old-reduce: "-DCALL=shmem_int_max_to_all(dest,source,1,0,0,2,work,sync)" -DPLACE=0 -DMEET=
// variant clean-root: "-DCALL=shmem_int_broadcast(SHMEM_TEAM_WORLD,dest,source,1,1)" -DPLACE=0 -DMEET=
// variant clean-own-part: "-DCALL=shmem_int_fcollect(SHMEM_TEAM_WORLD,dest,source,1)" -DPLACE=1 -DMEET=
// variant clean-own-collect: "-DCALL=shmem_int_collect(SHMEM_TEAM_WORLD,dest,source,pe==0?3:1)" -DPLACE=3 -DMEET=
// variant clean-behind: "-DCALL=shmem_int_collect(SHMEM_TEAM_WORLD,dest,source,pe==0?3:1)" -DPLACE=4 -DMEET=
// variant clean-collect: "-DCALL=shmem_int_collect(SHMEM_TEAM_WORLD,dest,source,pe==0?3:1)" -DPLACE=2 "-DMEET=shmem_sync_all()"
// variant clean-gap: "-DCALL=shmem_int_alltoalls(SHMEM_TEAM_WORLD,dest,source,2,1,2)" -DPLACE=1 -DMEET=
// variant clean-in-place: "-DCALL=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,dest,1)" -DPLACE=0 -DMEET=
// variant clean-nothing: "-DCALL=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,source,0)" -DPLACE=0 -DMEET=
// variant clean-broadcast: "-DCALL=shmem_int_broadcast(SHMEM_TEAM_WORLD,dest,source,1,0)" -DPLACE=0 "-DMEET=shmem_sync_all()"
// variant clean-reduce: "-DCALL=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,source,1)" -DPLACE=0 "-DMEET=shmem_sync_all()"
// variant clean-barrier: "-DCALL=shmem_int_fcollect(SHMEM_TEAM_WORLD,dest,source,1)" -DPLACE=0 "-DMEET=shmem_barrier_all()"
// since: 1.5 in racy-[!o]*,clean*
#include "corpus.h"

int dest[16], source[16], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
long sync[SHMEM_REDUCE_SYNC_SIZE > SHMEM_BCAST_SYNC_SIZE ? SHMEM_REDUCE_SYNC_SIZE : SHMEM_BCAST_SYNC_SIZE];

int main(void) {
  int pe = begin();
  for (unsigned i = 0; i < sizeof sync / sizeof *sync; ++i)
    sync[i] = SHMEM_SYNC_VALUE;
  shmem_barrier_all();
  if (pe == 1)
    dest[PLACE] = 1;  // race(dest)
  MEET;
  CALL;  // race(dest)
  use(dest[PLACE]);
  return finish();
}
