// Both neighbours write with notifications, in two buffers by turns; a buffer is written again when both have been heard of since, which
// they are only after they have used it.
// ranks: 4
// variant clean:
#include "corpus.h"

#define STEPS 6
#define BUFFERS 2

int main(void) {
  int rank = begin(), left = (rank + 3) % 4, right = (rank + 1) % 4;
  for (int step = 0; step < STEPS; ++step) {
    int base = step % BUFFERS * 32;
    gaspi_notification_id_t id = (gaspi_notification_id_t)(step % BUFFERS * 2);
    at[base] = at[base + 1] = step;
    WRITE_NOTIFY(base, base + 9, left, id + 1, step + 1, 0);
    WRITE_NOTIFY(base + 1, base + 8, right, id, step + 1, 0);
    for (int seen = 0; seen < 2;) {
      gaspi_notification_id_t first;
      gaspi_notification_t value;
      must(gaspi_notify_waitsome(0, id, 2, &first, GASPI_BLOCK));
      must(gaspi_notify_reset(0, first, &value));
      if (value == 0)
        continue;
      if (at[base + (first == id ? 8 : 9)] != step)
        return 1;
      ++seen;
    }
    WAIT(0);
  }
  return finish();
}
