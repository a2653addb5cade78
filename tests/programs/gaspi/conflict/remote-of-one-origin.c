// Two operations of one rank to one place of another. Writes take effect in any order, unless a notification to that rank lies
// between them on their queue; gaspi_wait completes a read, and not a write at its target.
// ranks: 3
// variant racy-writes: "-DFIRST=WRITE(10,0,1,0)" -DBETWEEN= "-DSECOND=WRITE(11,0,1,0)"
// variant racy-writes-wait: "-DFIRST=WRITE(10,0,1,0)" "-DBETWEEN=WAIT(0)" "-DSECOND=WRITE(11,0,1,0)"
// variant racy-notify-other-queue: "-DFIRST=WRITE(10,0,1,0)" "-DBETWEEN=NOTIFY(1,0,1,1)" "-DSECOND=WRITE(11,0,1,0)"
// variant racy-notify-other-rank: "-DFIRST=WRITE(10,0,1,0)" "-DBETWEEN=NOTIFY(2,0,1,0)" "-DSECOND=WRITE(11,0,1,0)"
// variant racy-two-queues: "-DFIRST=WRITE(10,0,1,0)" "-DBETWEEN=NOTIFY(1,0,1,0)" "-DSECOND=WRITE(11,0,1,1)"
// variant racy-write-notify-between: "-DFIRST=WRITE(10,0,1,0)" "-DBETWEEN=WRITE_NOTIFY(12,5,1,0,1,0)" "-DSECOND=WRITE(11,0,1,0)"
// variant racy-write-read: "-DFIRST=WRITE(10,0,1,0)" "-DBETWEEN=WAIT(0)" "-DSECOND=READ(11,0,1,0)"
// variant racy-write-notify-read: "-DFIRST=WRITE(10,0,1,0)" "-DBETWEEN=NOTIFY(1,0,1,0)" "-DSECOND=READ(11,0,1,0)"
// variant racy-read-write: "-DFIRST=READ(10,0,1,0)" -DBETWEEN= "-DSECOND=WRITE(11,0,1,0)"
// variant racy-read-notify-write: "-DFIRST=READ(10,0,1,0)" "-DBETWEEN=NOTIFY(1,0,1,0)" "-DSECOND=WRITE(11,0,1,0)"
// variant clean-notify: "-DFIRST=WRITE(10,0,1,0)" "-DBETWEEN=NOTIFY(1,0,1,0)" "-DSECOND=WRITE(11,0,1,0)"
// variant clean-notify-write-notify: "-DFIRST=WRITE(10,0,1,0)" "-DBETWEEN=NOTIFY(1,0,1,0)" "-DSECOND=WRITE_NOTIFY(11,0,1,1,1,0)"
// variant clean-read-wait-write: "-DFIRST=READ(10,0,1,0)" "-DBETWEEN=WAIT(0)" "-DSECOND=WRITE(11,0,1,0)"
// variant clean-reads: "-DFIRST=READ(10,0,1,0)" -DBETWEEN= "-DSECOND=READ(11,0,1,0)"
// variant clean-two-places: "-DFIRST=WRITE(10,0,1,0)" -DBETWEEN= "-DSECOND=WRITE(11,1,1,0)"
// variant clean-two-ranks: "-DFIRST=WRITE(10,0,1,0)" -DBETWEEN= "-DSECOND=WRITE(11,0,2,0)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    FIRST;  // race(remote)
    BETWEEN;
    SECOND;  // race(remote)
  }
  return finish();
}
