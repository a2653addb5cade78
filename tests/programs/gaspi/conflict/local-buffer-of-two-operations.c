// Two operations that have a buffer in common: two writes only read it.
// variant racy-read-read: "-DFIRST=READ(10,0,1,0)" -DBETWEEN= "-DSECOND=READ(10,1,1,0)"
// variant racy-write-read: "-DFIRST=WRITE(10,0,1,0)" -DBETWEEN= "-DSECOND=READ(10,1,1,0)"
// variant racy-read-write: "-DFIRST=READ(10,0,1,0)" -DBETWEEN= "-DSECOND=WRITE(10,1,1,0)"
// variant racy-other-queue: "-DFIRST=READ(10,0,1,0)" "-DBETWEEN=WAIT(1)" "-DSECOND=WRITE(10,1,1,1)"
// variant racy-order-of-queue: "-DFIRST=READ(10,0,1,0)" "-DBETWEEN=NOTIFY(1,0,1,0)" "-DSECOND=WRITE(10,1,1,0)"
// variant clean-write-write: "-DFIRST=WRITE(10,0,1,0)" -DBETWEEN= "-DSECOND=WRITE(10,1,1,0)"
// variant clean-wait: "-DFIRST=READ(10,0,1,0)" "-DBETWEEN=WAIT(0)" "-DSECOND=WRITE(10,1,1,0)"
// variant clean-write-wait-read: "-DFIRST=WRITE(10,0,1,0)" "-DBETWEEN=WAIT(0)" "-DSECOND=READ(10,1,1,0)"
// variant clean-two-buffers: "-DFIRST=READ(10,0,1,0)" -DBETWEEN= "-DSECOND=READ(11,0,1,0)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    FIRST;  // race(buffers)
    BETWEEN;
    SECOND;  // race(buffers)
  }
  return finish();
}
