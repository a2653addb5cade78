// A barrier completes what was put on the default context; a sync only orders, so that a quiet must come before it.
// variant racy-sync: -DCOMPLETE= "-DMEET=shmem_sync_all()"
// variant racy-team-sync: -DCOMPLETE= "-DMEET=shmem_team_sync(SHMEM_TEAM_WORLD)"
// variant racy-fence-sync: "-DCOMPLETE=shmem_fence()" "-DMEET=shmem_sync_all()"
// variant clean-barrier: -DCOMPLETE= "-DMEET=shmem_barrier_all()"
// variant clean-quiet-sync: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_sync_all()"
// variant clean-quiet-team-sync: "-DCOMPLETE=shmem_quiet()" "-DMEET=shmem_team_sync(SHMEM_TEAM_WORLD)"
// since: 1.5 in racy-team-sync,clean-quiet-team-sync
#include "corpus.h"

int x;

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
