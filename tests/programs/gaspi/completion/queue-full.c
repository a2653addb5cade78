// A write that did not fit into the queue has not been posted: nothing comes of it, nor of its notification.
// variant racy-posted-again: -DAGAIN
// variant clean-given-up: -DGIVEN_UP
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_number_t most;
  must(gaspi_queue_size_max(&most));
  if (rank == 0) {
    for (gaspi_number_t i = 0; i < most; ++i)
      must(gaspi_write(0, 0, 0, 0, 0, 0, 0, GASPI_BLOCK));
    gaspi_return_t result = gaspi_write_notify(0, BYTES(11), 1, 0, BYTES(0), sizeof(int), 3, 1, 0, GASPI_BLOCK);
    if (result != GASPI_QUEUE_FULL)
      exit(1);
#ifdef AGAIN
    WAIT(0);
    WRITE(11, 0, 1, 0);  // race(remote)
#endif
  }
  if (rank == 1)
    at[0] = 1;  // race(remote)
  return finish();
}
