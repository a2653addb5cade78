// The buffers of a list are open until gaspi_wait.
// variant racy-write: -DLIST=gaspi_write_list -DCOMPLETE= "-DLOCAL=at[30]=1"
// variant racy-read: -DLIST=gaspi_read_list -DCOMPLETE= "-DLOCAL=use(at[20])"
// variant clean-write: -DLIST=gaspi_write_list "-DCOMPLETE=WAIT(0)" "-DLOCAL=at[30]=1"
// variant clean-read: -DLIST=gaspi_read_list "-DCOMPLETE=WAIT(0)" "-DLOCAL=use(at[20])"
// variant clean-between: -DLIST=gaspi_read_list -DCOMPLETE= "-DLOCAL=at[25]=1"
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_segment_id_t segments[2] = {0, 0};
  gaspi_offset_t here[2] = {BYTES(20), BYTES(30)};
  gaspi_offset_t there[2] = {BYTES(0), BYTES(1)};
  gaspi_size_t sizes[2] = {sizeof(int), sizeof(int)};
  if (rank == 0) {
    must(LIST(2, segments, here, 1, segments, there, sizes, 0, GASPI_BLOCK));  // race(list)
    COMPLETE;
    LOCAL;  // race(list)
  }
  return finish();
}
