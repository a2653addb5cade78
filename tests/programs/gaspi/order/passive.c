// A passive message orders what was before the send before what is after the receive; and, since the send waits for it, what was
// before the receive before what is after the send.
// variant racy-forth: -DWRITER=0 -DAFTER_SEND
// variant racy-back: -DWRITER=1 -DAFTER_RECEIVE
// variant clean-forth: -DWRITER=0
// variant clean-back: -DWRITER=1
#include "corpus.h"

// Rank 0 sends, rank 1 receives. Rank WRITER touches its own memory, before or after; the other one reads it afterwards.
int main(void) {
  int rank = begin();
  gaspi_rank_t from;
#if !defined(AFTER_SEND) && !defined(AFTER_RECEIVE)
  if (rank == WRITER)
    at[0] = 1;
#endif
  if (rank == 0)
    must(gaspi_passive_send(0, BYTES(30), 1, sizeof(int), GASPI_BLOCK));
  if (rank == 1)
    must(gaspi_passive_receive(0, BYTES(31), &from, sizeof(int), GASPI_BLOCK));
#if defined(AFTER_SEND) || defined(AFTER_RECEIVE)
  if (rank == WRITER)
    at[0] = 1;  // race(remote)
#endif
  if (rank == 1 - WRITER)
    READ(10, 0, WRITER, 0);  // race(remote)
  return finish();
}
