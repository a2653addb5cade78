// What a collective brought to one PE is not there for others before that PE has returned from it.
// variant racy-get: "-DCALL=shmem_int_broadcast(SHMEM_TEAM_WORLD,dest,source,1,0)" -DMEET= "-DOTHER=use(shmem_int_g(dest,1))"
// variant racy-put: "-DCALL=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,source,1)" -DMEET= "-DOTHER=shmem_int_p(dest,3,1)"
// variant clean-sync: "-DCALL=shmem_int_broadcast(SHMEM_TEAM_WORLD,dest,source,1,0)" "-DMEET=shmem_sync_all()" "-DOTHER=use(shmem_int_g(dest,1))"
// variant clean-flag: "-DCALL=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,source,1)" "-DMEET=tell(pe)" "-DOTHER=shmem_int_p(dest,3,1)"
// variant clean-own: "-DCALL=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,dest,source,1)" -DMEET= "-DOTHER=use(dest[0])"
// since: 1.5
#include "corpus.h"

int dest[4], source[4], flag;

static inline void tell(int pe) {
  if (pe == 1)
    shmem_int_atomic_set(&flag, 1, 0);
  else
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
}

int main(void) {
  int pe = begin();
  CALL;  // race(dest)
  MEET;
  if (pe == 0)
    OTHER;  // race(dest)
  return finish();
}
