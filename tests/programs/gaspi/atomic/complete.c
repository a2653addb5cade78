// An atomic is complete when it returns: who is told afterwards may use the value as it likes.
// variant racy: "-DMEET=(void)0"
// variant clean-barrier: "-DMEET=BARRIER()"
// variant clean-notify: "-DMEET=if(rank==0)NOTIFY(1,3,1,0);else(void)see(3)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_atomic_value_t old;
  if (rank == 0)
    must(gaspi_atomic_fetch_add(0, 0, 1, 1, &old, GASPI_BLOCK));  // race(atomic)
  MEET;
  if (rank == 1)
    at[0] = 0;  // race(atomic)
  return finish();
}
