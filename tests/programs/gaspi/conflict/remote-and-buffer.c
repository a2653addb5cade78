// What one rank accesses remotely is the buffer of an operation of its owner.
// variant racy-write-read-into: "-DREMOTE=WRITE(10,0,1,0)" "-DBUFFER=READ(0,20,0,0)"
// variant racy-write-write-from: "-DREMOTE=WRITE(10,0,1,0)" "-DBUFFER=WRITE(0,20,0,0)"
// variant racy-read-read-into: "-DREMOTE=READ(10,0,1,0)" "-DBUFFER=READ(0,20,0,0)"
// variant clean-read-write-from: "-DREMOTE=READ(10,0,1,0)" "-DBUFFER=WRITE(0,20,0,0)"
// variant clean-other-bytes: "-DREMOTE=WRITE(10,0,1,0)" "-DBUFFER=READ(1,20,0,0)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0)
    REMOTE;  // race(remote)
  if (rank == 1)
    BUFFER;  // race(remote)
  return finish();
}
