// Atomics exclude each other if they are of one type and their contexts of one atomicity domain: all teams that were split off,
// at once or step by step, from the same predefined team. SHMEM_TEAM_WORLD and SHMEM_TEAM_SHARED are two, though they may have
// the same members; contexts of shmem_ctx_create and the default one belong to the world.
// ranks: 3
// variant racy-shared: "-DFIRST=SHMEM_CTX_DEFAULT" "-DSECOND=context_of(SHMEM_TEAM_SHARED)"
// variant racy-below-shared: "-DFIRST=context_of(half(SHMEM_TEAM_WORLD))" "-DSECOND=context_of(half(SHMEM_TEAM_SHARED))"
// variant racy-created-shared: "-DFIRST=created()" "-DSECOND=context_of(half(half(SHMEM_TEAM_SHARED)))"
// variant clean-default: "-DFIRST=SHMEM_CTX_DEFAULT" "-DSECOND=SHMEM_CTX_DEFAULT"
// variant clean-created: "-DFIRST=SHMEM_CTX_DEFAULT" "-DSECOND=created()"
// variant clean-world: "-DFIRST=created()" "-DSECOND=context_of(SHMEM_TEAM_WORLD)"
// variant clean-split: "-DFIRST=SHMEM_CTX_DEFAULT" "-DSECOND=context_of(half(SHMEM_TEAM_WORLD))"
// variant clean-twice: "-DFIRST=context_of(half(SHMEM_TEAM_WORLD))" "-DSECOND=context_of(half(half(SHMEM_TEAM_WORLD)))"
// variant clean-one-team: "-DFIRST=context_of(SHMEM_TEAM_SHARED)" "-DSECOND=context_of(SHMEM_TEAM_SHARED)"
// variant clean-of-shared: "-DFIRST=context_of(SHMEM_TEAM_SHARED)" "-DSECOND=context_of(half(SHMEM_TEAM_SHARED))"
// since: 1.5
#include "corpus.h"

struct tally {
  char name[8];
  long hits[2];
  long misses;
};
struct tally board;

// A team of all members of another, made by splitting that.
static shmem_team_t half(shmem_team_t parent) {
  shmem_team_t team;
  shmem_team_split_strided(parent, 0, 1, shmem_team_n_pes(parent), NULL, 0, &team);
  return team;
}

static shmem_ctx_t context_of(shmem_team_t team) {
  shmem_ctx_t ctx;
  shmem_team_create_ctx(team, 0, &ctx);
  return ctx;
}

static inline shmem_ctx_t created(void) {
  shmem_ctx_t ctx;
  shmem_ctx_create(SHMEM_CTX_SERIALIZED, &ctx);
  return ctx;
}

int main(void) {
  int pe = begin();
  shmem_ctx_t first = FIRST, second = SECOND;
  (void)half, (void)context_of, (void)created;
  if (pe == 0) {
    shmem_ctx_long_atomic_inc(first, &board.hits[1], 2);  // race(domain)
    shmem_ctx_quiet(first);
  }
  if (pe == 1) {
    shmem_ctx_long_atomic_add(second, &board.hits[1], 5, 2);  // race(domain)
    shmem_ctx_quiet(second);
  }
  return finish();
}
