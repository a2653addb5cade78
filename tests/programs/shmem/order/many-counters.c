// Counters by the thousand, each raised many times before anybody waits for it: what one sum was made of is not looked for among all others.
// mpi: embedded
// variant racy: -DORDER=
// variant clean: "-DORDER=shmem_fence()"
#include "corpus.h"

enum { COUNTERS = 1024, TIMES = 100 };
static long data;
static uint64_t count[COUNTERS];

int main(void) {
  int pe = begin();
  if (pe == 0) {
    shmem_long_p(&data, 1, 1);  // race(data)
    ORDER;
    for (int time = 0; time < TIMES; ++time)
      for (int i = 0; i < COUNTERS; ++i)
        shmem_uint64_atomic_inc(&count[i], 1);
  } else {
    for (int i = 0; i < COUNTERS; ++i)
      shmem_uint64_wait_until(&count[i], SHMEM_CMP_EQ, TIMES);
    use((int)data);  // race(data)
  }
  return finish();
}
