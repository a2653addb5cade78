// A write to rank 1 that rank 1 has seen, and a read of it by rank 2, who was told.
// ranks: 3
// variant racy: "-DTELL=if(rank==0)NOTIFY(2,4,1,0)"
// variant clean: "-DTELL=if(rank==1){see(3);NOTIFY(2,4,1,0);}"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0)
    WRITE_NOTIFY(10, 0, 1, 3, 1, 0);  // race(write)
  TELL;
  if (rank == 2) {
    see(4);
    READ(10, 0, 1, 0);  // race(write)
    WAIT(0);
  }
  return finish();
}
