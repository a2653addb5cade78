// Collectives that move nothing look at no address: what shmem_malloc(0) gives will do. A reduction of nothing orders nothing.
// variant racy-order: "-DAFTER=shmem_int_sum_reduce(SHMEM_TEAM_WORLD,none,none,0)"
// variant clean: "-DAFTER=shmem_barrier_all()"
// since: 1.5
#include "corpus.h"

int x[1];

int main(void) {
  int pe = begin();
  int* none = shmem_malloc(0);
  shmem_int_sum_reduce(SHMEM_TEAM_WORLD, none, none, 0);
  shmem_int_broadcast(SHMEM_TEAM_WORLD, none, none, 0, 0);
  shmem_int_fcollect(SHMEM_TEAM_WORLD, none, none, 0);
  shmem_int_collect(SHMEM_TEAM_WORLD, none, none, 0);
  shmem_int_alltoall(SHMEM_TEAM_WORLD, none, none, 0);
  shmem_int_alltoalls(SHMEM_TEAM_WORLD, none, none, 1, 1, 0);
  if (pe == 0) {
    shmem_int_p(x, 1, 1);  // race(put)
    shmem_quiet();
  }
  AFTER;
  if (pe == 1)
    use(x[0]);  // race(put)
  return finish();
}
