/* What the GASPI test programs share. A failed check says where and ends the job. */
#ifndef FARSAN_TESTS_PGAS_GASPI_CHECK_H
#define FARSAN_TESTS_PGAS_GASPI_CHECK_H

#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gaspi_rank_t me, n, left, right;

#define CHECK(condition)                                                                \
  do {                                                                                  \
    if (!(condition)) {                                                                 \
      fprintf(stderr, "%s:%d: rank %d: %s\n", __FILE__, __LINE__, (int)me, #condition); \
      exit(1);                                                                          \
    }                                                                                   \
  } while (0)
#define OK(call) CHECK((call) == GASPI_SUCCESS)

static inline void begin(void) {
  OK(gaspi_proc_init(GASPI_BLOCK));
  OK(gaspi_proc_rank(&me));
  OK(gaspi_proc_num(&n));
  right = (gaspi_rank_t)((me + 1) % n);
  left = (gaspi_rank_t)((me + n - 1) % n);
}

static inline int end(void) {
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  if (me == 0) puts("ok");
  OK(gaspi_proc_term(GASPI_BLOCK));
  return 0;
}

static inline int value(int rank, int i) { return rank * 1000 + i * 3 + 1; }

/* Waits for a notification, resets it, returns its value. */
static inline gaspi_notification_t take(gaspi_segment_id_t segment, gaspi_notification_id_t id) {
  gaspi_notification_id_t first;
  gaspi_notification_t got = 0;
  OK(gaspi_notify_waitsome(segment, id, 1, &first, GASPI_BLOCK));
  CHECK(first == id);
  OK(gaspi_notify_reset(segment, id, &got));
  return got;
}

#endif
