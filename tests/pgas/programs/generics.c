/* The type-generic routines of C11, with and without a context. */
#include "check.h"

static shmem_ctx_t ctx;

/* Rows of our own: the header's tables are in use while a generic routine is expanded. */
#define INTEGERS(M)              \
  M(int, int)                    \
  M(long, long)                  \
  M(long long, longlong)         \
  M(unsigned int, uint)          \
  M(unsigned long, ulong)        \
  M(unsigned long long, ulonglong)
#define OTHERS(M)                \
  M(char, char)                  \
  M(signed char, schar)          \
  M(unsigned char, uchar)        \
  M(short, short)                \
  M(unsigned short, ushort)      \
  M(float, float)                \
  M(double, double)              \
  M(long double, longdouble)

/* The right routine is taken if the number of bytes is right: the neighbours of a variable stay as they are. */
#define TEST(TYPE, NAME)                                                     \
  static void rma_##NAME(void) {                                                \
    static TYPE source[4], dest[4];                                             \
    static uint64_t signal;                                                     \
    const TYPE* constant = source;                                              \
    for (int i = 0; i < 4; ++i) source[i] = (TYPE)value(me, i);                 \
    shmem_barrier_all();                                                        \
    shmem_put(dest, source, 1, right);                                          \
    shmem_put(ctx, &dest[1], constant + 1, 1, right);                           \
    shmem_p(&dest[2], (TYPE)value(me, 2), right);                               \
    shmem_ctx_quiet(ctx);                                                       \
    shmem_barrier_all();                                                        \
    for (int i = 0; i < 4; ++i) CHECK(dest[i] == (i < 3 ? value(left, i) : 0)); \
    TYPE got[2];                                                                \
    shmem_get(got, source, 1, right);                                           \
    shmem_get(ctx, &got[1], constant + 1, 1, right);                            \
    CHECK(got[0] == value(right, 0) && got[1] == value(right, 1));              \
    CHECK(shmem_g(constant, left) == value(left, 0) && shmem_g(ctx, &source[1], left) == value(left, 1)); \
    shmem_get_nbi(got, source + 2, 1, right);                                   \
    shmem_get_nbi(ctx, &got[1], source + 3, 1, right);                          \
    shmem_quiet();                                                              \
    shmem_ctx_quiet(ctx);                                                       \
    CHECK(got[0] == value(right, 2) && got[1] == value(right, 3));              \
    shmem_barrier_all();                                                        \
    shmem_iput(dest, source, 2, 1, 2, right);                                   \
    shmem_iput(ctx, dest + 1, source, 2, 1, 2, right);                          \
    shmem_ctx_quiet(ctx);                                                       \
    shmem_barrier_all();                                                        \
    for (int i = 0; i < 4; ++i) CHECK(dest[i] == value(left, i / 2));           \
    shmem_iget(got, source, 1, 3, 2, right);                                    \
    shmem_iget(ctx, got, source, 1, 3, 2, right);                               \
    CHECK(got[1] == value(right, 3));                                           \
    shmem_barrier_all();                                                        \
    shmem_put_nbi(dest, source, 4, right);                                      \
    shmem_put_nbi(ctx, dest, source, 4, right);                                 \
    shmem_p(ctx, dest, (TYPE)value(me, 0), right);                              \
    shmem_quiet();                                                              \
    shmem_ctx_quiet(ctx);                                                       \
    shmem_put_signal(dest, source, 4, &signal, 1, SHMEM_SIGNAL_ADD, right);     \
    shmem_put_signal(ctx, dest, source, 4, &signal, 1, SHMEM_SIGNAL_ADD, right); \
    shmem_put_signal_nbi(dest, source, 4, &signal, 1, SHMEM_SIGNAL_ADD, right); \
    shmem_put_signal_nbi(ctx, dest, source, 4, &signal, 1, SHMEM_SIGNAL_ADD, right); \
    shmem_quiet();                                                              \
    shmem_ctx_quiet(ctx);                                                       \
    shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, 4);                          \
    CHECK(dest[3] == value(left, 3));                                           \
    static TYPE all[64], one;                                                   \
    one = (TYPE)(me % 50);                                                      \
    CHECK(shmem_fcollect(SHMEM_TEAM_WORLD, all, &one, 1) == 0 && all[n - 1] == (n - 1) % 50); \
    CHECK(shmem_collect(SHMEM_TEAM_WORLD, all, &one, 1) == 0 && all[n - 1] == (n - 1) % 50);  \
    CHECK(shmem_broadcast(SHMEM_TEAM_WORLD, all, &one, 1, n - 1) == 0 && all[0] == (n - 1) % 50); \
    static TYPE out[64];                                                        \
    for (int i = 0; i < 64; ++i) out[i] = one;                                  \
    CHECK(shmem_alltoall(SHMEM_TEAM_WORLD, all, out, 1) == 0 && all[n - 1] == (n - 1) % 50); \
    CHECK(shmem_alltoalls(SHMEM_TEAM_WORLD, all, out, 1, 1, 1) == 0 && all[0] == 0); \
    CHECK(shmem_max_reduce(SHMEM_TEAM_WORLD, &one, &one, 1) == 0 && one == (n < 50 ? n - 1 : 49)); \
    CHECK(shmem_min_reduce(SHMEM_TEAM_WORLD, &one, &one, 1) == 0);              \
    one = 1;                                                                    \
    CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, all, &one, 1) == 0 && all[0] == n); \
    CHECK(shmem_prod_reduce(SHMEM_TEAM_WORLD, all, &one, 1) == 0 && all[0] == 1); \
    shmem_barrier_all();                                                        \
  }
