// Messages that are offered again and again until somebody takes them: what is done before the last try is known to the receiver, and what the
// receiver has done before its call to the sender.
// variant clean:
// variant racy: -DBEHIND
// variant clean-back: -DBACK
#include "corpus.h"

#include <time.h>

static void work(void) {
  const struct timespec some = {0, 50 * 1000 * 1000};
  nanosleep(&some, NULL);
}

int main(void) {
  int rank = begin();
  gaspi_rank_t from;
  gaspi_return_t sent = GASPI_TIMEOUT;
  if (rank == 1) {
    for (int tries = 0; sent == GASPI_TIMEOUT; ++tries) {
#ifndef BACK
      if (tries == 1) at[0] = 1;
#endif
      sent = gaspi_passive_send(0, BYTES(30), 0, sizeof(int), GASPI_TEST);
    }
    must(sent);
#ifdef BEHIND
    at[0] = 2;  // race(remote)
#endif
#ifdef BACK
    READ(11, 0, 0, 0);
#endif
  } else {
    work();
#ifdef BACK
    at[0] = 3;
#endif
    must(gaspi_passive_receive(0, BYTES(31), &from, sizeof(int), GASPI_BLOCK));
#ifndef BACK
    READ(10, 0, 1, 0);  // race(remote)
#endif
  }
  return finish();
}
