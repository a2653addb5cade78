// Notifications belong to a segment: the same id of another one is another notification. The data may lie in any segment of
// the rank.
// variant racy: "-DWAIT_FOR=1"
// variant clean: "-DWAIT_FOR=0"
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_notification_id_t first;
  must(gaspi_segment_create(1, SEGMENT_SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
  if (rank == 0) {
    must(gaspi_notify(1, 1, 3, 1, 0, GASPI_BLOCK));
    WRITE(10, 0, 1, 0);  // race(data)
    must(gaspi_notify(0, 1, 3, 1, 0, GASPI_BLOCK));
  }
  if (rank == 1) {
    must(gaspi_notify_waitsome(WAIT_FOR, 3, 1, &first, GASPI_BLOCK));
    use(at[0]);  // race(data)
  }
  return finish();
}
