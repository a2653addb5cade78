// Atomics are atomic to each other if they have one type and their contexts belong to one team.
// ranks: 3
// variant racy-put: "-DOTHER=shmem_long_p(&x,1,2)"
// variant racy-type: "-DOTHER=shmem_longlong_atomic_inc((long long*)&x,2)"
// variant racy-team: "-DOTHER=shmem_ctx_long_atomic_inc(on_team,&x,2)"
// variant clean: "-DOTHER=shmem_long_atomic_add(&x,3,2)"
// variant clean-fetch: "-DOTHER=(void)shmem_long_atomic_fetch(&x,2)"
// variant clean-context: "-DOTHER=shmem_ctx_long_atomic_inc(ctx,&x,2)"
#include "corpus.h"

long x;

int main(void) {
  int pe = begin();
  shmem_team_t team;
  shmem_ctx_t ctx, on_team;
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 3, NULL, 0, &team);
  shmem_ctx_create(0, &ctx);
  shmem_team_create_ctx(team, 0, &on_team);
  if (pe == 0)
    shmem_long_atomic_inc(&x, 2);  // race(atomics)
  if (pe == 1)
    OTHER;  // race(atomics)
  shmem_ctx_destroy(on_team);
  shmem_ctx_destroy(ctx);
  return finish();
}
