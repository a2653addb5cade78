// Flags that a PE puts to itself, few or many: it waits for them like anybody else.
// ranks: 1
// variant racy-few: -DCOUNT=8 -DLOOK=4
// variant racy-many: -DCOUNT=20 -DLOOK=4
// variant clean-few: -DCOUNT=8 -DLOOK=3
// variant clean-many: -DCOUNT=20 -DLOOK=3
#include "corpus.h"

static long flags[20], ones[20];

int main(void) {
  int pe = begin();
  for (int i = 0; i < 20; ++i)
    ones[i] = 1;
  shmem_long_put(flags, ones, COUNT, pe);  // race(flag)
  shmem_long_wait_until(&flags[3], SHMEM_CMP_EQ, 1);
  use((int)flags[LOOK]);  // race(flag)
  return finish();
}
