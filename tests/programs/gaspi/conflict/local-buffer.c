// The buffer of a write is read, that of a read is written, until gaspi_wait on their queue has returned. A barrier or another
// queue completes nothing.
// variant racy-write-store: "-DOP=WRITE(10,0,1,0)" -DCOMPLETE= "-DLOCAL=at[10]=2"
// variant racy-read-load: "-DOP=READ(10,0,1,0)" -DCOMPLETE= "-DLOCAL=use(at[10])"
// variant racy-read-store: "-DOP=READ(10,0,1,0)" -DCOMPLETE= "-DLOCAL=at[10]=2"
// variant racy-write-other-queue: "-DOP=WRITE(10,0,1,0)" "-DCOMPLETE=WAIT(1)" "-DLOCAL=at[10]=2"
// variant racy-read-other-queue: "-DOP=READ(10,0,1,1)" "-DCOMPLETE=WAIT(0)" "-DLOCAL=use(at[10])"
// variant racy-write-notify: "-DOP=WRITE_NOTIFY(10,0,1,3,1,0)" -DCOMPLETE= "-DLOCAL=at[10]=2"
// variant racy-read-notify: "-DOP=READ_NOTIFY(10,0,1,3,0)" -DCOMPLETE= "-DLOCAL=use(at[10])"
// variant racy-notified: "-DOP=WRITE(10,0,1,0)" "-DCOMPLETE=NOTIFY(1,3,1,0)" "-DLOCAL=at[10]=2"
// variant clean-write-load: "-DOP=WRITE(10,0,1,0)" -DCOMPLETE= "-DLOCAL=use(at[10])"
// variant clean-write-other: "-DOP=WRITE(10,0,1,0)" -DCOMPLETE= "-DLOCAL=at[11]=2"
// variant clean-write-wait: "-DOP=WRITE(10,0,1,0)" "-DCOMPLETE=WAIT(0)" "-DLOCAL=at[10]=2"
// variant clean-read-wait: "-DOP=READ(10,0,1,0)" "-DCOMPLETE=WAIT(0)" "-DLOCAL=use(at[10])"
// variant clean-write-notify-wait: "-DOP=WRITE_NOTIFY(10,0,1,3,1,2)" "-DCOMPLETE=WAIT(2)" "-DLOCAL=at[10]=2"
// variant clean-read-notify-wait: "-DOP=READ_NOTIFY(10,0,1,3,2)" "-DCOMPLETE=WAIT(2)" "-DLOCAL=use(at[10])"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    OP;  // race(buffer)
    COMPLETE;
    LOCAL;  // race(buffer)
  }
  return finish();
}
