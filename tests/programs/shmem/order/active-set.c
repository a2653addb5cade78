// Synchronisation of an active set is among its members: here PEs 0 and 2.
// ranks: 4
// variant racy-not-a-member: -DREADER=1 "-DMEET=shmem_barrier(0,1,2,sync)"
// variant racy-sync: -DREADER=2 "-DMEET=ACTIVE_SYNC"
// variant clean-barrier: -DREADER=2 "-DMEET=shmem_barrier(0,1,2,sync)"
// variant clean-sync: -DREADER=2 "-DMEET=shmem_quiet();ACTIVE_SYNC"
#include "corpus.h"

#if __STDC_VERSION__ >= 201112L && SHMEM_MINOR_VERSION >= 5
#undef shmem_sync  // the generic one takes a team, too
#endif
#define ACTIVE_SYNC shmem_sync(0, 1, 2, sync)

int x;
long sync[SHMEM_BARRIER_SYNC_SIZE + SHMEM_SYNC_SIZE];

int main(void) {
  int pe = begin();
  for (unsigned i = 0; i < sizeof sync / sizeof *sync; ++i)
    sync[i] = SHMEM_SYNC_VALUE;
  shmem_barrier_all();
  if (pe == 0)
    shmem_int_p(&x, 1, READER);  // race(remote)
  if (pe % 2 == 0) {
    MEET;
  }
  if (pe == READER)
    use(x);  // race(remote)
  return finish();
}
