// A write whose source and target overlap, at the own rank.
// variant racy: -DTO=10
// variant clean: -DTO=12
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0)
    must(gaspi_write(0, BYTES(10), 0, 0, BYTES(TO), 2 * sizeof(int), 0, GASPI_BLOCK));  // race(own) race(own)
  return finish();
}
