// A notification that was posted before the write says nothing about it.
// variant racy: "-DFIRST=NOTIFY(1,3,1,0)" "-DSECOND=(void)0"
// variant clean: "-DFIRST=(void)0" "-DSECOND=NOTIFY(1,3,1,0)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    FIRST;
    WRITE(10, 0, 1, 0);  // race(data)
    SECOND;
  }
  if (rank == 1) {
    see(3);
    use(at[0]);  // race(data)
  }
  return finish();
}
