// A list touches its elements and nothing between them.
// ranks: 3
// variant racy-write: -DLIST=gaspi_write_list -DPLACE=6
// variant racy-first: -DLIST=gaspi_write_list -DPLACE=0
// variant racy-read: -DLIST=gaspi_read_list -DPLACE=3
// variant clean-between: -DLIST=gaspi_write_list -DPLACE=1
// variant clean-between-too: -DLIST=gaspi_read_list -DPLACE=5
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_segment_id_t segments[3] = {0, 0, 0};
  gaspi_offset_t here[3] = {BYTES(20), BYTES(30), BYTES(40)};
  gaspi_offset_t there[3] = {BYTES(0), BYTES(3), BYTES(6)};
  gaspi_size_t sizes[3] = {sizeof(int), 2 * sizeof(int), sizeof(int)};
  if (rank == 0)
    must(LIST(3, segments, here, 2, segments, there, sizes, 0, GASPI_BLOCK));  // race(list)
  if (rank == 1)
    WRITE(10, PLACE, 2, 0);  // race(list)
  return finish();
}
