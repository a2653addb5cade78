/* Reductions over teams and active sets, in place and not, few elements and many. */
#include "check.h"

enum { N = 3, MANY = 5000 };
static shmem_team_t team;  /* every other PE */
static long pSync[SHMEM_REDUCE_SYNC_SIZE];

/* Sums and products of small numbers fit any type: a member adds 1 or 0, and multiplies by 2 if it is one of the first 4. */
static int count_of(int size) { return (size + 1) / 2; }
static int product_of(int size) { return size < 4 ? 1 << size : 16; }

#define TEST(X, TYPE, NAME)                                                            \
  static void sums_##NAME(shmem_team_t over) {                                         \
    static TYPE source[N], dest[N];                                                    \
    const int rank = shmem_team_my_pe(over), size = shmem_team_n_pes(over);            \
    for (int i = 0; i < N; ++i) source[i] = (TYPE)(rank % 2 == 0);                     \
    CHECK(shmem_##NAME##_sum_reduce(over, dest, source, N) == 0);                      \
    for (int i = 0; i < N; ++i) CHECK(dest[i] == count_of(size));                      \
    for (int i = 0; i < N; ++i) source[i] = (TYPE)(rank < 4 ? 2 : 1);                  \
    CHECK(shmem_##NAME##_prod_reduce(over, source, source, N) == 0);                   \
    for (int i = 0; i < N; ++i) CHECK(source[i] == product_of(size));                  \
  }
FARSAN_SHMEM_REDUCE_TYPES(TEST, )
#undef TEST

#define TEST(X, TYPE, NAME)                                                            \
  static void extremes_##NAME(shmem_team_t over) {                                     \
    static TYPE source[N], dest[N];                                                    \
    const int rank = shmem_team_my_pe(over), size = shmem_team_n_pes(over);            \
    for (int i = 0; i < N; ++i) source[i] = (TYPE)(rank + i);                          \
    CHECK(shmem_##NAME##_max_reduce(over, dest, source, N) == 0);                      \
    for (int i = 0; i < N; ++i) CHECK(dest[i] == size - 1 + i);                        \
    CHECK(shmem_##NAME##_min_reduce(over, source, source, N) == 0);                    \
    for (int i = 0; i < N; ++i) CHECK(source[i] == i);                                 \
  }
FARSAN_SHMEM_REDUCE_ORDERED_TYPES(TEST, )
#undef TEST

#define TEST(X, TYPE, NAME)                                                            \
  static void bits_##NAME(shmem_team_t over) {                                         \
    static TYPE source, dest;                                                          \
    const int rank = shmem_team_my_pe(over), size = shmem_team_n_pes(over);            \
    source = (TYPE)(rank == size - 1 ? 0x35 : 0x7f);                                   \
    CHECK(shmem_##NAME##_and_reduce(over, &dest, &source, 1) == 0 && dest == 0x35);    \
    source = (TYPE)(1 << rank % 5);                                                    \
    CHECK(shmem_##NAME##_or_reduce(over, &dest, &source, 1) == 0);                     \
    CHECK(dest == (1 << (size < 5 ? size : 5)) - 1);                                   \
    source = 0x11;                                                                     \
    CHECK(shmem_##NAME##_xor_reduce(over, &source, &source, 1) == 0);                  \
    CHECK(source == (size % 2 ? 0x11 : 0));                                            \
  }
FARSAN_SHMEM_REDUCE_BITWISE_TYPES(TEST, )
#undef TEST

/* The old ones, over every second PE. */
#define TEST(X, TYPE, NAME)                                                                          \
  static void old_sums_##NAME(int rank, int size) {                                                  \
    static TYPE source[N], dest[N], pWrk[N + SHMEM_REDUCE_MIN_WRKDATA_SIZE];                         \
    for (int i = 0; i < N; ++i) source[i] = (TYPE)(rank % 2 == 0);                                   \
    shmem_##NAME##_sum_to_all(dest, source, N, 0, 1, size, pWrk, pSync);                             \
    for (int i = 0; i < N; ++i) CHECK(dest[i] == count_of(size));                                    \
    for (int i = 0; i < N; ++i) source[i] = (TYPE)(rank < 4 ? 2 : 1);                                \
    shmem_##NAME##_prod_to_all(dest, source, N, 0, 1, size, pWrk, pSync);                            \
    for (int i = 0; i < N; ++i) CHECK(dest[i] == product_of(size));                                  \
  }
FARSAN_SHMEM_OLD_REDUCE_TYPES(TEST, )
#undef TEST
#define TEST(X, TYPE, NAME)                                                                          \
  static void old_extremes_##NAME(int rank, int size) {                                              \
    static TYPE source, dest, pWrk[2 + SHMEM_REDUCE_MIN_WRKDATA_SIZE];                               \
    source = (TYPE)rank;                                                                             \
    shmem_##NAME##_max_to_all(&dest, &source, 1, 0, 1, size, pWrk, pSync);                           \
    CHECK(dest == size - 1);                                                                         \
    shmem_##NAME##_min_to_all(&dest, &source, 1, 0, 1, size, pWrk, pSync);                           \
    CHECK(dest == 0);                                                                                \
  }
FARSAN_SHMEM_OLD_REDUCE_ORDERED_TYPES(TEST, )
#undef TEST
#define TEST(X, TYPE, NAME)                                                                          \
  static void old_bits_##NAME(int rank, int size) {                                                  \
    static TYPE source, dest, pWrk[2 + SHMEM_REDUCE_MIN_WRKDATA_SIZE];                               \
    source = (TYPE)(rank == 0 ? 6 : 7);                                                              \
    shmem_##NAME##_and_to_all(&dest, &source, 1, 0, 1, size, pWrk, pSync);                           \
    CHECK(dest == 6);                                                                                \
    shmem_##NAME##_or_to_all(&dest, &source, 1, 0, 1, size, pWrk, pSync);                            \
    CHECK(dest == (size > 1 ? 7 : 6));                                                               \
    source = 5;                                                                                      \
    shmem_##NAME##_xor_to_all(&dest, &source, 1, 0, 1, size, pWrk, pSync);                           \
    CHECK(dest == (size % 2 ? 5 : 0));                                                               \
  }
FARSAN_SHMEM_OLD_WAIT_TYPES(TEST, )
#undef TEST

static void many(void) {
  static long source[MANY], dest[MANY];
  for (int i = 0; i < MANY; ++i) source[i] = me + i;
  const long sum = (long)n * (n - 1) / 2;
  CHECK(shmem_long_sum_reduce(SHMEM_TEAM_WORLD, dest, source, MANY) == 0);
  for (int i = 0; i < MANY; ++i) CHECK(dest[i] == sum + (long)n * i);
  CHECK(shmem_long_max_reduce(SHMEM_TEAM_WORLD, source, source, MANY) == 0);
  for (int i = 0; i < MANY; ++i) CHECK(source[i] == n - 1 + i);
}

/* Nobody looks at addresses. */
static void none(void) {
  CHECK(shmem_long_sum_reduce(SHMEM_TEAM_WORLD, NULL, NULL, 0) == 0);
  CHECK(shmem_uint_and_reduce(team, NULL, NULL, 0) == 0);
  shmem_long_max_to_all(NULL, NULL, 0, 0, 0, n, NULL, NULL);
}

int main(void) {
  begin();
  shmem_team_t row;
  CHECK(shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &row, NULL, 0, &team) == 0);
#define RUN(X, TYPE, NAME) sums_##NAME(SHMEM_TEAM_WORLD), sums_##NAME(team);
  FARSAN_SHMEM_REDUCE_TYPES(RUN, )
#undef RUN
#define RUN(X, TYPE, NAME) extremes_##NAME(SHMEM_TEAM_WORLD), extremes_##NAME(team);
  FARSAN_SHMEM_REDUCE_ORDERED_TYPES(RUN, )
#undef RUN
#define RUN(X, TYPE, NAME) bits_##NAME(SHMEM_TEAM_WORLD), bits_##NAME(team);
  FARSAN_SHMEM_REDUCE_BITWISE_TYPES(RUN, )
#undef RUN
  if (me % 2 == 0) {
#define RUN(X, TYPE, NAME) old_sums_##NAME(me / 2, (n + 1) / 2);
    FARSAN_SHMEM_OLD_REDUCE_TYPES(RUN, )
#undef RUN
#define RUN(X, TYPE, NAME) old_extremes_##NAME(me / 2, (n + 1) / 2);
    FARSAN_SHMEM_OLD_REDUCE_ORDERED_TYPES(RUN, )
#undef RUN
#define RUN(X, TYPE, NAME) old_bits_##NAME(me / 2, (n + 1) / 2);
    FARSAN_SHMEM_OLD_WAIT_TYPES(RUN, )
#undef RUN
  }
  many();
  none();
  return end();
}
