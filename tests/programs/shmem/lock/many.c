// Locks by the thousand, as of the rows of a table: each of them orders what is done under it.
// variant clean:
// variant racy: -DWITHOUT=1500
#include "corpus.h"

enum { kLocks = 3000 };
static long locks[kLocks];
static int values[kLocks];

int main(void) {
  begin();
  for (int i = 0; i < kLocks; ++i) {
#ifdef WITHOUT
    if (i == WITHOUT) {
      shmem_int_p(&values[i], 1, 0);  // race(value) race(value)
      continue;
    }
#endif
    shmem_set_lock(&locks[i]);
    const int value = shmem_int_g(&values[i], 0);
    shmem_int_p(&values[i], value + 1, 0);
    shmem_clear_lock(&locks[i]);
  }
  shmem_barrier_all();
  return finish();
}
