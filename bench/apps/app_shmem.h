// The programs' beginning and end (app_common.h) in OpenSHMEM, and symmetric memory.
#pragma once

#include <shmem.h>

#include "app_common.h"

static inline void model_begin(int* argc, char*** argv, int* rank, int* ranks) {
  (void)argc;
  (void)argv;
  shmem_init();
  *rank = shmem_my_pe();
  *ranks = shmem_n_pes();
}

static inline void model_end(void) { shmem_finalize(); }

static inline void model_abort(int status) { shmem_global_exit(status); }

static inline void model_barrier(void) { shmem_barrier_all(); }

// What a reduction reads and writes. The barrier says that everybody has read the result of the last one.
static double model_own, model_all;

static inline double model_max(double value) {
  model_own = value;
  shmem_barrier_all();
  shmem_double_max_reduce(SHMEM_TEAM_WORLD, &model_all, &model_own, 1);
  return model_all;
}

static inline double model_sum(double value) {
  model_own = value;
  shmem_barrier_all();
  shmem_double_sum_reduce(SHMEM_TEAM_WORLD, &model_all, &model_own, 1);
  return model_all;
}

// Zeroed memory that others may reach, of the same size on all PEs. All know that it is zero.
static inline void* app_symmetric(App* app, size_t count, size_t size) {
  void* memory = shmem_calloc(count, size);
  if (memory == NULL) {
    fprintf(stderr, "%s: no symmetric memory for %zu elements\n", app->name, count);
    shmem_global_exit(3);
  }
  app->exposed_bytes += (long)(count * size);
  return memory;
}
