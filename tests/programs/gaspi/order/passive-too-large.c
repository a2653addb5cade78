// A passive message that does not fit its receive is gone, and orders nothing for the receiver. The next one orders all that is before it; and the
// sender still waits for its receive.
// variant racy-refused: -DWRITER=0 -DMESSAGES=1
// variant racy-late: -DWRITER=0 -DMESSAGES=2 -DLATE
// variant clean-forth: -DWRITER=0 -DMESSAGES=2
// variant clean-back: -DWRITER=1 -DMESSAGES=2
#include "corpus.h"

// Rank 0 sends, rank 1 receives. Rank WRITER touches its own memory before the last message or after it; the other one reads it afterwards.
int main(void) {
  int rank = begin();
  gaspi_rank_t from;
  for (int i = 0; i < MESSAGES; ++i) {
#ifndef LATE
    if (rank == WRITER && i == MESSAGES - 1)
      at[0] = 1;  // race(remote) in racy-refused
#endif
    if (rank == 0)
      must(gaspi_passive_send(0, BYTES(30), 1, i == 0 ? 2 * sizeof(int) : sizeof(int), GASPI_BLOCK));
    if (rank == 1 && (gaspi_passive_receive(0, BYTES(40), &from, sizeof(int), GASPI_BLOCK) == GASPI_SUCCESS) != (i > 0))
      return 1;
  }
#ifdef LATE
  if (rank == WRITER)
    at[0] = 1;  // race(remote) in racy-late
#endif
  if (rank == 1 - WRITER)
    READ(10, 0, WRITER, 0);  // race(remote)
  return finish();
}
