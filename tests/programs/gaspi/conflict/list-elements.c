// Nothing orders the elements of a list: they must not write to one place.
// variant racy-write: -DLIST=gaspi_write_list -DLOCAL=31 -DREMOTE=0
// variant racy-read: -DLIST=gaspi_read_list -DLOCAL=30 -DREMOTE=1
// variant clean-one-source: -DLIST=gaspi_write_list -DLOCAL=30 -DREMOTE=1
// variant clean-read-twice: -DLIST=gaspi_read_list -DLOCAL=31 -DREMOTE=0
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_segment_id_t segments[2] = {0, 0};
  gaspi_offset_t here[2] = {BYTES(30), BYTES(LOCAL)};
  gaspi_offset_t there[2] = {BYTES(0), BYTES(REMOTE)};
  gaspi_size_t sizes[2] = {sizeof(int), sizeof(int)};
  if (rank == 0)
    must(LIST(2, segments, here, 1, segments, there, sizes, 0, GASPI_BLOCK));  // race(elements) race(elements)
  return finish();
}