INTEGERS(TEST)
OTHERS(TEST)
#undef TEST

#define TEST(TYPE, NAME)                                                     \
  static void amo_##NAME(void) {                                                \
    static TYPE cell[3];                                                        \
    TYPE got;                                                                   \
    cell[0] = cell[1] = cell[2] = 0;                                            \
    shmem_barrier_all();                                                        \
    shmem_atomic_set(&cell[1], 5, right);                                       \
    shmem_quiet();                                                              \
    shmem_atomic_inc(&cell[1], right);                                          \
    shmem_atomic_add(&cell[1], 4, right);                                       \
    shmem_quiet();                                                              \
    CHECK(shmem_atomic_fetch(&cell[1], right) == 10);                           \
    CHECK(shmem_atomic_fetch_inc(&cell[1], right) == 10);                       \
    CHECK(shmem_atomic_fetch_add(&cell[1], 2, right) == 11);                    \
    CHECK(shmem_atomic_swap(&cell[1], 20, right) == 13);                        \
    CHECK(shmem_atomic_compare_swap(&cell[1], 20, 21, right) == 20);            \
    shmem_atomic_set(ctx, &cell[1], 5, right);                                  \
    shmem_ctx_quiet(ctx);                                                       \
    shmem_atomic_inc(ctx, &cell[1], right);                                     \
    shmem_atomic_add(ctx, &cell[1], 4, right);                                  \
    shmem_ctx_quiet(ctx);                                                       \
    CHECK(shmem_atomic_fetch(ctx, &cell[1], right) == 10);                      \
    CHECK(shmem_atomic_fetch_inc(ctx, &cell[1], right) == 10);                  \
    CHECK(shmem_atomic_fetch_add(ctx, &cell[1], 2, right) == 11);               \
    CHECK(shmem_atomic_swap(ctx, &cell[1], 20, right) == 13);                   \
    CHECK(shmem_atomic_compare_swap(ctx, &cell[1], 20, 1, right) == 20);        \
    shmem_atomic_fetch_nbi(&got, &cell[1], right);                              \
    shmem_quiet();                                                              \
    CHECK(got == 1);                                                            \
    shmem_atomic_fetch_inc_nbi(ctx, &got, &cell[1], right);                     \
    shmem_ctx_quiet(ctx);                                                       \
    shmem_atomic_fetch_add_nbi(&got, &cell[1], 3, right);                       \
    shmem_quiet();                                                              \
    CHECK(got == 2);                                                            \
    shmem_atomic_swap_nbi(&got, &cell[1], 7, right);                            \
    shmem_quiet();                                                              \
    CHECK(got == 5);                                                            \
    shmem_atomic_compare_swap_nbi(&got, &cell[1], 7, 8, right);                 \
    shmem_quiet();                                                              \
    CHECK(got == 7);                                                            \
    shmem_barrier_all();                                                        \
    CHECK(cell[0] == 0 && cell[1] == 8 && cell[2] == 0);                        \
    size_t indices[3];                                                          \
    TYPE wanted[3] = {0, 8, 0};                                                 \
    shmem_wait_until(&cell[1], SHMEM_CMP_EQ, 8);                                \
    shmem_wait_until_all(cell, 3, NULL, SHMEM_CMP_LE, 8);                       \
    CHECK(shmem_wait_until_any(cell, 3, NULL, SHMEM_CMP_EQ, 8) == 1);           \
    CHECK(shmem_wait_until_some(cell, 3, indices, NULL, SHMEM_CMP_EQ, 0) == 2); \
    shmem_wait_until_all_vector(cell, 3, NULL, SHMEM_CMP_EQ, wanted);           \
    CHECK(shmem_wait_until_any_vector(cell, 3, NULL, SHMEM_CMP_EQ, wanted) < 3); \
    CHECK(shmem_wait_until_some_vector(cell, 3, indices, NULL, SHMEM_CMP_EQ, wanted) == 3); \
    CHECK(shmem_test(&cell[1], SHMEM_CMP_EQ, 8));                               \
    CHECK(!shmem_test_all(cell, 3, NULL, SHMEM_CMP_EQ, 8));                     \
    CHECK(shmem_test_any(cell, 3, NULL, SHMEM_CMP_EQ, 8) == 1);                 \
    CHECK(shmem_test_some(cell, 3, indices, NULL, SHMEM_CMP_EQ, 8) == 1);       \
    CHECK(shmem_test_all_vector(cell, 3, NULL, SHMEM_CMP_EQ, wanted));          \
    CHECK(shmem_test_any_vector(cell, 3, NULL, SHMEM_CMP_EQ, wanted) == 0);     \
    CHECK(shmem_test_some_vector(cell, 3, indices, NULL, SHMEM_CMP_EQ, wanted) == 3); \
    shmem_barrier_all();                                                        \
  }
