// The programs' beginning and end (app_common.h) in GASPI, and segments.
#pragma once

#include <GASPI.h>

#include "app_common.h"

static inline void app_must(gaspi_return_t result, const char* what) {
  if (result == GASPI_SUCCESS) return;
  fprintf(stderr, "%s failed\n", what);
  exit(3);
}

static inline void model_begin(int* argc, char*** argv, int* rank, int* ranks) {
  gaspi_rank_t me = 0, all = 0;
  (void)argc;
  (void)argv;
  app_must(gaspi_proc_init(GASPI_BLOCK), "gaspi_proc_init");
  app_must(gaspi_proc_rank(&me), "gaspi_proc_rank");
  app_must(gaspi_proc_num(&all), "gaspi_proc_num");
  *rank = me;
  *ranks = all;
}

// A rank that ends with a status other than 0 ends the job: nobody does before all have said what they had to say.
static inline void model_end(void) {
  app_must(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK), "gaspi_barrier");
  app_must(gaspi_proc_term(GASPI_BLOCK), "gaspi_proc_term");
}

static inline void model_abort(int status) { exit(status); }

static inline void model_barrier(void) { app_must(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK), "gaspi_barrier"); }

static inline double model_reduce(double value, gaspi_operation_t operation) {
  double all = 0;
  app_must(gaspi_allreduce(&value, &all, 1, operation, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK),
           "gaspi_allreduce");
  return all;
}

static inline double model_max(double value) { return model_reduce(value, GASPI_OP_MAX); }

static inline double model_sum(double value) { return model_reduce(value, GASPI_OP_SUM); }

// A segment of zeros, of any size on each rank.
static inline void* app_segment(App* app, gaspi_segment_id_t id, size_t bytes) {
  gaspi_pointer_t memory = NULL;
  app_must(gaspi_segment_create(id, bytes, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED),
           "gaspi_segment_create");
  app_must(gaspi_segment_ptr(id, &memory), "gaspi_segment_ptr");
  app->exposed_bytes += (long)bytes;
  return memory;
}
