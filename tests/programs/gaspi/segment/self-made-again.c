// The same with writes of a rank to itself.
// variant racy: -DOLD=0
// variant clean: -DOLD=1
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_pointer_t pointer;
  for (int round = 0; round < 2; ++round) {
    must(gaspi_segment_create(1, SEGMENT_SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
    must(gaspi_segment_ptr(1, &pointer));
    if (rank == 0 && (round == 0 || !OLD))
      must(gaspi_write(0, 0, 0, 1, 16, 4, 0, GASPI_BLOCK));  // race(segment)
    if (rank == 0 && round == 1)
      ((int*)pointer)[4] = 1;  // race(segment)
    WAIT(0);
    BARRIER();
    must(gaspi_segment_delete(1));
  }
  return finish();
}
