// A passive message whose time was over was not sent: the next receive is of the next one.
// variant racy: -DLATER=1
// variant clean: -DLATER=0
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_rank_t from;
  if (rank == 0) {
    if (gaspi_passive_send(0, BYTES(30), 1, sizeof(int), GASPI_TEST) == GASPI_SUCCESS)
      exit(1);
    at[0] = 1;
    BARRIER();
    while (gaspi_passive_send(0, BYTES(30), 1, sizeof(int), 20) != GASPI_SUCCESS) {
    }
    if (LATER)
      at[1] = 1;  // race(remote)
  } else {
    BARRIER();
    while (gaspi_passive_receive(0, BYTES(31), &from, sizeof(int), GASPI_TEST) != GASPI_SUCCESS) {
    }
    READ(10, 0, 0, 0);
    READ(11, 1, 0, 0);  // race(remote)
  }
  return finish();
}
