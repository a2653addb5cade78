// Bytes decide, not elements: pieces that overlap by one byte conflict, neighbours do not, and nothing is nothing.
// ranks: 3
// variant racy-one-byte: -DFIRST=7 -DSIZE=4
// variant racy-inside: -DFIRST=8 -DSIZE=1
// variant clean-before: -DFIRST=4 -DSIZE=4
// variant clean-behind: -DFIRST=12 -DSIZE=8
// variant clean-nothing: -DFIRST=8 -DSIZE=0
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0)
    must(gaspi_write(0, 64, 2, 0, 8, 4, 0, GASPI_BLOCK));  // race(bytes)
  if (rank == 1)
    must(gaspi_write(0, 64, 2, 0, FIRST, SIZE, 0, GASPI_BLOCK));  // race(bytes)
  return finish();
}
