/* What was there before OpenSHMEM 1.5, under its old names and where it used to be, in C99, C11 and C++ (old_names.cpp). */
#include <mpp/shmem.h>
#include <pshmem.h>
#include <shmemx.h>

#include "check.h"

static long barrier_sync[_SHMEM_BARRIER_SYNC_SIZE], sync_sync[_SHMEM_SYNC_SIZE], broadcast_sync[_SHMEM_BCAST_SYNC_SIZE];
static long collect_sync[_SHMEM_COLLECT_SYNC_SIZE], reduce_sync[_SHMEM_REDUCE_SYNC_SIZE];
static long alltoall_sync[_SHMEM_ALLTOALL_SYNC_SIZE], alltoalls_sync[_SHMEM_ALLTOALLS_SYNC_SIZE];

static void constants(void) {
  int major, minor;
  char name[_SHMEM_MAX_NAME_LEN];
  shmem_info_get_version(&major, &minor);
  shmem_info_get_name(name);
  CHECK(major == _SHMEM_MAJOR_VERSION && minor == _SHMEM_MINOR_VERSION && _SHMEM_VENDOR_STRING[0] == name[0]);
  long* all[] = {barrier_sync, sync_sync, broadcast_sync, collect_sync, reduce_sync, alltoall_sync, alltoalls_sync};
  for (int i = 0; i < 7; ++i) all[i][0] = _SHMEM_SYNC_VALUE;
  CHECK(_SHMEM_CMP_EQ == SHMEM_CMP_EQ && _SHMEM_CMP_NE == SHMEM_CMP_NE && _SHMEM_CMP_GT == SHMEM_CMP_GT);
  CHECK(_SHMEM_CMP_GE == SHMEM_CMP_GE && _SHMEM_CMP_LT == SHMEM_CMP_LT && _SHMEM_CMP_LE == SHMEM_CMP_LE);
}

static void memory(void) {
  long* block = (long*)shmalloc(8 * sizeof(long));
  for (int i = 0; i < 8; ++i) block[i] = me;
  block = (long*)shrealloc(block, 100 * sizeof(long));
  CHECK(block[7] == me);
  shfree(block);
  block = (long*)shmemalign(4096, 64);
  CHECK((size_t)block % 4096 == 0);
  shfree(block);
}

static void caches(void) {
  static long line;
  shmem_set_cache_inv();
  shmem_clear_cache_inv();
  shmem_set_cache_line_inv(&line);
  shmem_clear_cache_line_inv(&line);
  shmem_udcflush();
  shmem_udcflush_line(&line);
}

