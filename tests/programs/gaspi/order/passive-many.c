// Messages of several ranks: the receiver knows of whom it got one.
// ranks: 3
// variant racy-not-yet: -DLOOK=1
// variant clean: -DLOOK=2
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_rank_t from;
  if (rank != 0) {
    at[0] = 1;  // race(remote)
    if (rank == 1 || LOOK == 2)
      must(gaspi_passive_send(0, BYTES(30), 0, sizeof(int), GASPI_BLOCK));
  } else {
    for (int i = 0; i < LOOK; ++i)
      must(gaspi_passive_receive(0, BYTES(31), &from, sizeof(int), GASPI_BLOCK));
    READ(10, 0, 1, 0);
    READ(11, 0, 2, 0);  // race(remote)
  }
  return finish();
}
