// What the programs of the corpus begin and end with. Nothing in here races: what a program is about stands in the program.
//
// Both models start and end in either order:
//   -DSHMEM_FIRST   OpenSHMEM is initialised before MPI
//   -DMPI_ENDS      MPI is finalised before OpenSHMEM
// Open MPI's OpenSHMEM initialises and finalises MPI with itself, and must be the last to go.
#pragma once

#include <mpi.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined MPI_ENDS && defined OSHMEM_MAJOR_VERSION
#undef MPI_ENDS
#endif

static int rank;  // in MPI_COMM_WORLD
static int pe;

// Starts both.
static inline void begin(void) {
#ifdef SHMEM_FIRST
  int there = 0;
  shmem_init();
  MPI_Initialized(&there);
  if (!there)
    MPI_Init(NULL, NULL);
#else
  MPI_Init(NULL, NULL);
  shmem_init();
#endif
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pe = shmem_my_pe();
}

// Ends both.
static inline void end_both(void) {
#ifdef MPI_ENDS
  MPI_Finalize();
  shmem_finalize();
#else
  int over = 0;
  shmem_finalize();
  MPI_Finalized(&over);
  if (!over)
    MPI_Finalize();
#endif
}

// Waits for everyone, with all operations of the default context complete, and ends both.
static inline int finish(void) {
  shmem_barrier_all();
  end_both();
  return 0;
}

// Memory of everybody, offered to everybody by an MPI window.
static inline MPI_Win window_of(int* memory, int count) {
  MPI_Win win;
  MPI_Win_create(memory, count * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  return win;
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
