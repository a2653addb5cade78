// PE 1 of the team of odd PEs is PE 3 of the world.
// ranks: 4
// variant racy: -DREADER=3
// variant clean: -DREADER=1
// since: 1.5
#include "corpus.h"

int x;

int main(void) {
  int pe = begin();
  shmem_team_t odd;
  shmem_ctx_t ctx = SHMEM_CTX_INVALID;
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, 2, NULL, 0, &odd);
  if (odd != SHMEM_TEAM_INVALID)
    shmem_team_create_ctx(odd, 0, &ctx);
  if (pe == 1)
    shmem_ctx_int_p(ctx, &x, 1, 1);  // race(remote)
  if (pe == READER)
    use(x);  // race(remote) in racy
  if (ctx != SHMEM_CTX_INVALID)
    shmem_ctx_destroy(ctx);
  return finish();
}
