// A write, then a notification: gaspi_notify comes after all earlier writes of its queue to its rank, gaspi_write_notify only
// after its own.
// ranks: 3
// variant racy-write-notify: "-DTELL=WRITE_NOTIFY(11,1,1,3,1,0)"
// variant racy-other-queue: "-DTELL=NOTIFY(1,3,1,1)"
// variant racy-through-another: "-DTELL=NOTIFY(2,3,1,0)" -DRELAY
// variant clean-notify: "-DTELL=NOTIFY(1,3,1,0)"
// variant clean-two-notifications: "-DTELL=NOTIFY(1,4,1,0);WRITE_NOTIFY(11,1,1,3,1,0)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    WRITE(10, 0, 1, 0);  // race(data)
    TELL;
  }
#ifdef RELAY
  if (rank == 2) {
    see(3);
    NOTIFY(1, 3, 1, 0);
  }
#endif
  if (rank == 1) {
    see(3);
    use(at[0]);  // race(data)
  }
  return finish();
}
