// gaspi_wait completes a read, here and there. Who is told after it may overwrite what was read.
// variant racy-barrier: -DCOMPLETE= "-DMEET=BARRIER()"
// variant racy-wait: "-DCOMPLETE=WAIT(0)" -DMEET=
// variant racy-other-queue: "-DCOMPLETE=WAIT(1)" "-DMEET=BARRIER()"
// variant racy-notify: "-DCOMPLETE=NOTIFY(1,5,1,0)" "-DMEET=if(rank==1)see(5)"
// variant clean-barrier: "-DCOMPLETE=WAIT(0)" "-DMEET=BARRIER()"
// variant clean-notify: "-DCOMPLETE=WAIT(0);NOTIFY(1,5,1,1)" "-DMEET=if(rank==1)see(5)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    READ(10, 0, 1, 0);  // race(remote)
    COMPLETE;
  }
  MEET;
  if (rank == 1)
    at[0] = 2;  // race(remote)
  return finish();
}
