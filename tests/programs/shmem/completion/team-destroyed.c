// The contexts of a team end with it, and with them what was put on them: it is complete before the call returns.
// ranks: 3
// variant clean:
// variant racy: -DKEPT
// since: 1.5
#include "corpus.h"

static int x;

int main(void) {
  begin();
  const int me = shmem_my_pe(), all = shmem_n_pes();
  shmem_team_t team;
  shmem_ctx_t ctx;
  static int value = 7;
#ifdef KEPT
  shmem_ctx_create(0, &ctx);  // of the world
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, all, NULL, 0, &team);
#else
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, all, NULL, 0, &team);
  shmem_team_create_ctx(team, 0, &ctx);
#endif
  if (me == 0) shmem_ctx_int_put(ctx, &x, &value, 1, 1);  // race(put)
  shmem_team_destroy(team);
  shmem_sync_all();
  if (me == 1) use(x);  // race(put)
#ifdef KEPT
  shmem_ctx_destroy(ctx);
#endif
  return finish();
}
