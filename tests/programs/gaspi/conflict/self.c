// A rank may be its own target. Its writes take effect no earlier than others' do.
// variant racy-write-load: "-DOP=WRITE(10,0,0,0)" -DCOMPLETE= "-DLOCAL=use(at[0])"
// variant racy-write-wait-load: "-DOP=WRITE(10,0,0,0)" "-DCOMPLETE=WAIT(0)" "-DLOCAL=use(at[0])"
// variant racy-read-store: "-DOP=READ(10,0,0,0)" -DCOMPLETE= "-DLOCAL=at[0]=2"
// variant racy-other-notification: "-DOP=WRITE(10,0,0,0)" "-DCOMPLETE=NOTIFY(0,4,1,1);see(4)" "-DLOCAL=use(at[0])"
// variant clean-read-wait-store: "-DOP=READ(10,0,0,0)" "-DCOMPLETE=WAIT(0)" "-DLOCAL=at[0]=2"
// variant clean-write-notify: "-DOP=WRITE_NOTIFY(10,0,0,4,1,0)" "-DCOMPLETE=see(4)" "-DLOCAL=use(at[0])"
// variant clean-notify: "-DOP=WRITE(10,0,0,0)" "-DCOMPLETE=NOTIFY(0,4,1,0);get(4)" "-DLOCAL=at[0]=2"
// variant clean-source-too: "-DOP=WRITE_NOTIFY(10,0,0,4,1,0)" "-DCOMPLETE=see(4)" "-DLOCAL=at[10]=2"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    OP;  // race(self)
    COMPLETE;
    LOCAL;  // race(self)
  }
  return finish();
}
