// Atomics are atomic to each other, and to nothing else.
// ranks: 3
// variant racy-write: "-DSECOND=must(gaspi_write(0,64,2,0,0,8,0,GASPI_BLOCK))"
// variant racy-read: "-DSECOND=must(gaspi_read(0,64,2,0,0,8,0,GASPI_BLOCK))"
// variant racy-part: "-DSECOND=must(gaspi_write(0,64,2,0,4,4,0,GASPI_BLOCK))"
// variant clean-add: "-DSECOND=must(gaspi_atomic_fetch_add(0,0,2,1,&old,GASPI_BLOCK))"
// variant clean-swap: "-DSECOND=must(gaspi_atomic_compare_swap(0,0,2,5,6,&old,GASPI_BLOCK))"
// variant clean-other: "-DSECOND=must(gaspi_write(0,64,2,0,8,8,0,GASPI_BLOCK))"
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_atomic_value_t old = 0;
  if (rank == 0)
    must(gaspi_atomic_fetch_add(0, 0, 2, 1, &old, GASPI_BLOCK));  // race(atomic)
  if (rank == 1)
    SECOND;  // race(atomic)
  use((int)old);
  return finish();
}
