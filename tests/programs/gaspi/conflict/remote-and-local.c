// A write or read of one rank and a load or store of another, with no synchronisation in between. Two reads do not conflict.
// variant racy-write-load: "-DOP=WRITE(10,0,1,0)" "-DLOCAL=use(at[0])"
// variant racy-write-store: "-DOP=WRITE(10,0,1,0)" "-DLOCAL=at[0]=2"
// variant racy-read-store: "-DOP=READ(10,0,1,0)" "-DLOCAL=at[0]=2"
// variant racy-write-notify-load: "-DOP=WRITE_NOTIFY(10,0,1,3,1,0)" "-DLOCAL=use(at[0])"
// variant racy-read-notify-store: "-DOP=READ_NOTIFY(10,0,1,3,0)" "-DLOCAL=at[0]=2"
// variant racy-completed-here: "-DOP=WRITE(10,0,1,0);WAIT(0)" "-DLOCAL=use(at[0])"
// variant clean-read-load: "-DOP=READ(10,0,1,0)" "-DLOCAL=use(at[0])"
// variant clean-other-bytes: "-DOP=WRITE(10,0,1,0)" "-DLOCAL=at[1]=2"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    OP;  // race(remote)
  }
  if (rank == 1)
    LOCAL;  // race(remote)
  return finish();
}
