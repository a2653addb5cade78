// Lists with a notification: it speaks of all elements, and of nothing else.
// variant racy-write-unseen: -DWRITES "-DSEE=(void)0" -DPLACE=3
// variant racy-read-unseen: -DREADS "-DSEE=(void)0" -DPLACE=30
// variant clean-write-first: -DWRITES "-DSEE=see(3)" -DPLACE=0
// variant clean-write-last: -DWRITES "-DSEE=see(3)" -DPLACE=3
// variant clean-read-first: -DREADS "-DSEE=see(3)" -DPLACE=20
// variant clean-read-last: -DREADS "-DSEE=get(3)" -DPLACE=30
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_segment_id_t segments[2] = {0, 0};
  gaspi_offset_t here[2] = {BYTES(20), BYTES(30)};
  gaspi_offset_t there[2] = {BYTES(0), BYTES(3)};
  gaspi_size_t sizes[2] = {sizeof(int), sizeof(int)};
#ifdef WRITES
  int reader = 1;
  if (rank == 0)
    must(gaspi_write_list_notify(2, segments, here, 1, segments, there, sizes, 0, 3, 1, 0, GASPI_BLOCK));  // race(list) in racy-write*
#else
  int reader = 0;
  if (rank == 0)
    must(gaspi_read_list_notify(2, segments, here, 1, segments, there, sizes, 0, 3, 0, GASPI_BLOCK));  // race(list) in racy-read*
#endif
  if (rank == reader) {
    SEE;
    use(at[PLACE]);  // race(list)
  }
  return finish();
}
