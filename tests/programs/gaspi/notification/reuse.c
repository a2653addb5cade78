// A place at the target is used again and again: the target must say when it has read it, or the next write races with the
// last look, and with the write before it.
// variant racy: -DANSWER=0
// variant clean: -DANSWER=1
#include "corpus.h"

int main(void) {
  int rank = begin();
  for (int round = 0; round < 4; ++round) {
    if (rank == 0) {
      if (ANSWER && round > 0)
        get(4);
      WRITE_NOTIFY(10, 0, 1, (gaspi_notification_id_t)(10 + round), 1, 0);  // race(again) race(twice) race(twice)
    }
    if (rank == 1) {
      get((gaspi_notification_id_t)(10 + round));
      use(at[0]);  // race(again)
      if (ANSWER)
        NOTIFY(0, 4, 1, 0);
    }
  }
  return finish();
}
