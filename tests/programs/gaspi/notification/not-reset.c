// A notification that was not reset is still there: to wait for it again is not to wait.
// variant racy-not-reset: "-DFIRST=see(3)"
// variant clean-reset: "-DFIRST=get(3)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    WRITE_NOTIFY(10, 0, 1, 3, 1, 0);
    see(9);
    WRITE_NOTIFY(10, 1, 1, 3, 1, 0);  // race(second)
  }
  if (rank == 1) {
    FIRST;
    use(at[0]);
    NOTIFY(0, 9, 1, 0);
    see(3);
    use(at[1]);  // race(second)
  }
  return finish();
}
