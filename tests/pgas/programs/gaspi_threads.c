/* GPI-2's threads: they register, meet, and meet those of the other ranks. */
#include <GASPI_Threads.h>
#include <stdatomic.h>

#include "gaspi_check.h"

#define THREADS 4
#define ROUNDS 100

static atomic_int here, done;

static void* work(void* argument) {
  gaspi_int tid, same, total;
  CHECK(*(int*)argument == 4711);
  OK(gaspi_threads_register(&tid));
  OK(gaspi_threads_get_tid(&same));
  OK(gaspi_threads_get_total(&total));
  CHECK(tid >= 0 && tid < THREADS && same == tid && total == THREADS);
  for (int round = 1; round <= ROUNDS; ++round) {
    ++here;
    gaspi_threads_sync();
    CHECK(here == round * THREADS);
    gaspi_threads_sync();
  }
  for (int round = 1; round <= ROUNDS; ++round) {
    gaspi_atomic_value_t old;
    OK(gaspi_atomic_fetch_add(0, 0, 0, 1, &old, GASPI_BLOCK));
    OK(gaspi_threads_sync_all(GASPI_GROUP_ALL, GASPI_BLOCK));
    OK(gaspi_atomic_fetch_add(0, 0, 0, 0, &old, GASPI_BLOCK));
    CHECK(old == (gaspi_atomic_value_t)round * THREADS * n);
    OK(gaspi_threads_sync_all(GASPI_GROUP_ALL, GASPI_BLOCK));
  }
  ++done;
  return NULL;
}

int main(void) {
  gaspi_int cores, tid;
  static int argument = 4711;
  begin();
  OK(gaspi_segment_create(0, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  OK(gaspi_threads_get_num_cores(&cores));
  CHECK(cores >= 1);
  CHECK(gaspi_threads_run(work, &argument) == GASPI_ERROR && gaspi_threads_get_tid(&tid) == GASPI_ERROR);
  CHECK(gaspi_threads_init_user(0) == GASPI_ERROR);
  OK(gaspi_threads_init(&tid));
  CHECK(tid == cores && gaspi_threads_init_user(2) == GASPI_ERROR);
  OK(gaspi_threads_term());
  OK(gaspi_threads_init_user(THREADS));
  for (int i = 1; i < THREADS; ++i) OK(gaspi_threads_run(work, &argument));
  work(&argument);
  while (done < THREADS) {
  }
  OK(gaspi_threads_term());
  return end();
}
