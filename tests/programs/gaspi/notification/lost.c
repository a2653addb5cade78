// A notification that another one of the same value overwrote is used up with it: the next one is not taken for it.
// variant racy: -DLAST=0
// variant clean: -DLAST=1
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    NOTIFY(1, 3, 1, 0);
    NOTIFY(1, 3, 1, 0);
  }
  BARRIER();
  if (rank == 1)
    get(3);
  BARRIER();
  if (rank == 0) {
    if (!LAST)
      NOTIFY(1, 3, 1, 0);
    WRITE(10, 0, 1, 0);  // race(data)
    if (LAST)
      NOTIFY(1, 3, 1, 0);
  }
  if (rank == 1) {
    get(3);
    use(at[0]);  // race(data)
  }
  return finish();
}
