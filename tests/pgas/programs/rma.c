/* Every typed and sized put and get, on the default context and on another one. */
#include <string.h>

#include "check.h"

enum { N = 12 };
static shmem_ctx_t ctx;

#define FILL(array, pe) \
  for (int i = 0; i < N; ++i) (array)[i] = value(pe, i)
#define EXPECT(array, pe, count) \
  for (int i = 0; i < (count); ++i) CHECK((array)[i] == value(pe, i))
#define CLEAR(array)                    \
  shmem_barrier_all();                  \
  memset((array), 0, sizeof(array));    \
  shmem_barrier_all()

#define TEST(X, TYPE, NAME)                                                             \
  static void test_##NAME(void) {                                                       \
    static TYPE mine[N], theirs[N];                                                     \
    TYPE local[N];                                                                      \
    FILL(mine, me);                                                                     \
    CLEAR(theirs);                                                                      \
    shmem_##NAME##_put(theirs, mine, N, right);                                         \
    shmem_barrier_all();                                                                \
    EXPECT(theirs, left, N);                                                            \
    CLEAR(theirs);                                                                      \
    shmem_ctx_##NAME##_put(ctx, theirs, mine, N - 1, right);                            \
    shmem_ctx_quiet(ctx);                                                               \
    shmem_barrier_all();                                                                \
    EXPECT(theirs, left, N - 1);                                                        \
    CHECK(theirs[N - 1] == 0);                                                          \
    CLEAR(theirs);                                                                      \
    shmem_##NAME##_put_nbi(theirs, mine, N, right);                                     \
    shmem_barrier_all();                                                                \
    EXPECT(theirs, left, N);                                                            \
    CLEAR(theirs);                                                                      \
    shmem_ctx_##NAME##_put_nbi(ctx, theirs, mine, N, right);                            \
    shmem_ctx_quiet(ctx);                                                               \
    shmem_barrier_all();                                                                \
    EXPECT(theirs, left, N);                                                            \
    memset(local, 0, sizeof local);                                                     \
    shmem_##NAME##_get(local, mine, N, right);                                          \
    EXPECT(local, right, N);                                                            \
    memset(local, 0, sizeof local);                                                     \
    shmem_ctx_##NAME##_get(ctx, local, mine, N, left);                                  \
    EXPECT(local, left, N);                                                             \
    memset(local, 0, sizeof local);                                                     \
    shmem_##NAME##_get_nbi(local, mine, N, right);                                      \
    shmem_quiet();                                                                      \
    EXPECT(local, right, N);                                                            \
    memset(local, 0, sizeof local);                                                     \
    shmem_ctx_##NAME##_get_nbi(ctx, local, mine, N, right);                             \
    shmem_ctx_quiet(ctx);                                                               \
    EXPECT(local, right, N);                                                            \
    CHECK(shmem_##NAME##_g(&mine[3], right) == value(right, 3));                        \
    CHECK(shmem_ctx_##NAME##_g(ctx, &mine[4], left) == value(left, 4));                 \
    CLEAR(theirs);                                                                      \
    shmem_##NAME##_p(&theirs[2], (TYPE)value(me, 2), right);                            \
    shmem_ctx_##NAME##_p(ctx, &theirs[5], (TYPE)value(me, 5), right);                   \
    shmem_ctx_quiet(ctx);                                                               \
    shmem_barrier_all();                                                                \
    CHECK(theirs[2] == value(left, 2) && theirs[5] == value(left, 5) && theirs[3] == 0); \
    CLEAR(theirs);                                                                      \
    shmem_##NAME##_iput(theirs, mine, 3, 2, 4, right);                                  \
    shmem_barrier_all();                                                                \
    for (int i = 0; i < N; ++i) CHECK(theirs[i] == (i % 3 == 0 ? value(left, i / 3 * 2) : 0)); \
    CLEAR(theirs);                                                                      \
    shmem_ctx_##NAME##_iput(ctx, theirs, mine, 2, 1, 6, right);                         \
    shmem_ctx_quiet(ctx);                                                               \
    shmem_barrier_all();                                                                \
    for (int i = 0; i < N; ++i) CHECK(theirs[i] == (i % 2 == 0 ? value(left, i / 2) : 0)); \
    memset(local, 0, sizeof local);                                                     \
    shmem_##NAME##_iget(local, mine, 1, 4, 3, right);                                   \
    for (int i = 0; i < 3; ++i) CHECK(local[i] == value(right, 4 * i));                 \
    memset(local, 0, sizeof local);                                                     \
    shmem_ctx_##NAME##_iget(ctx, local, mine, 4, 3, 3, right);                          \
    for (int i = 0; i < 3; ++i) CHECK(local[4 * i] == value(right, 3 * i));             \
    shmem_barrier_all();                                                                \
  }
FARSAN_SHMEM_RMA_TYPES(TEST, )
#undef TEST

enum { BYTES = 16 * N };
static unsigned char bytes[BYTES], arrived[BYTES];

static int byte(int pe, int i) { return (pe * 31 + i * 5 + 1) % 251; }

#define ARRIVED(from, count) \
  for (int i = 0; i < BYTES; ++i) CHECK(arrived[i] == (i < (count) ? byte(from, i) : 0))

#define TEST(X, NAME, SIZE)                                   \
  static void test_sized_##NAME(void) {                       \
    unsigned char got[BYTES];                                 \
    CLEAR(arrived);                                           \
    shmem_put##NAME(arrived, bytes, N, right);                \
    shmem_barrier_all();                                      \
    ARRIVED(left, N * SIZE);                                  \
    CLEAR(arrived);                                           \
    shmem_ctx_put##NAME(ctx, arrived, bytes, 5, right);       \
    shmem_ctx_quiet(ctx);                                     \
    shmem_barrier_all();                                      \
    ARRIVED(left, 5 * SIZE);                                  \
    CLEAR(arrived);                                           \
    shmem_put##NAME##_nbi(arrived, bytes, N, right);          \
    shmem_barrier_all();                                      \
    ARRIVED(left, N * SIZE);                                  \
    CLEAR(arrived);                                           \
    shmem_ctx_put##NAME##_nbi(ctx, arrived, bytes, 3, right); \
    shmem_ctx_quiet(ctx);                                     \
    shmem_barrier_all();                                      \
    ARRIVED(left, 3 * SIZE);                                  \
    shmem_get##NAME(got, bytes, N, right);                    \
    CHECK(got[N * SIZE - 1] == byte(right, N * SIZE - 1));    \
    shmem_ctx_get##NAME(ctx, got, bytes, N, left);            \
    CHECK(got[N * SIZE - 1] == byte(left, N * SIZE - 1));     \
    got[0] = 0;                                               \
    shmem_get##NAME##_nbi(got, bytes, N, right);              \
    shmem_quiet();                                            \
    CHECK(got[0] == byte(right, 0));                          \
    shmem_ctx_get##NAME##_nbi(ctx, got, bytes, N, left);      \
    shmem_ctx_quiet(ctx);                                     \
    CHECK(got[0] == byte(left, 0));                           \
    shmem_barrier_all();                                      \
  }
