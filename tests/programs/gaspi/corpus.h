// What the programs of the corpus begin and end with. Nothing in here races: what a program is about stands in the program.
#pragma once

#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the program if a call that must succeed does not.
static inline void must(gaspi_return_t result) {
  if (result != GASPI_SUCCESS) {
    fprintf(stderr, "a call failed: %d\n", (int)result);
    exit(1);
  }
}

enum { SEGMENT_SIZE = 4096 };

// The own part of segment 0, as integers.
static int* at;

// Starts GASPI, makes segment 0 and returns the rank.
static inline int begin(void) {
  gaspi_rank_t rank;
  gaspi_pointer_t pointer;
  must(gaspi_proc_init(GASPI_BLOCK));
  must(gaspi_proc_rank(&rank));
  must(gaspi_segment_create(0, SEGMENT_SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
  must(gaspi_segment_ptr(0, &pointer));
  at = (int*)pointer;
  return rank;
}

// Waits for everyone and ends GASPI.
static inline int finish(void) {
  must(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  must(gaspi_proc_term(GASPI_BLOCK));
  return 0;
}

// Makes a value used, so that its load stays and there are no warnings.
static inline void use(int value) {
  static volatile int sink;
  sink = value;
  (void)sink;
}

// Integers of segment 0, here and there.
#define BYTES(i) ((gaspi_offset_t)((i) * (int)sizeof(int)))
#define WRITE(from, to, rank, queue) must(gaspi_write(0, BYTES(from), rank, 0, BYTES(to), sizeof(int), queue, GASPI_BLOCK))
#define READ(into, from, rank, queue) must(gaspi_read(0, BYTES(into), rank, 0, BYTES(from), sizeof(int), queue, GASPI_BLOCK))
#define WRITE_NOTIFY(from, to, rank, id, value, queue) \
  must(gaspi_write_notify(0, BYTES(from), rank, 0, BYTES(to), sizeof(int), id, value, queue, GASPI_BLOCK))
#define READ_NOTIFY(into, from, rank, id, queue) \
  must(gaspi_read_notify(0, BYTES(into), rank, 0, BYTES(from), sizeof(int), id, queue, GASPI_BLOCK))
#define NOTIFY(rank, id, value, queue) must(gaspi_notify(0, rank, id, value, queue, GASPI_BLOCK))
#define WAIT(queue) must(gaspi_wait(queue, GASPI_BLOCK))
#define BARRIER() must(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK))

// Waits for one notification of segment 0 and leaves it set.
static inline void see(gaspi_notification_id_t id) {
  gaspi_notification_id_t first;
  must(gaspi_notify_waitsome(0, id, 1, &first, GASPI_BLOCK));
}

// Waits for one notification of segment 0, resets it and returns its value.
static inline gaspi_notification_t get(gaspi_notification_id_t id) {
  gaspi_notification_t value;
  see(id);
  must(gaspi_notify_reset(0, id, &value));
  return value;
}
