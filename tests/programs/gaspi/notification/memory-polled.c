// To poll the data itself is a race, whatever value is found.
// variant racy: "-DSEE=while(*(volatile int*)&at[0]==0){}"
// variant clean: "-DSEE=see(3)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    at[10] = 1;
    WRITE_NOTIFY(10, 0, 1, 3, 1, 0);  // race(data)
  }
  if (rank == 1) {
    SEE;  // race(data)
  }
  return finish();
}
