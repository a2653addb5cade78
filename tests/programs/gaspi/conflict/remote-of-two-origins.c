// Operations of two ranks to the memory of a third.
// ranks: 3
// variant racy-write-write: "-DFIRST=WRITE(10,0,2,0)" "-DSECOND=WRITE(11,0,2,0)"
// variant racy-write-read: "-DFIRST=WRITE(10,0,2,0)" "-DSECOND=READ(11,0,2,0)"
// variant racy-read-write: "-DFIRST=READ(10,0,2,0)" "-DSECOND=WRITE(11,0,2,0)"
// variant racy-write-notify: "-DFIRST=WRITE_NOTIFY(10,0,2,0,1,0)" "-DSECOND=WRITE_NOTIFY(11,0,2,1,1,0)"
// variant clean-read-read: "-DFIRST=READ(10,0,2,0)" "-DSECOND=READ(11,0,2,0)"
// variant clean-two-places: "-DFIRST=WRITE(10,0,2,0)" "-DSECOND=WRITE(11,1,2,0)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0)
    FIRST;  // race(remote)
  if (rank == 1)
    SECOND;  // race(remote)
  return finish();
}
