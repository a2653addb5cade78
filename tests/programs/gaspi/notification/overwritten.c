// Two notifications of one rank under one id: the value tells how far it is. The later gaspi_notify comes after the data of both.
// variant racy-first-only: -DUNTIL=1
// variant clean-both: -DUNTIL=2
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    WRITE(10, 0, 1, 0);
    NOTIFY(1, 3, 1, 0);
    see(9);
    WRITE(11, 1, 1, 0);  // race(second)
    NOTIFY(1, 3, 2, 0);
  }
  if (rank == 1) {
    gaspi_notification_t value = get(3);
    NOTIFY(0, 9, 1, 0);
    while (value < UNTIL)
      value = get(3);
    use(at[0]);
    use(at[1]);  // race(second)
  }
  return finish();
}
