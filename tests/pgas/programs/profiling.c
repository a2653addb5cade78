/* A profiling library's way: own routines under the public names, which call the profiling ones. */
#include "check.h"

static int puts_seen, quiets_seen, mallocs_seen;

void shmem_int_put(int* dest, const int* source, size_t nelems, int pe) {
  ++puts_seen;
  pshmem_int_put(dest, source, nelems, pe);
}

void shmem_quiet(void) {
  ++quiets_seen;
  pshmem_quiet();
}

void* shmem_malloc(size_t size) {
  ++mallocs_seen;
  return pshmem_malloc(size);
}

int main(void) {
  static int dest;
  begin();
  shmem_int_put(&dest, &me, 1, right);
  shmem_put(&dest, &me, 1, right);  /* the generic routine calls the typed one */
  shmem_quiet();
  shmem_barrier_all();  /* completes inside, which is no call of the program's */
  CHECK(dest == left && shmem_malloc(8) != NULL);
  CHECK(puts_seen == 2 && quiets_seen == 1 && mallocs_seen == 1);
  return end();
}
