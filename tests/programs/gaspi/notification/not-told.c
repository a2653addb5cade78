// Two ranks notify under one id with the same value: nobody can know which data is there.
// ranks: 3
// variant racy: -DSECOND_ID=3
// variant clean: -DSECOND_ID=4
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0)
    WRITE_NOTIFY(10, 0, 2, 3, 1, 0);  // race(first)
  if (rank == 1)
    WRITE_NOTIFY(11, 1, 2, SECOND_ID, 1, 0);  // race(second)
  BARRIER();
  if (rank == 2) {
    get(3);
    if (SECOND_ID != 3)
      get(SECOND_ID);
    use(at[0]);  // race(first)
    use(at[1]);  // race(second)
  }
  return finish();
}
