// What the programs of the corpus begin and end with. Nothing in here races: what a program is about stands in the program.
//
// Both models start and end in either order:
//   -DGASPI_FIRST   GASPI is initialised before MPI
//   -DMPI_ENDS      MPI is finalised before GASPI
#pragma once

#include <GASPI.h>
#include <mpi.h>
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
static int rank;  // in MPI_COMM_WORLD

static inline void start_gaspi(void) {
  must(gaspi_proc_init(GASPI_BLOCK));
}

// Segment 0.
static inline void make_segment(void) {
  gaspi_pointer_t pointer;
  must(gaspi_segment_create(0, SEGMENT_SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
  must(gaspi_segment_ptr(0, &pointer));
  at = (int*)pointer;
}

// Starts both and makes segment 0.
static inline void begin(void) {
#ifdef GASPI_FIRST
  start_gaspi();
  MPI_Init(NULL, NULL);
#else
  MPI_Init(NULL, NULL);
  start_gaspi();
#endif
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_segment();
}

// Waits for everyone and ends both.
static inline int finish(void) {
  must(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
#ifdef MPI_ENDS
  MPI_Finalize();
  must(gaspi_proc_term(GASPI_BLOCK));
#else
  must(gaspi_proc_term(GASPI_BLOCK));
  MPI_Finalize();
#endif
  return 0;
}

// Memory of MPI's own, a number of integers, offered to everybody by a window.
static inline MPI_Win allocate_window(int count, int** memory) {
  MPI_Win win;
  MPI_Win_allocate(count * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, memory, &win);
  return win;
}

// Makes a value used, so that its load stays and there are no warnings.
static inline void use(int value) {
  static volatile int sink;
  sink = value;
  (void)sink;
}

// Integers of segment 0, here and there.
#define BYTES(i) ((gaspi_offset_t)((i) * (int)sizeof(int)))
#define WRITE(from, to, rank) must(gaspi_write(0, BYTES(from), rank, 0, BYTES(to), sizeof(int), 0, GASPI_BLOCK))
#define READ(into, from, rank) must(gaspi_read(0, BYTES(into), rank, 0, BYTES(from), sizeof(int), 0, GASPI_BLOCK))
#define WRITE_NOTIFY(from, to, rank, id) \
  must(gaspi_write_notify(0, BYTES(from), rank, 0, BYTES(to), sizeof(int), id, 1, 0, GASPI_BLOCK))
#define WAIT() must(gaspi_wait(0, GASPI_BLOCK))
#define BARRIER() must(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK))

// Waits for one notification of segment 0 and resets it.
static inline void get(gaspi_notification_id_t id) {
  gaspi_notification_id_t first;
  gaspi_notification_t value;
  must(gaspi_notify_waitsome(0, id, 1, &first, GASPI_BLOCK));
  must(gaspi_notify_reset(0, first, &value));
}
