// The programs' beginning and end (app_common.h) in MPI, and windows.
#pragma once

#include <mpi.h>

#include "app_common.h"

static inline void model_begin(int* argc, char*** argv, int* rank, int* ranks) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, ranks);
}

static inline void model_end(void) { MPI_Finalize(); }

static inline void model_abort(int status) { MPI_Abort(MPI_COMM_WORLD, status); }

static inline void model_barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

static inline double model_max(double value) {
  double all = 0;
  MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

static inline double model_sum(double value) {
  double all = 0;
  MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

// Zeroed memory that others may reach; displacements count elements. All processes know that it is zero.
static inline void* app_window(App* app, size_t count, size_t size, MPI_Win* win) {
  void* memory = NULL;
  MPI_Win_allocate((MPI_Aint)(count * size), (int)size, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, win);
  memset(memory, 0, count * size);
  app->exposed_bytes += (long)(count * size);
  MPI_Barrier(MPI_COMM_WORLD);
  return memory;
}
