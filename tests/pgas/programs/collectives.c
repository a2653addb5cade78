/* Broadcast, collect, fcollect, alltoall and alltoalls, over the world, a team of every other PE, and active sets. */
#include <string.h>

#include "check.h"

enum { N = 3, MOST = 64 };
static shmem_team_t odd_or_even;
static long pSync[SHMEM_SYNC_SIZE];

#define TEST(X, TYPE, NAME)                                                                     \
  static void over_##NAME(shmem_team_t team) {                                                  \
    static TYPE source[2 * N * MOST], dest[2 * N * MOST];                                       \
    const int rank = shmem_team_my_pe(team), size = shmem_team_n_pes(team), root = size / 2;    \
    for (int i = 0; i < 2 * N * MOST; ++i) source[i] = (TYPE)value(rank, i % 30), dest[i] = 0;  \
    shmem_team_sync(team);                                                                      \
    CHECK(shmem_##NAME##_broadcast(team, dest, source, N, root) == 0);                          \
    for (int i = 0; i <= N; ++i) CHECK(dest[i] == (i < N ? value(root, i) : 0));                \
    CHECK(shmem_##NAME##_fcollect(team, dest, source, N) == 0);                                 \
    for (int i = 0; i < N * size; ++i) CHECK(dest[i] == value(i / N, i % N));                   \
    /* Contributions of different lengths: 0, 1, 2, 0, ... */                                   \
    CHECK(shmem_##NAME##_collect(team, dest, source, (size_t)(rank % 3)) == 0);                 \
    for (int pe = 0, at = 0; pe < size; ++pe)                                                   \
      for (int i = 0; i < pe % 3; ++i) CHECK(dest[at++] == value(pe, i));                       \
    CHECK(shmem_##NAME##_alltoall(team, dest, source, N) == 0);                                 \
    for (int i = 0; i < N * size; ++i) CHECK(dest[i] == value(i / N, (N * rank + i % N) % 30)); \
    memset(dest, 0, sizeof dest);                                                               \
    CHECK(shmem_##NAME##_alltoalls(team, dest, source, 2, 1, N) == 0);                          \
    for (int i = 0; i < 2 * N * size; ++i)                                                      \
      CHECK(dest[i] == (i % 2 == 0 ? value(i / 2 / N, (N * rank + i / 2 % N) % 30) : 0));       \
    shmem_team_sync(team);                                                                      \
  }
FARSAN_SHMEM_RMA_TYPES(TEST, )
#undef TEST

static void over_bytes(shmem_team_t team) {
  static unsigned char source[N * MOST], dest[2 * N * MOST];
  const int rank = shmem_team_my_pe(team), size = shmem_team_n_pes(team);
  for (int i = 0; i < N * MOST; ++i) source[i] = (unsigned char)value(rank, i);
  memset(dest, 0, sizeof dest);
  shmem_team_sync(team);
  CHECK(shmem_broadcastmem(team, dest, source, N, 0) == 0);
  CHECK(dest[N - 1] == value(0, N - 1));
  CHECK(shmem_fcollectmem(team, dest, source, N) == 0);
  CHECK(dest[N * size - 1] == value(size - 1, N - 1));
  CHECK(shmem_collectmem(team, dest, source, (size_t)(rank + 1) % 2) == 0);
  CHECK(dest[(size - 1) / 2] == value((size - 1) / 2 * 2, 0));
  CHECK(shmem_alltoallmem(team, dest, source, N) == 0);
  CHECK(dest[N * (size - 1)] == value(size - 1, N * rank));
  CHECK(shmem_alltoallsmem(team, dest, source, 2, 1, N) == 0);
  CHECK(dest[2 * N * (size - 1)] == value(size - 1, N * rank));
  shmem_team_sync(team);
}

/* Active sets: all PEs, and every second one from the first on. */
#define TEST(X, NAME, SIZE)                                                                     \
  static void set_##NAME(int log_stride) {                                                      \
    static uint##NAME##_t source[2 * N * MOST], dest[2 * N * MOST];                             \
    const int size = (n + (1 << log_stride) - 1) >> log_stride, rank = me >> log_stride, root = size - 1; \
    if (me % (1 << log_stride) != 0) return;                                                    \
    for (int i = 0; i < 2 * N * MOST; ++i) source[i] = (uint##NAME##_t)value(rank, i % 30), dest[i] = 0; \
    shmem_barrier(0, log_stride, size, pSync);                                                  \
    shmem_broadcast##NAME(dest, source, N, root, 0, log_stride, size, pSync);                   \
    CHECK(dest[0] == (rank == root ? 0u : (uint##NAME##_t)value(root, 0)));                     \
    shmem_sync(0, log_stride, size, pSync);                                                     \
    shmem_fcollect##NAME(dest, source, N, 0, log_stride, size, pSync);                          \
    for (int i = 0; i < N * size; ++i) CHECK(dest[i] == (uint##NAME##_t)value(i / N, i % N));   \
    shmem_collect##NAME(dest, source, (size_t)(rank % 3), 0, log_stride, size, pSync);          \
    for (int pe = 0, at = 0; pe < size; ++pe)                                                   \
      for (int i = 0; i < pe % 3; ++i) CHECK(dest[at++] == (uint##NAME##_t)value(pe, i));       \
    shmem_alltoall##NAME(dest, source, N, 0, log_stride, size, pSync);                          \
    for (int i = 0; i < N * size; ++i) CHECK(dest[i] == (uint##NAME##_t)value(i / N, (N * rank + i % N) % 30)); \
    shmem_alltoalls##NAME(dest, source, 1, 2, N, 0, log_stride, size, pSync);                   \
    for (int i = 0; i < N * size; ++i)                                                          \
      CHECK(dest[i] == (uint##NAME##_t)value(i / N, (2 * (N * rank + i % N)) % 30));            \
    shmem_barrier(0, log_stride, size, pSync);                                                  \
  }
FARSAN_SHMEM_COLLECTIVE_SIZES(TEST, )
#undef TEST

/* Where nothing is moved, nobody looks at addresses: what shmem_malloc(0) returns will do. */
static void over_nothing(shmem_team_t team) {
  int* none = shmem_malloc(0);
  CHECK(shmem_int_broadcast(team, none, none, 0, 0) == 0);
  CHECK(shmem_int_fcollect(team, none, none, 0) == 0);
  CHECK(shmem_int_collect(team, none, none, 0) == 0);
  CHECK(shmem_int_alltoall(team, none, none, 0) == 0);
  CHECK(shmem_int_alltoalls(team, none, none, 2, 1, 0) == 0);
  CHECK(shmem_broadcastmem(team, none, none, 0, 0) == 0);
}

static void set_of_nothing(void) {
  shmem_broadcast32(NULL, NULL, 0, 0, 0, 0, n, pSync);
  shmem_fcollect32(NULL, NULL, 0, 0, 0, n, pSync);
  shmem_collect64(NULL, NULL, 0, 0, 0, n, pSync);
  shmem_alltoall64(NULL, NULL, 0, 0, 0, n, pSync);
  shmem_alltoalls64(NULL, NULL, 1, 1, 0, 0, 0, n, pSync);
}

int main(void) {
  begin();
  for (int i = 0; i < SHMEM_SYNC_SIZE; ++i) pSync[i] = SHMEM_SYNC_VALUE;
  CHECK(shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &(shmem_team_t){0}, NULL, 0, &odd_or_even) == 0);
#define RUN(X, TYPE, NAME) over_##NAME(SHMEM_TEAM_WORLD), over_##NAME(odd_or_even);
  FARSAN_SHMEM_RMA_TYPES(RUN, )
#undef RUN
  over_bytes(SHMEM_TEAM_SHARED);
  over_bytes(odd_or_even);
  over_nothing(SHMEM_TEAM_WORLD);
  over_nothing(odd_or_even);
  set_of_nothing();
#define RUN(X, NAME, SIZE) set_##NAME(0), set_##NAME(1);
  FARSAN_SHMEM_COLLECTIVE_SIZES(RUN, )
#undef RUN
  shmem_sync_all();
  return end();
}
