// gaspi_read_notify tells its own rank that the data is here; of other reads on the queue it says nothing.
// variant racy-unseen: "-DOP=READ_NOTIFY(10,0,1,3,0)" "-DSEE=(void)0"
// variant racy-earlier-read: "-DOP=READ(10,0,1,0);READ_NOTIFY(11,1,1,3,0)" "-DSEE=see(3)"
// variant racy-other-id: "-DOP=READ_NOTIFY(11,1,1,4,0);READ_NOTIFY(10,0,1,3,0)" "-DSEE=see(4)"
// variant racy-write-notify: "-DOP=READ(10,0,1,0);WRITE_NOTIFY(11,1,0,3,1,0)" "-DSEE=see(3)"
// variant clean: "-DOP=READ_NOTIFY(10,0,1,3,0)" "-DSEE=see(3)"
// variant clean-reset: "-DOP=READ_NOTIFY(10,0,1,3,0)" "-DSEE=get(3)"
// variant clean-wait: "-DOP=READ(10,0,1,0);READ_NOTIFY(11,1,1,3,0)" "-DSEE=see(3);WAIT(0)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    OP;  // race(buffer)
    SEE;
    use(at[10]);  // race(buffer)
  }
  return finish();
}
