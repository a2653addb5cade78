/* Put with signal: when the signal is seen, the data is there. */
#include <string.h>

#include "check.h"

enum { N = 6 };
static shmem_ctx_t ctx;
static uint64_t signal_word;
static uint64_t expected;

/* All signals of a PE come from its left neighbour. */
#define AWAIT(step)                                                                            \
  expected += (step);                                                                          \
  CHECK(shmem_signal_wait_until(&signal_word, SHMEM_CMP_GE, expected) == expected)

#define TEST(X, TYPE, NAME)                                                                    \
  static void test_##NAME(void) {                                                              \
    static TYPE mine[N], there[4][N];                                                          \
    for (int i = 0; i < N; ++i) mine[i] = (TYPE)value(me, i);                                  \
    shmem_barrier_all();                                                                       \
    shmem_##NAME##_put_signal(there[0], mine, N, &signal_word, 1, SHMEM_SIGNAL_ADD, right);    \
    AWAIT(1);                                                                                  \
    shmem_barrier_all();                                                                       \
    shmem_ctx_##NAME##_put_signal(ctx, there[1], mine, N, &signal_word, 2, SHMEM_SIGNAL_ADD, right); \
    AWAIT(2);                                                                                  \
    shmem_barrier_all();                                                                       \
    shmem_##NAME##_put_signal_nbi(there[2], mine, N, &signal_word, expected + 3, SHMEM_SIGNAL_SET, right); \
    shmem_quiet();                                                                             \
    AWAIT(3);                                                                                  \
    shmem_barrier_all();                                                                       \
    shmem_ctx_##NAME##_put_signal_nbi(ctx, there[3], mine, N, &signal_word, 1, SHMEM_SIGNAL_ADD, right); \
    shmem_ctx_quiet(ctx);                                                                      \
    AWAIT(1);                                                                                  \
    CHECK(shmem_signal_fetch(&signal_word) == expected);                                       \
    for (int form = 0; form < 4; ++form)                                                       \
      for (int i = 0; i < N; ++i) CHECK(there[form][i] == value(left, i));                     \
    shmem_barrier_all();                                                                       \
  }
FARSAN_SHMEM_RMA_TYPES(TEST, )
#undef TEST

#define TEST(X, NAME, SIZE)                                                                    \
  static void sized_##NAME(void) {                                                             \
    static unsigned char mine[16 * N], there[4][16 * N];                                       \
    for (int i = 0; i < 16 * N; ++i) mine[i] = (unsigned char)value(me, i);                    \
    shmem_barrier_all();                                                                       \
    shmem_put##NAME##_signal(there[0], mine, N, &signal_word, 1, SHMEM_SIGNAL_ADD, right);     \
    shmem_quiet();                                                                             \
    shmem_ctx_put##NAME##_signal(ctx, there[1], mine, N, &signal_word, 1, SHMEM_SIGNAL_ADD, right); \
    shmem_ctx_quiet(ctx);                                                                      \
    shmem_put##NAME##_signal_nbi(there[2], mine, N, &signal_word, 1, SHMEM_SIGNAL_ADD, right); \
    shmem_quiet();                                                                             \
    shmem_ctx_put##NAME##_signal_nbi(ctx, there[3], mine, N, &signal_word, 1, SHMEM_SIGNAL_ADD, right); \
    shmem_ctx_quiet(ctx);                                                                      \
    AWAIT(4);                                                                                  \
    for (int form = 0; form < 4; ++form)                                                       \
      for (int i = 0; i < N * SIZE; ++i) CHECK(there[form][i] == value(left, i));              \
    shmem_barrier_all();                                                                       \
  }
FARSAN_SHMEM_SIZES_AND_MEM(TEST, )
#undef TEST

int main(void) {
  begin();
  CHECK(shmem_ctx_create(SHMEM_CTX_SERIALIZED, &ctx) == 0);
#define RUN(X, TYPE, NAME) test_##NAME();
  FARSAN_SHMEM_RMA_TYPES(RUN, )
#undef RUN
#define RUN(X, NAME, SIZE) sized_##NAME();
  FARSAN_SHMEM_SIZES_AND_MEM(RUN, )
#undef RUN
  return end();
}
