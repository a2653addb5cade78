// Elements of a list that write to one place race with each other; the notification still tells of all of them.
// variant racy: -DREMOTE=0
// variant clean: -DREMOTE=1
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_segment_id_t segments[2] = {0, 0};
  gaspi_offset_t here[2] = {BYTES(20), BYTES(30)};
  gaspi_offset_t there[2] = {BYTES(0), BYTES(REMOTE)};
  gaspi_size_t sizes[2] = {sizeof(int), sizeof(int)};
  if (rank == 0)
    must(gaspi_write_list_notify(2, segments, here, 1, segments, there, sizes, 0, 3, 1, 0, GASPI_BLOCK));  // race(list) race(list)
  if (rank == 1) {
    see(3);
    use(at[0]);
  }
  return finish();
}
