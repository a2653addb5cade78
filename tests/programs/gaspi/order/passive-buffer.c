// The buffers of passive messages are free when the calls return; the message is stored by the receiver.
// variant racy-receive: "-DREMOTE=WRITE(10,31,1,0)"
// variant racy-read: "-DREMOTE=READ(10,31,1,0)"
// variant clean: "-DREMOTE=READ(10,32,1,0)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_rank_t from;
  if (rank == 0) {
    REMOTE;  // race(remote)
    must(gaspi_passive_send(0, BYTES(30), 1, sizeof(int), GASPI_BLOCK));
    at[30] = 2;
  }
  if (rank == 1) {
    must(gaspi_passive_receive(0, BYTES(31), &from, sizeof(int), GASPI_BLOCK));  // race(remote)
    use(at[30]);
  }
  return finish();
}