#define ATOMICS(TYPE, NAME)                                                                         \
  do {                                                                                              \
    static TYPE cell;                                                                               \
    shmem_##NAME##_set(&cell, 4, right);                                                            \
    shmem_barrier_all();                                                                            \
    shmem_##NAME##_inc(&cell, right);                                                               \
    shmem_##NAME##_add(&cell, 2, right);                                                            \
    shmem_quiet();                                                                                  \
    CHECK(shmem_##NAME##_finc(&cell, right) == 7 && shmem_##NAME##_fadd(&cell, 2, right) == 8);     \
    CHECK(shmem_##NAME##_swap(&cell, 3, right) == 10 && shmem_##NAME##_cswap(&cell, 3, 1, right) == 3); \
    CHECK(shmem_##NAME##_fetch(&cell, right) == 1);                                                 \
    shmem_barrier_all();                                                                            \
    shmem_##NAME##_wait(&cell, 0);                                                                  \
    shmem_##NAME##_wait_until(&cell, SHMEM_CMP_GE, 1);                                              \
  } while (0)

static void atomics(void) {
  ATOMICS(int, int);
  ATOMICS(long, long);
  ATOMICS(long long, longlong);
  static long cell = 5;
  static double real = 1.5;
  shmem_barrier_all();
  CHECK(shmem_swap(&cell, 6L, right) == 5);
  CHECK(shmem_double_swap(&real, 2.5, right) == 1.5 && shmem_double_fetch(&real, right) == 2.5);
  shmem_barrier_all();
  shmem_wait(&cell, 5L);
  shmem_wait_until(&cell, SHMEM_CMP_EQ, 6L);
  CHECK(cell == 6);
}

static void active_sets(void) {
  static int32_t in32 = 7, out32[64];
  static int64_t in64 = 8, out64[64], many[64];
  static long mine, sum, work[_SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1];
  static short bits = 6, both, short_work[_SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1];
  shmem_barrier(0, 0, n, barrier_sync);
  shmem_broadcast32(out32, &in32, 1, 0, 0, 0, n, broadcast_sync);
  CHECK(out32[0] == (me == 0 ? 0 : 7));
  shmem_barrier_all();
  shmem_collect32(out32, &in32, 1, 0, 0, n, collect_sync);
  CHECK(out32[n - 1] == 7);
  shmem_barrier_all();
  shmem_fcollect64(out64, &in64, 1, 0, 0, n, collect_sync);
  CHECK(out64[n - 1] == 8);
  for (int i = 0; i < 64; ++i) many[i] = me;
  shmem_barrier_all();
  shmem_alltoall64(out64, many, 1, 0, 0, n, alltoall_sync);
  CHECK(out64[n - 1] == n - 1);
  shmem_barrier_all();
  shmem_alltoalls64(out64, many, 1, 1, 1, 0, 0, n, alltoalls_sync);
  CHECK(out64[0] == 0);
  mine = me + 1;
  shmem_barrier_all();
  shmem_long_sum_to_all(&sum, &mine, 1, 0, 0, n, work, reduce_sync);
  CHECK(sum == (long)n * (n + 1) / 2);
  shmem_barrier_all();
  shmem_short_and_to_all(&both, &bits, 1, 0, 0, n, short_work, reduce_sync);
  CHECK(both == 6);
  shmem_barrier_all();
}

/* Sizes in bits, and what has 128 of them. */
static void sizes(void) {
  static char from[64], to[64];
  static long double big, there;
  for (int i = 0; i < 64; ++i) from[i] = (char)(me + i);
  shmem_barrier_all();
  shmem_put8(to, from, 1, right);
  shmem_put16(to + 2, from + 2, 1, right);
  shmem_put32(to + 4, from + 4, 1, right);
  shmem_put64(to + 8, from + 8, 1, right);
  shmem_put128(to + 16, from + 16, 1, right);
  shmem_putmem(to + 32, from + 32, 32, right);
  big = 1.25L + me;
  shmem_longdouble_p(&there, big, right);
  shmem_barrier_all();
  for (int i = 0; i < 64; ++i) CHECK(to[i] == (i == 1 ? 0 : (char)(left + i)));
  CHECK(there == 1.25L + left);
}

#ifdef __cplusplus
/* Old headers let waits and locks take what is volatile. */
static volatile int flag;
static volatile long counter, lock;
static volatile unsigned long words[2];

static void volatiles(void) {
  shmem_p(const_cast<int*>(&flag), 1, right);
  shmem_atomic_add(const_cast<long*>(&counter), 2, right);
  shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
  shmem_int_wait(&flag, 0);
  shmem_wait_until(&flag, SHMEM_CMP_EQ, 1);
  shmem_wait_until(&counter, SHMEM_CMP_EQ, 2);
  shmem_long_wait_until(&counter, SHMEM_CMP_EQ, 2);
  CHECK(shmem_ulong_test_any(words, 2, nullptr, SHMEM_CMP_EQ, 0) == 0 && shmem_test(words, SHMEM_CMP_EQ, 0));
  CHECK(shmem_size_test_all(words, 2, nullptr, SHMEM_CMP_EQ, 0));
  shmem_set_lock(&lock);
  shmem_clear_lock(&lock);
}
#else
static void volatiles(void) {}
#endif

int main(void) {
  const double begin = shmemx_wtime();
  start_pes(0);
  me = _my_pe(), n = _num_pes(), right = (me + 1) % n, left = (me + n - 1) % n;
  CHECK(me == shmem_my_pe() && n == shmem_n_pes() && me == pshmem_my_pe());
  shmemx_pcontrol(1);
  constants();
  memory();
  caches();
  atomics();
  active_sets();
  sizes();
  volatiles();
  CHECK(shmemx_wtime() >= begin);
  shmem_barrier_all();
  if (me == 0) puts("ok");
  return 0; /* who called start_pes need not finalize */
}
