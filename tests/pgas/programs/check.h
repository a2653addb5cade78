/* What the test programs share. A failed check says where and ends the job. */
#ifndef FARSAN_TESTS_PGAS_CHECK_H
#define FARSAN_TESTS_PGAS_CHECK_H

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                    \
  do {                                                                                      \
    if (!(condition)) {                                                                     \
      fprintf(stderr, "%s:%d: PE %d: %s\n", __FILE__, __LINE__, shmem_my_pe(), #condition); \
      exit(1);                                                                              \
    }                                                                                       \
  } while (0)

static int me, n, left, right;

static inline void begin(void) {
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  right = (me + 1) % n;
  left = (me + n - 1) % n;
}

static inline int end(void) {
  shmem_barrier_all();
  if (me == 0) puts("ok");
  shmem_finalize();
  return 0;
}

/* A value of PE pe that fits any type. */
static inline int value(int pe, int i) { return (pe * 7 + i * 3) % 100 + 1; }

#endif
