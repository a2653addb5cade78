/* A program as those for GPI-2 are written: its headers, types, constants and extensions, in C99, C11 and C++ (gaspi_gpi2.cpp). */
#include <GASPI_Ext.h>
#include <PGASPI.h>
#include <unistd.h>

#include "gaspi_check.h"

static const gaspi_timeout_t patience = GASPI_BLOCK; /* a constant, in C too */

/* All codes are different, and each has a text that names it. */
#define NAMED(name, number, text)                                       \
  case name: {                                                          \
    CHECK((int)name == number && !strncmp(words, #name, strlen(#name)));        \
    break;                                                              \
  }

static void check_code(gaspi_return_t code) {
  gaspi_string_t words = gaspi_error_str(code), copy;
  switch (code) { FARSAN_GASPI_CODES(NAMED) }
  OK(gaspi_print_error(code, &copy));
  CHECK(copy != words && !strcmp(copy, words));
  free(copy); /* GPI-2's is the program's to free */
}

static void codes(void) {
  for (int code = GASPI_ERROR; code <= GASPI_ERR_MEMALLOC; ++code) check_code((gaspi_return_t)code);
  CHECK(gaspi_error_str((gaspi_return_t)29) != NULL);
  CHECK(GASPI_QUEUE_FULL == 23 && GASPI_ERR_MANY_Q_REQS == GASPI_QUEUE_FULL && GASPI_ERR_CONFIG == 5);
  CHECK(gaspi_print_error(GASPI_ERROR, NULL) == GASPI_ERR_NULLPTR);
}

static void times(void) {
  gaspi_time_t before, after;
  OK(gaspi_time_get(&before));
#if defined(__cplusplus) || __STDC_VERSION__ >= 201112L
  /* Ticks and the frequency belong together, whatever they are. */
  gaspi_cycles_t first, last;
  gaspi_float mhz;
  OK(gaspi_cpu_frequency(&mhz));
  OK(gaspi_time_ticks(&first));
  usleep(20 * 1000);
  OK(gaspi_time_ticks(&last));
  const double milliseconds = (double)(last - first) / (mhz * 1000.0);
  CHECK(milliseconds >= 19 && milliseconds < 60 * 1000);
  unsigned long count;
  CHECK(gaspi_statistic_counter_get(0, 0, &count) != GASPI_SUCCESS);
#endif
  /* The specification's. */
  gaspi_time_t resolution;
  gaspi_number_t number;
  OK(gaspi_time_ticks(&resolution));
  CHECK(resolution > 0 && resolution < 1);
  CHECK(gaspi_statistic_counter_get(0, 0, &number) != GASPI_SUCCESS);
  OK(gaspi_time_get(&after));
  CHECK(after >= before);
}

static void machine(void) {
  char type[64] = "";
  gaspi_uchar socket = 255;
  gaspi_rank_t local, locals;
  gaspi_number_t build;
  OK(gaspi_machine_type(type));
  CHECK(strlen(type) > 0 && strlen(type) < 64);
  OK(gaspi_numa_socket(&socket));
  gaspi_set_socket_affinity(socket); /* not every system tells which processors those are */
  CHECK(gaspi_set_socket_affinity(250) == GASPI_ERROR);
  OK(gaspi_proc_local_rank(&local));
  OK(gaspi_proc_local_num(&locals));
  CHECK(local == me && locals == n);
  OK(gaspi_build_infrastructure(&build));
  CHECK(build == GASPI_TOPOLOGY_STATIC);
}

static void processes(void) {
  gaspi_state_vector_t states = (gaspi_state_vector_t)malloc(n); /* as bytes */
  gaspi_state_t* others = (gaspi_state_t*)malloc(n * sizeof(gaspi_state_t));
  OK(gaspi_state_vec_get(states));
  OK(gaspi_state_vec_get(others));
  for (int i = 0; i < n; ++i) CHECK(states[i] == GASPI_STATE_HEALTHY && others[i] == GASPI_STATE_HEALTHY);
  for (gaspi_rank_t rank = 0; rank < n; ++rank) OK(gaspi_proc_ping(rank, patience));
  CHECK(gaspi_proc_ping(n, patience) == GASPI_ERR_INV_RANK);
  free(states), free(others);
}

static void segments(void) {
  gaspi_segment_id_t id;
  gaspi_pointer_t pointer;
  gaspi_size_t size;
  OK(gaspi_segment_avail_local(&id));
  CHECK(id == 0);
  OK(gaspi_segment_create(0, 64, GASPI_GROUP_ALL, patience, GASPI_MEM_INITIALIZED));
  OK(gaspi_segment_alloc(2, 64, GASPI_MEM_UNINITIALIZED));
  OK(gaspi_segment_avail_local(&id));
  CHECK(id == 1);
  OK(pgaspi_segment_size(0, right, &size));
  CHECK(size == 64);
  OK(gaspi_segment_ptr(0, &pointer));
  *(long*)pointer = me;
  gaspi_return_t posted;
  while ((posted = gaspi_write_notify(0, 0, right, 0, 8, 8, 0, 1, 0, patience)) == GASPI_QUEUE_FULL) OK(gaspi_wait(0, patience));
  OK(posted);
  CHECK(take(0, 0) == 1 && ((long*)pointer)[1] == left);
  OK(gaspi_wait(0, patience));
}

int main(void) {
  gaspi_config_t config;
  gaspi_number_t running;
  OK(gaspi_config_get(&config));
  config.logger = 0;
  config.queue_num = 2;
  config.dev_config.params.tcp.port = 21000;
  config.build_infrastructure = GASPI_TOPOLOGY_STATIC;
  OK(gaspi_config_set(config));
  OK(gaspi_initialized(&running));
  CHECK(!running);
  begin();
  OK(gaspi_initialized(&running));
  CHECK(running);
  codes();
  times();
  machine();
  processes();
  segments();
  return end();
}
