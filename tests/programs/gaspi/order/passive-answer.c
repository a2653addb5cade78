// A server takes requests as passive messages and answers with a write: the client's memory is the server's from the request to the
// notification.
// ranks: 3
// variant racy: "-DEARLY=use(at[16])"
// variant clean: "-DEARLY=use(at[17])"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    for (int i = 0; i < 2; ++i) {
      gaspi_rank_t from;
      must(gaspi_passive_receive(0, BYTES(0), &from, sizeof(int), GASPI_BLOCK));
      at[8] = at[0] * 2;
      WRITE_NOTIFY(8, 16, from, 1, 1, 0);  // race(answer)
      WAIT(0);
    }
  } else {
    at[4] = rank;
    at[16] = -1;
    must(gaspi_passive_send(0, BYTES(4), 0, sizeof(int), GASPI_BLOCK));
    at[4] = 0;
    EARLY;  // race(answer)
    get(1);
    if (at[16] != 2 * rank)
      return 1;
  }
  return finish();
}
