// The same offset of two segments is not the same memory.
// ranks: 3
// variant racy: -DTHERE=1
// variant clean: -DTHERE=2
#include "corpus.h"

int main(void) {
  int rank = begin();
  must(gaspi_segment_create(1, SEGMENT_SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
  must(gaspi_segment_create(2, SEGMENT_SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
  if (rank == 0)
    must(gaspi_write(0, 0, 2, 1, 16, 4, 0, GASPI_BLOCK));  // race(segment)
  if (rank == 1)
    must(gaspi_write(0, 4, 2, THERE, 16, 4, 0, GASPI_BLOCK));  // race(segment)
  return finish();
}