FARSAN_SHMEM_SIZES_AND_MEM(TEST, )
#undef TEST

#define TEST(X, NAME, SIZE)                                                                               \
  static void test_strided_##NAME(void) {                                                                 \
    unsigned char got[BYTES];                                                                             \
    CLEAR(arrived);                                                                                       \
    shmem_iput##NAME(arrived, bytes, 2, 3, 4, right);                                                     \
    shmem_barrier_all();                                                                                  \
    for (int e = 0; e < 8; ++e)                                                                           \
      for (int b = 0; b < SIZE; ++b)                                                                      \
        CHECK(arrived[e * SIZE + b] == (e % 2 == 0 ? byte(left, e / 2 * 3 * SIZE + b) : 0));              \
    CLEAR(arrived);                                                                                       \
    shmem_ctx_iput##NAME(ctx, arrived, bytes, 1, 2, 4, right);                                            \
    shmem_ctx_quiet(ctx);                                                                                 \
    shmem_barrier_all();                                                                                  \
    for (int e = 0; e < 4; ++e) CHECK(arrived[e * SIZE] == byte(left, e * 2 * SIZE));                     \
    shmem_iget##NAME(got, bytes, 2, 1, 4, right);                                                         \
    for (int e = 0; e < 4; ++e) CHECK(got[e * 2 * SIZE] == byte(right, e * SIZE));                        \
    shmem_ctx_iget##NAME(ctx, got, bytes, 1, 3, 4, right);                                                \
    for (int e = 0; e < 4; ++e) CHECK(got[e * SIZE] == byte(right, e * 3 * SIZE));                        \
    shmem_barrier_all();                                                                                  \
  }
FARSAN_SHMEM_SIZES(TEST, )
#undef TEST

int main(void) {
  begin();
  CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) == 0);
  for (int i = 0; i < BYTES; ++i) bytes[i] = (unsigned char)byte(me, i);
#define RUN(X, TYPE, NAME) test_##NAME();
  FARSAN_SHMEM_RMA_TYPES(RUN, )
#undef RUN
#define RUN(X, NAME, SIZE) test_sized_##NAME();
  FARSAN_SHMEM_SIZES_AND_MEM(RUN, )
#undef RUN
#define RUN(X, NAME, SIZE) test_strided_##NAME();
  FARSAN_SHMEM_SIZES(RUN, )
#undef RUN
  shmem_ctx_destroy(ctx);
  return end();
}
