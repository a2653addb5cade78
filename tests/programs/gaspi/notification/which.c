// Two ranks notify under one id. That one is there does not tell which; its value does.
// ranks: 3
// variant racy-the-other: "-DGOT=1-which"
// variant clean: "-DGOT=which"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank < 2)
    WRITE_NOTIFY(10, rank, 2, 3, (gaspi_notification_t)(rank + 1), 0);  // race(data)
  BARRIER();
  if (rank == 2) {
    // Both have come: the one that came last has overwritten the other.
    int which = (int)get(3) - 1;
    use(at[GOT]);  // race(data)
  }
  return finish();
}
