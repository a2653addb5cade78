// Every round posts, waits and goes on: what was complete in one round is not in the next.
// variant racy-last-round: "-DWAIT_IN=round<4"
// variant clean: -DWAIT_IN=1
#include "corpus.h"

int main(void) {
  int rank = begin();
  for (int round = 0; round < 5; ++round) {
    if (rank == 0) {
      WRITE(10, round, 1, 0);  // race(buffer)
      if (WAIT_IN)
        WAIT(0);
      at[10] = round;  // race(buffer)
    }
  }
  return finish();
}
