/* Jobs that end in other ways than all at once through shmem_finalize, and calls that make no sense. PE 1 does it, the others
 * wait for it in a barrier. */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static long lock;
static int cell;

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "";
  if (!strcmp(how, "uninitialised")) shmem_barrier_all();
  begin();
  if (!strcmp(how, "return")) return 0;
  if (!strcmp(how, "twice")) {
    shmem_finalize();
    shmem_finalize();
    return 0;
  }
  if (!strcmp(how, "after")) {
    shmem_finalize();
    shmem_my_pe();
  }
  if (!strcmp(how, "fork")) {
    cell = 1;
    const pid_t child = fork();
    if (child == 0) {
      cell = 2;  /* its own */
      exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    CHECK(status == 0 && cell == 1);
    shmem_barrier_all();
    shmem_int_p(&cell, 3, right);
    shmem_barrier_all();
    CHECK(cell == 3);
    return end();
  }
  if (me == 1 || n == 1) {
    int local = 0;
    if (!strcmp(how, "kill")) raise(SIGKILL);
    if (!strcmp(how, "abort")) abort();
    if (!strcmp(how, "exit")) exit(7);
    if (!strcmp(how, "_exit")) _exit(0);
    if (!strcmp(how, "global")) shmem_global_exit(9);
    if (!strcmp(how, "global-zero")) shmem_global_exit(0);
    if (!strcmp(how, "pe")) shmem_int_p(&cell, 1, n);
    if (!strcmp(how, "address")) shmem_int_p(&local, 1, 0);
    if (!strcmp(how, "lock")) shmem_clear_lock(&lock);
    if (!strcmp(how, "free")) shmem_free(&cell);
    if (!strcmp(how, "cmp")) shmem_int_wait_until(&cell, 77, 0);
    if (!strcmp(how, "set")) shmem_barrier(0, 0, n + 1, &lock);
    if (!strcmp(how, "ctx")) shmem_ctx_quiet(SHMEM_CTX_INVALID), shmem_ctx_int_p(SHMEM_CTX_INVALID, &cell, 1, 0);
    if (!strcmp(how, "team")) shmem_int_sum_reduce(SHMEM_TEAM_INVALID, &cell, &cell, 1);
    if (!strcmp(how, "malloc")) shmem_malloc(100);
  }
  if (!strcmp(how, "malloc")) shmem_malloc(200);
  if (!strcmp(how, "wait")) {
    if (me == 0) puts("waiting"), fflush(stdout);
    sleep(60);
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
