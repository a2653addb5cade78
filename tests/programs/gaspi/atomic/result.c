// The old value is stored inside the call: into an open buffer it must not go.
// variant racy: -DCOMPLETE=
// variant clean: "-DCOMPLETE=WAIT(0)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    WRITE(10, 0, 1, 0);  // race(buffer)
    COMPLETE;
    must(gaspi_atomic_fetch_add(0, 64, 1, 1, (gaspi_atomic_value_t*)&at[10], GASPI_BLOCK));  // race(buffer)
  }
  return finish();
}
