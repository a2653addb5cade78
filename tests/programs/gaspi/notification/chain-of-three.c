// Rank 0 writes to rank 1 and tells it; rank 1 tells rank 2; rank 2 may write to the same place. If rank 1 did not look, or rank 0
// told rank 2 itself, nothing is known of the write.
// ranks: 3
// variant racy-not-looked: "-DLOOK=(void)0" "-DDIRECT=(void)0"
// variant racy-direct: "-DLOOK=(void)0" "-DDIRECT=NOTIFY(2,6,1,0)"
// variant clean: "-DLOOK=see(3)" "-DDIRECT=(void)0"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    WRITE_NOTIFY(10, 0, 1, 3, 1, 0);  // race(writes)
    DIRECT;
  }
  if (rank == 1) {
    LOOK;
    NOTIFY(2, 7, 1, 0);
  }
  if (rank == 2) {
    gaspi_notification_id_t first;
    must(gaspi_notify_waitsome(0, 7, 1, &first, GASPI_BLOCK));
    WRITE(11, 0, 1, 0);  // race(writes)
  }
  return finish();
}
