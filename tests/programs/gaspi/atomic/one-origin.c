// What one rank does after an atomic of its own comes after it; what it wrote before it may still be under way.
// variant racy-write-atomic: -DFIRST
// variant clean-atomic-write: -DSECOND
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_atomic_value_t old;
  if (rank == 0) {
#ifdef FIRST
    WRITE(10, 0, 1, 0);  // race(atomic)
    WAIT(0);
#endif
    must(gaspi_atomic_fetch_add(0, 0, 1, 1, &old, GASPI_BLOCK));  // race(atomic)
#ifdef SECOND
    WRITE(10, 0, 1, 0);
#endif
  }
  return finish();
}
