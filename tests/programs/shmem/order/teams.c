// Teams that are split off, in one and in two dimensions, order their members; PEs on their contexts are numbered in the team.
// ranks: 4
// variant racy-other-row: "-DMEET=shmem_team_sync(row)" -DREADER=2
// variant racy-other-column: "-DMEET=shmem_team_sync(column)" -DREADER=1
// variant racy-no-quiet: "-DMEET=shmem_team_sync(row)" -DREADER=1 -DNO_QUIET
// variant clean-row: "-DMEET=shmem_team_sync(row)" -DREADER=1
// variant clean-column: "-DMEET=shmem_team_sync(column)" -DREADER=2
// variant clean-reduce: "-DMEET=shmem_int_sum_reduce(column,dest,source,1)" -DREADER=2
// variant clean-both: "-DMEET=shmem_team_sync(row);shmem_team_sync(column)" -DREADER=3
// variant clean-destroy: "-DMEET=shmem_team_destroy(row)" -DREADER=1 -DDESTROYED
// since: 1.5
#include "corpus.h"

int x, dest[1], source[1];

int main(void) {
  int pe = begin();
  shmem_team_t row, column;
  shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &row, NULL, 0, &column);
  shmem_ctx_t ctx;
  shmem_team_create_ctx(SHMEM_TEAM_WORLD, 0, &ctx);
  if (pe == 0) {
    shmem_ctx_int_p(ctx, &x, 1, READER);  // race(remote)
#ifndef NO_QUIET
    shmem_ctx_quiet(ctx);
#endif
  }
  MEET;
  if (pe == READER)
    use(x);  // race(remote)
  shmem_ctx_destroy(ctx);
  (void)dest, (void)source, (void)column;
  return finish();
}