INTEGERS(TEST)
#undef TEST

static void bits(void) {
  static uint32_t u;
  static int64_t s;
  uint32_t got;
  u = 0xf0, s = 0xf0;
  shmem_barrier_all();
  CHECK(shmem_atomic_fetch_or(&u, 0xf, right) == 0xf0 && shmem_atomic_fetch_and(ctx, &u, 0x3c, right) == 0xff);
  CHECK(shmem_atomic_fetch_xor(&s, 0xff, right) == 0xf0);
  shmem_atomic_fetch_or_nbi(&got, &u, 1, right);
  shmem_quiet();
  CHECK(got == 0x3c);
  shmem_atomic_fetch_and_nbi(&got, &u, 0x1, right);
  shmem_quiet();
  shmem_atomic_fetch_xor_nbi(&got, &u, 0x3, right);
  shmem_quiet();
  CHECK(got == 1);
  shmem_atomic_or(&s, 0x100, right);
  shmem_quiet();
  shmem_atomic_and(&s, 0x101, right);
  shmem_quiet();
  shmem_atomic_xor(ctx, &s, 0x10, right);
  shmem_ctx_quiet(ctx);
  shmem_barrier_all();
  CHECK(u == 2 && s == 0x111);
  static uint8_t small;
  small = 3;
  CHECK(shmem_and_reduce(SHMEM_TEAM_WORLD, &small, &small, 1) == 0 && small == 3);
  CHECK(shmem_or_reduce(SHMEM_TEAM_WORLD, &small, &small, 1) == 0 && small == 3);
  CHECK(shmem_xor_reduce(SHMEM_TEAM_WORLD, &small, &small, 1) == 0 && small == (n % 2 ? 3 : 0));
}

static void reals(void) {
  static double d;
  static double _Complex z;
  d = 1.5;
  shmem_barrier_all();
  CHECK(shmem_atomic_swap(&d, 2.5, right) == 1.5 && shmem_atomic_fetch(ctx, &d, right) == 2.5);
  z = 2;
  CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, &z, &z, 1) == 0 && z == 2 * n);
  shmem_barrier_all();
}

static void old(void) {
  static long cell;
  static long pSync[SHMEM_SYNC_SIZE];
  shmem_sync(SHMEM_TEAM_WORLD);
  shmem_sync(0, 0, n, pSync);
  shmem_set(&cell, 4, right);
  shmem_barrier_all();
  shmem_inc(&cell, right);
  shmem_add(&cell, 2, right);
  shmem_quiet();
  CHECK(shmem_finc(&cell, right) == 7 && shmem_fadd(&cell, 2, right) == 8);
  CHECK(shmem_swap(&cell, 3, right) == 10 && shmem_cswap(&cell, 3, 1, right) == 3 && shmem_fetch(&cell, right) == 1);
  shmem_barrier_all();
  shmem_wait(&cell, 0);
}

int main(void) {
  begin();
  CHECK(shmem_ctx_create(0, &ctx) == 0);
#define RUN(TYPE, NAME) rma_##NAME();
  INTEGERS(RUN)
  OTHERS(RUN)
#undef RUN
#define RUN(TYPE, NAME) amo_##NAME();
  INTEGERS(RUN)
#undef RUN
  bits();
  reals();
  old();
  return end();
}
