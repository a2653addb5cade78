/* Teams and contexts: splitting, numbering, contexts whose PEs are counted in their team, the end of both. */
#include "check.h"

static int cell, order[4];

static void predefined(void) {
  CHECK(shmem_team_my_pe(SHMEM_TEAM_WORLD) == me && shmem_team_n_pes(SHMEM_TEAM_WORLD) == n);
  CHECK(shmem_team_my_pe(SHMEM_TEAM_SHARED) == me && shmem_team_n_pes(SHMEM_TEAM_SHARED) == n);
  CHECK(shmem_team_my_pe(SHMEM_TEAM_INVALID) == -1 && shmem_team_n_pes(SHMEM_TEAM_INVALID) == -1);
  CHECK(shmem_team_sync(SHMEM_TEAM_INVALID) != 0);
  CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, n - 1, SHMEM_TEAM_SHARED) == n - 1);
  CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, n, SHMEM_TEAM_SHARED) == -1);
  CHECK(shmem_team_translate_pe(SHMEM_TEAM_INVALID, 0, SHMEM_TEAM_WORLD) == -1);
}

static void strided(void) {
  shmem_team_t odd = SHMEM_TEAM_WORLD, none = SHMEM_TEAM_WORLD, backward;
  const int size = n / 2;
  shmem_team_config_t config = {.num_contexts = 3};
  const int result =
      shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, size, &config, SHMEM_TEAM_NUM_CONTEXTS, &odd);
  CHECK((result == 0) == (size > 0));
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n + 1, NULL, 0, &none) != 0 && none == SHMEM_TEAM_INVALID);
  CHECK(shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &none) != 0);
  CHECK((odd != SHMEM_TEAM_INVALID) == (me % 2 == 1));
  if (odd != SHMEM_TEAM_INVALID) {
    config.num_contexts = 0;
    CHECK(shmem_team_my_pe(odd) == me / 2 && shmem_team_n_pes(odd) == size);
    CHECK(shmem_team_get_config(odd, SHMEM_TEAM_NUM_CONTEXTS, &config) == 0 && config.num_contexts == 3);
    CHECK(shmem_team_translate_pe(odd, size - 1, SHMEM_TEAM_WORLD) == 2 * size - 1);
    CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 0, odd) == -1);

    /* A team of a team: its last member alone. */
    shmem_team_t last;
    CHECK(shmem_team_split_strided(odd, size - 1, 1, 1, NULL, 0, &last) == 0);
    CHECK((last != SHMEM_TEAM_INVALID) == (me / 2 == size - 1));
    if (last != SHMEM_TEAM_INVALID) CHECK(shmem_team_n_pes(last) == 1 && shmem_team_my_pe(last) == 0);

    /* PEs of a team's context are numbers in the team. */
    shmem_ctx_t ctx;
    shmem_team_t of;
    CHECK(shmem_team_create_ctx(odd, 0, &ctx) == 0);
    CHECK(shmem_ctx_get_team(ctx, &of) == 0 && of == odd);
    shmem_ctx_int_p(ctx, &cell, me, (me / 2 + 1) % size);
    shmem_ctx_quiet(ctx);
    shmem_team_sync(odd);
    CHECK(cell == (me / 2 + size - 1) % size * 2 + 1);
    shmem_ctx_destroy(ctx);
    shmem_team_destroy(last);
    shmem_team_destroy(odd);
  }
  shmem_barrier_all();
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, n - 1, -1, n, NULL, 0, &backward) == 0);
  CHECK(shmem_team_my_pe(backward) == n - 1 - me);
  shmem_team_destroy(backward);
}

static void plane(int xrange) {
  shmem_team_t x, y;
  CHECK(shmem_team_split_2d(SHMEM_TEAM_WORLD, xrange, NULL, 0, &x, NULL, 0, &y) == 0);
  const int width = xrange < n ? xrange : n;
  CHECK(shmem_team_my_pe(x) == me % width && shmem_team_my_pe(y) == me / width);
  CHECK(shmem_team_n_pes(y) == (n - me % width + width - 1) / width);
  CHECK(shmem_team_translate_pe(x, 0, SHMEM_TEAM_WORLD) == me / width * width);
  int sum = 0;
  static int one, total;
  one = 1;
  shmem_int_sum_reduce(x, &total, &one, 1);
  sum += total;
  shmem_int_sum_reduce(y, &total, &one, 1);
  sum += total;
  CHECK(sum == shmem_team_n_pes(x) + shmem_team_n_pes(y));
  shmem_team_destroy(x);
  shmem_team_destroy(y);
}

/* Boards of destroyed teams are used again. */
static void many_teams(void) {
  for (int i = 0; i < 50; ++i) {
    shmem_team_t team;
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, NULL, 0, &team) == 0);
    CHECK(shmem_team_sync(team) == 0);
    shmem_team_destroy(team);
  }
}

static void contexts(void) {
  const long options[] = {0, SHMEM_CTX_SERIALIZED, SHMEM_CTX_PRIVATE, SHMEM_CTX_NOSTORE,
                          SHMEM_CTX_PRIVATE | SHMEM_CTX_NOSTORE};
  shmem_ctx_t ctx = SHMEM_CTX_DEFAULT;
  shmem_team_t team;
  CHECK(shmem_ctx_create(1L << 20, &ctx) != 0 && ctx == SHMEM_CTX_INVALID);
  CHECK(shmem_team_create_ctx(SHMEM_TEAM_INVALID, 0, &ctx) != 0);
  CHECK(shmem_ctx_get_team(SHMEM_CTX_INVALID, &team) != 0 && team == SHMEM_TEAM_INVALID);
  CHECK(shmem_ctx_get_team(SHMEM_CTX_DEFAULT, &team) == 0 && team == SHMEM_TEAM_WORLD);
  for (size_t i = 0; i < sizeof options / sizeof *options; ++i) {
    CHECK(shmem_ctx_create(options[i], &ctx) == 0 && ctx != SHMEM_CTX_INVALID);
    shmem_ctx_int_p(ctx, &cell, (int)i, right);
    shmem_ctx_fence(ctx);
    shmem_ctx_int_p(ctx, &cell, (int)i + 100, right);
    shmem_ctx_destroy(ctx);  /* completes */
    shmem_sync_all();
    CHECK(cell == (int)i + 100);
    shmem_sync_all();
  }
  shmem_ctx_destroy(SHMEM_CTX_INVALID);
}

static void fences(void) {
  for (int i = 0; i < 4; ++i) {
    shmem_int_p(&order[0], i, right);
    shmem_fence();
  }
  shmem_quiet();
  shmem_sync_all();
  CHECK(order[0] == 3);
}

int main(void) {
  begin();
  predefined();
  strided();
  plane(1);
  plane(2);
  plane(3);
  plane(1000);
  many_teams();
  contexts();
  fences();
  return end();
}
