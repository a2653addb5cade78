// gaspi_wait completes a write at its origin only, and a barrier nothing: the target may use the data after a notification that
// was posted to the queue behind the write.
// variant racy-nothing: -DCOMPLETE= -DMEET=
// variant racy-barrier: -DCOMPLETE= "-DMEET=BARRIER()"
// variant racy-wait: "-DCOMPLETE=WAIT(0)" -DMEET=
// variant racy-wait-barrier: "-DCOMPLETE=WAIT(0)" "-DMEET=BARRIER()"
// variant racy-notify-unseen: "-DCOMPLETE=NOTIFY(1,5,1,0)" "-DMEET=BARRIER()"
// variant clean-notify: "-DCOMPLETE=NOTIFY(1,5,1,0)" "-DMEET=if(rank==1)see(5)"
// variant clean-notify-after-wait: "-DCOMPLETE=WAIT(0);NOTIFY(1,5,1,0)" "-DMEET=if(rank==1)see(5)"
// variant clean-notify-barrier: "-DCOMPLETE=NOTIFY(1,5,1,0)" "-DMEET=BARRIER();if(rank==1)see(5)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    WRITE(10, 0, 1, 0);  // race(remote)
    COMPLETE;
  }
  MEET;
  if (rank == 1)
    use(at[0]);  // race(remote)
  return finish();
}
