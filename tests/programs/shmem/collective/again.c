// A collective in a loop: its dest is used after one call, and may be written by the next, which others have begun already.
// variant racy-reduce: "-DCALL=shmem_long_sum_reduce(SHMEM_TEAM_WORLD,&dest,&source,1)" -DMEET=
// variant racy-broadcast: "-DCALL=shmem_long_broadcast(SHMEM_TEAM_WORLD,&dest,&source,1,0)" -DMEET=
// variant clean-reduce: "-DCALL=shmem_long_sum_reduce(SHMEM_TEAM_WORLD,&dest,&source,1)" "-DMEET=shmem_sync_all()"
// variant clean-broadcast: "-DCALL=shmem_long_broadcast(SHMEM_TEAM_WORLD,&dest,&source,1,0)" "-DMEET=shmem_barrier_all()"
// variant clean-team: "-DCALL=shmem_long_max_reduce(SHMEM_TEAM_SHARED,&dest,&source,1)" "-DMEET=shmem_team_sync(SHMEM_TEAM_SHARED)"
// variant clean-unused: "-DCALL=shmem_long_sum_reduce(SHMEM_TEAM_WORLD,&dest,&source,1)" -DMEET= -DUNUSED
// variant clean-unused-broadcast: "-DCALL=shmem_long_broadcast(SHMEM_TEAM_WORLD,&dest,&source,1,0)" -DMEET= -DUNUSED
// since: 1.5
#include "corpus.h"

long dest, source;

int main(void) {
  begin();
  for (int i = 0; i < 5; ++i) {
    source = i;
    CALL;  // race(again)
#ifndef UNUSED
    use((int)dest);  // race(again)
#endif
    MEET;
  }
  return finish();
}
