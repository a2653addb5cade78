// What the programs of the corpus begin and end with. Nothing in here races: what a program is about stands in the program.
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Starts MPI and returns the rank.
static inline int begin(void) {
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

// A window of `count` ints on every process. They are zero, and all processes know it.
static inline int* open_window(int count, MPI_Win* win) {
  int* memory;
  MPI_Win_allocate((MPI_Aint)(count * sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, win);
  memset(memory, 0, count * sizeof(int));
  MPI_Barrier(MPI_COMM_WORLD);
  return memory;
}

// Waits for everyone, frees the window and ends MPI.
static inline int finish(MPI_Win* win) {
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(win);
  MPI_Finalize();
  return 0;
}

// Makes a value used, so that its load stays and there are no warnings.
static inline void use(int value) {
  static volatile int sink;
  sink = value;
  (void)sink;
}
