/* Every atomic operation: all PEs work on variables of PE 0 and on their right neighbour's. */
#include "check.h"

static shmem_ctx_t ctx;

#define TEST(X, TYPE, NAME)                                                       \
  static void extended_##NAME(void) {                                             \
    static TYPE there;                                                            \
    TYPE got = 0;                                                                 \
    there = (TYPE)value(me, 0);                                                   \
    shmem_barrier_all();                                                          \
    CHECK(shmem_##NAME##_atomic_fetch(&there, right) == value(right, 0));         \
    CHECK(shmem_ctx_##NAME##_atomic_fetch(ctx, &there, left) == value(left, 0));  \
    shmem_##NAME##_atomic_fetch_nbi(&got, &there, right);                         \
    shmem_quiet();                                                                \
    CHECK(got == value(right, 0));                                                \
    shmem_ctx_##NAME##_atomic_fetch_nbi(ctx, &got, &there, left);                 \
    shmem_ctx_quiet(ctx);                                                         \
    CHECK(got == value(left, 0));                                                 \
    shmem_barrier_all();                                                          \
    shmem_##NAME##_atomic_set(&there, (TYPE)value(me, 1), right);                 \
    shmem_barrier_all();                                                          \
    CHECK(there == value(left, 1));                                               \
    shmem_barrier_all();                                                          \
    shmem_ctx_##NAME##_atomic_set(ctx, &there, (TYPE)value(me, 2), right);        \
    shmem_ctx_quiet(ctx);                                                         \
    shmem_barrier_all();                                                          \
    CHECK(shmem_##NAME##_atomic_swap(&there, 5, right) == value(me, 2));          \
    CHECK(shmem_ctx_##NAME##_atomic_swap(ctx, &there, 6, right) == 5);            \
    shmem_##NAME##_atomic_swap_nbi(&got, &there, 7, right);                       \
    shmem_quiet();                                                                \
    CHECK(got == 6);                                                              \
    shmem_ctx_##NAME##_atomic_swap_nbi(ctx, &got, &there, 8, right);              \
    shmem_ctx_quiet(ctx);                                                         \
    CHECK(got == 7);                                                              \
    shmem_barrier_all();                                                          \
    CHECK(there == 8);                                                            \
  }
FARSAN_SHMEM_AMO_EXTENDED_TYPES(TEST, )
#undef TEST

#define TEST(X, TYPE, NAME)                                                                  \
  static void standard_##NAME(void) {                                                        \
    static TYPE sum, cell;                                                                   \
    TYPE got = 99;                                                                           \
    sum = 0;                                                                                 \
    cell = 1;                                                                                \
    shmem_barrier_all();                                                                     \
    shmem_##NAME##_atomic_inc(&sum, 0);                                                      \
    shmem_ctx_##NAME##_atomic_inc(ctx, &sum, 0);                                             \
    shmem_##NAME##_atomic_add(&sum, 3, 0);                                                   \
    shmem_ctx_##NAME##_atomic_add(ctx, &sum, 4, 0);                                          \
    CHECK(shmem_##NAME##_atomic_fetch_inc(&sum, 0) < (TYPE)(17 * n));                        \
    CHECK(shmem_ctx_##NAME##_atomic_fetch_inc(ctx, &sum, 0) < (TYPE)(17 * n));               \
    CHECK(shmem_##NAME##_atomic_fetch_add(&sum, 2, 0) < (TYPE)(17 * n));                     \
    CHECK(shmem_ctx_##NAME##_atomic_fetch_add(ctx, &sum, 2, 0) < (TYPE)(17 * n));            \
    shmem_##NAME##_atomic_fetch_inc_nbi(&got, &sum, 0);                                      \
    shmem_quiet();                                                                           \
    CHECK(got < (TYPE)(17 * n) && got > 0);                                                  \
    shmem_ctx_##NAME##_atomic_fetch_add_nbi(ctx, &got, &sum, 1, 0);                          \
    shmem_ctx_quiet(ctx);                                                                    \
    shmem_barrier_all();                                                                     \
    CHECK(shmem_##NAME##_g(&sum, 0) == (TYPE)(17 * n));                                      \
    CHECK(shmem_##NAME##_atomic_compare_swap(&cell, 2, 3, right) == 1);                      \
    CHECK(shmem_##NAME##_atomic_compare_swap(&cell, 1, 4, right) == 1);                      \
    CHECK(shmem_ctx_##NAME##_atomic_compare_swap(ctx, &cell, 4, 5, right) == 4);             \
    shmem_##NAME##_atomic_compare_swap_nbi(&got, &cell, 4, 6, right);                        \
    shmem_quiet();                                                                           \
    CHECK(got == 5);                                                                         \
    shmem_ctx_##NAME##_atomic_compare_swap_nbi(ctx, &got, &cell, 5, 7, right);               \
    shmem_ctx_quiet(ctx);                                                                    \
    CHECK(got == 5 && shmem_##NAME##_g(&cell, right) == 7);                                  \
    shmem_barrier_all();                                                                     \
  }
FARSAN_SHMEM_AMO_TYPES(TEST, )
#undef TEST

#define TEST(X, TYPE, NAME)                                                    \
  static void bitwise_##NAME(void) {                                           \
    static TYPE bits;                                                          \
    TYPE got = 0;                                                              \
    bits = 0xf0;                                                               \
    shmem_barrier_all();                                                       \
    CHECK(shmem_##NAME##_atomic_fetch_or(&bits, 0x0f, right) == 0xf0);         \
    CHECK(shmem_##NAME##_atomic_fetch_and(&bits, 0x3c, right) == 0xff);        \
    CHECK(shmem_##NAME##_atomic_fetch_xor(&bits, 0xff, right) == 0x3c);        \
    CHECK(shmem_ctx_##NAME##_atomic_fetch_or(ctx, &bits, 0x01, right) == 0xc3);  \
    CHECK(shmem_ctx_##NAME##_atomic_fetch_and(ctx, &bits, 0x83, right) == 0xc3); \
    CHECK(shmem_ctx_##NAME##_atomic_fetch_xor(ctx, &bits, 0x02, right) == 0x83); \
    shmem_##NAME##_atomic_or(&bits, 0x10, right);                              \
    shmem_quiet();                                                             \
    shmem_##NAME##_atomic_and(&bits, 0x91, right);                             \
    shmem_quiet();                                                             \
    shmem_##NAME##_atomic_xor(&bits, 0x80, right);                             \
    shmem_quiet();                                                             \
    shmem_ctx_##NAME##_atomic_or(ctx, &bits, 0x40, right);                     \
    shmem_ctx_quiet(ctx);                                                      \
    shmem_ctx_##NAME##_atomic_and(ctx, &bits, 0x41, right);                    \
    shmem_ctx_quiet(ctx);                                                      \
    shmem_ctx_##NAME##_atomic_xor(ctx, &bits, 0x03, right);                    \
    shmem_ctx_quiet(ctx);                                                      \
    shmem_##NAME##_atomic_fetch_or_nbi(&got, &bits, 0x80, right);              \
    shmem_quiet();                                                             \
    CHECK(got == 0x42);                                                        \
    shmem_##NAME##_atomic_fetch_and_nbi(&got, &bits, 0xf0, right);             \
    shmem_quiet();                                                             \
    CHECK(got == 0xc2);                                                        \
    shmem_##NAME##_atomic_fetch_xor_nbi(&got, &bits, 0x0f, right);             \
    shmem_quiet();                                                             \
    CHECK(got == 0xc0);                                                        \
    shmem_ctx_##NAME##_atomic_fetch_or_nbi(ctx, &got, &bits, 0x30, right);     \
    shmem_ctx_quiet(ctx);                                                      \
    CHECK(got == 0xcf);                                                        \
    shmem_ctx_##NAME##_atomic_fetch_and_nbi(ctx, &got, &bits, 0x0f, right);    \
    shmem_ctx_quiet(ctx);                                                      \
    CHECK(got == 0xff);                                                        \
    shmem_ctx_##NAME##_atomic_fetch_xor_nbi(ctx, &got, &bits, 0x05, right);    \
    shmem_ctx_quiet(ctx);                                                      \
    CHECK(got == 0x0f);                                                        \
    shmem_barrier_all();                                                       \
    CHECK(bits == 0x0a);                                                       \
  }
FARSAN_SHMEM_AMO_BITWISE_TYPES(TEST, )
#undef TEST

/* Deprecated names. */
#define TEST(X, TYPE, NAME)                                       \
  static void old_##NAME(void) {                                  \
    static TYPE cell;                                             \
    cell = 4;                                                     \
    shmem_barrier_all();                                          \
    CHECK(shmem_##NAME##_fetch(&cell, right) == 4);               \
    CHECK(shmem_##NAME##_swap(&cell, 5, right) == 4);             \
    shmem_##NAME##_set(&cell, 6, right);                          \
    shmem_barrier_all();                                          \
    CHECK(cell == 6);                                             \
    shmem_barrier_all();                                          \
  }
FARSAN_SHMEM_OLD_AMO_EXTENDED_TYPES(TEST, )
#undef TEST
#define TEST(X, TYPE, NAME)                                       \
  static void old_standard_##NAME(void) {                         \
    static TYPE cell;                                             \
    cell = 0;                                                     \
    shmem_barrier_all();                                          \
    shmem_##NAME##_inc(&cell, right);                             \
    shmem_##NAME##_add(&cell, 9, right);                          \
    shmem_quiet();                                                \
    CHECK(shmem_##NAME##_finc(&cell, right) == 10);               \
    CHECK(shmem_##NAME##_fadd(&cell, 4, right) == 11);            \
    CHECK(shmem_##NAME##_cswap(&cell, 15, 1, right) == 15);       \
    shmem_barrier_all();                                          \
    CHECK(cell == 1);                                             \
  }
FARSAN_SHMEM_SIGNED_TYPES(TEST, )
#undef TEST

int main(void) {
  begin();
  CHECK(shmem_ctx_create(0, &ctx) == 0);
#define RUN(X, TYPE, NAME) extended_##NAME();
  FARSAN_SHMEM_AMO_EXTENDED_TYPES(RUN, )
#undef RUN
#define RUN(X, TYPE, NAME) standard_##NAME();
  FARSAN_SHMEM_AMO_TYPES(RUN, )
#undef RUN
#define RUN(X, TYPE, NAME) bitwise_##NAME();
  FARSAN_SHMEM_AMO_BITWISE_TYPES(RUN, )
#undef RUN
#define RUN(X, TYPE, NAME) old_##NAME();
  FARSAN_SHMEM_OLD_AMO_EXTENDED_TYPES(RUN, )
#undef RUN
#define RUN(X, TYPE, NAME) old_standard_##NAME();
  FARSAN_SHMEM_SIGNED_TYPES(RUN, )
#undef RUN
  return end();
}
