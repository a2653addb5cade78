// Once the notification of a read has come, its source may be changed by who is told.
// variant racy: "-DSEE=(void)0"
// variant clean: "-DSEE=see(3)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    READ_NOTIFY(10, 0, 1, 3, 0);  // race(remote)
    SEE;
  }
  BARRIER();
  if (rank == 1)
    at[0] = 2;  // race(remote)
  return finish();
}
