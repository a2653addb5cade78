/* wait_until and test in all their forms. The left neighbour changes this PE's variables. */
#include <string.h>

#include "check.h"

enum { N = 5 };
static const size_t kNone = (size_t)-1;

#define TEST(X, TYPE, NAME)                                                                       \
  static void test_##NAME(void) {                                                                 \
    static TYPE one, many[N];                                                                     \
    const int without_1[N] = {0, 1, 0, 0, 0}, none[N] = {1, 1, 1, 1, 1};                          \
    TYPE wanted[N];                                                                               \
    size_t indices[N];                                                                            \
    int seen[N] = {0};                                                                            \
    one = 0;                                                                                      \
    memset(many, 0, sizeof many);                                                                 \
    shmem_barrier_all();                                                                          \
    CHECK(!shmem_##NAME##_test(&one, SHMEM_CMP_NE, 0));                                           \
    CHECK(shmem_##NAME##_test(&one, SHMEM_CMP_EQ, 0) && shmem_##NAME##_test(&one, SHMEM_CMP_LE, 0)); \
    CHECK(!shmem_##NAME##_test_all(many, N, NULL, SHMEM_CMP_GT, 0));                              \
    CHECK(shmem_##NAME##_test_any(many, N, NULL, SHMEM_CMP_GE, 1) == kNone);                      \
    CHECK(shmem_##NAME##_test_some(many, N, indices, NULL, SHMEM_CMP_GE, 1) == 0);                \
    /* An empty set holds at once. */                                                             \
    shmem_##NAME##_wait_until_all(many, N, none, SHMEM_CMP_EQ, 9);                                \
    CHECK(shmem_##NAME##_wait_until_any(many, N, none, SHMEM_CMP_EQ, 9) == kNone);                \
    CHECK(shmem_##NAME##_wait_until_some(many, N, indices, none, SHMEM_CMP_EQ, 9) == 0);          \
    CHECK(shmem_##NAME##_wait_until_any(many, 0, NULL, SHMEM_CMP_EQ, 9) == kNone);                \
    CHECK(shmem_##NAME##_test_all(many, N, none, SHMEM_CMP_EQ, 9));                               \
    shmem_barrier_all();                                                                          \
    shmem_##NAME##_p(&one, 3, right);                                                             \
    shmem_##NAME##_p(&many[2], 12, right);                                                        \
    shmem_quiet();                                                                                \
    shmem_##NAME##_wait_until(&one, SHMEM_CMP_GT, 2);                                             \
    CHECK(one == 3);                                                                              \
    CHECK(shmem_##NAME##_wait_until_any(many, N, without_1, SHMEM_CMP_NE, 0) == 2);               \
    CHECK(shmem_##NAME##_wait_until_some(many, N, indices, NULL, SHMEM_CMP_EQ, 12) == 1 && indices[0] == 2); \
    CHECK(shmem_##NAME##_test_any(many, N, NULL, SHMEM_CMP_EQ, 12) == 2);                         \
    shmem_barrier_all();                                                                          \
    for (int i = 0; i < N; ++i) shmem_##NAME##_p(&many[i], (TYPE)(10 + i), right);                \
    shmem_quiet();                                                                                \
    shmem_##NAME##_wait_until_all(many, N, NULL, SHMEM_CMP_GE, 10);                               \
    for (int i = 0; i < N; ++i) CHECK(many[i] == 10 + i);                                         \
    CHECK(shmem_##NAME##_test_some(many, N, indices, without_1, SHMEM_CMP_LT, 13) == 2 && indices[1] == 2); \
    shmem_barrier_all();                                                                          \
    for (int i = 0; i < N; ++i) wanted[i] = (TYPE)(20 + i);                                       \
    CHECK(!shmem_##NAME##_test_all_vector(many, N, NULL, SHMEM_CMP_EQ, wanted));                  \
    CHECK(shmem_##NAME##_test_any_vector(many, N, NULL, SHMEM_CMP_EQ, wanted) == kNone);          \
    shmem_barrier_all();                                                                          \
    for (int i = 0; i < N; ++i) shmem_##NAME##_p(&many[i], (TYPE)(20 + i), right);                \
    shmem_quiet();                                                                                \
    CHECK(shmem_##NAME##_wait_until_any_vector(many, N, NULL, SHMEM_CMP_EQ, wanted) < N);         \
    for (int found = 0; found < N;) {                                                             \
      const size_t count = shmem_##NAME##_wait_until_some_vector(many, N, indices, seen, SHMEM_CMP_EQ, wanted); \
      CHECK(count > 0);                                                                           \
      for (size_t i = 0; i < count; ++i, ++found) {                                               \
        CHECK(!seen[indices[i]]);                                                                 \
        seen[indices[i]] = 1;                                                                     \
      }                                                                                           \
    }                                                                                             \
    shmem_##NAME##_wait_until_all_vector(many, N, NULL, SHMEM_CMP_EQ, wanted);                    \
    CHECK(shmem_##NAME##_test_all_vector(many, N, NULL, SHMEM_CMP_EQ, wanted));                   \
    CHECK(shmem_##NAME##_test_any_vector(many, N, NULL, SHMEM_CMP_EQ, wanted) == 0);              \
    CHECK(shmem_##NAME##_test_some_vector(many, N, indices, NULL, SHMEM_CMP_EQ, wanted) == N);    \
    shmem_barrier_all();                                                                          \
  }
FARSAN_SHMEM_SYNC_TYPES(TEST, )
#undef TEST

/* Deprecated. */
#define TEST(X, TYPE, NAME)                     \
  static void old_##NAME(void) {                \
    static TYPE flag;                           \
    shmem_##NAME##_p(&flag, 1, right);          \
    shmem_##NAME##_wait(&flag, 0);              \
    CHECK(flag == 1);                           \
    shmem_barrier_all();                        \
  }
FARSAN_SHMEM_OLD_WAIT_TYPES(TEST, )
#undef TEST

/* A token goes round many times: whoever waits is woken. */
static void ring(void) {
  static long token;
  for (long round = 1; round <= 20; ++round) {
    if (me != 0) shmem_long_wait_until(&token, SHMEM_CMP_EQ, round);
    shmem_long_p(&token, round, right);
    shmem_quiet();
    if (me == 0) shmem_long_wait_until(&token, SHMEM_CMP_EQ, round);
  }
  shmem_barrier_all();
}

int main(void) {
  begin();
#define RUN(X, TYPE, NAME) test_##NAME();
  FARSAN_SHMEM_SYNC_TYPES(RUN, )
#undef RUN
#define RUN(X, TYPE, NAME) old_##NAME();
  FARSAN_SHMEM_OLD_WAIT_TYPES(RUN, )
#undef RUN
  ring();
  return end();
}
