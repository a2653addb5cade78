// A flag in memory that was freed and is allocated again: what was put there before is over.
// variant racy: -DFENCE=
// variant clean: "-DFENCE=shmem_fence()"
#include "corpus.h"

static long data;

int main(void) {
  int pe = begin();
  long* flag = shmem_calloc(1, sizeof *flag);
  if (pe == 0) {
    shmem_long_p(flag, 1, 1);
    shmem_quiet();
  }
  shmem_free(flag);
  flag = shmem_calloc(1, sizeof *flag);
  if (pe == 0) {
    shmem_long_p(&data, 7, 1);  // race(data)
    FENCE;
    shmem_long_p(flag, 1, 1);
  } else {
    shmem_long_wait_until(flag, SHMEM_CMP_EQ, 1);
    use((int)data);  // race(data)
  }
  shmem_barrier_all();
  shmem_free(flag);
  return finish();
}
