// Who waits for a range of notifications may use what the one that it found tells of, and nothing of the others.
// ranks: 4
// variant racy: "-DWHICH=(first%3+1)"
// variant clean: -DWHICH=first
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank != 0) {
    at[rank] = rank;
    WRITE_NOTIFY(rank, 10 + rank, 0, rank, 1, 0);  // race(data)
    WAIT(0);
  } else {
    gaspi_notification_t value;
    for (int left = 3; left > 0; --left) {
      gaspi_notification_id_t first;
      must(gaspi_notify_waitsome(0, 1, 3, &first, GASPI_BLOCK));
      must(gaspi_notify_reset(0, first, &value));
      if (left == 3)
        use(at[10 + WHICH]);  // race(data)
      use(at[10 + first]);
    }
  }
  return finish();
}
