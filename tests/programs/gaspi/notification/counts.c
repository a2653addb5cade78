// Progress that is told under one id by ever larger values, of which its reader looks at few: each must not cost a walk over all others.
// variant clean: -DQUEUE=0
// variant racy: -DQUEUE=1
#include "corpus.h"

int main(void) {
  const gaspi_notification_t last = 150000;
  if (begin() == 0) {
    for (gaspi_notification_t i = 1; i <= last; ++i) {
      if (i == last)
        WRITE(0, 1, 1, 0);  // race(data)
      NOTIFY(1, 3, i, i == last ? QUEUE : 0);
      if (i % 500 == 0)
        WAIT(0);
    }
  } else {
    BARRIER();
    while (get(3) != last) {
    }
    use(at[1]);  // race(data)
    return finish();
  }
  BARRIER();
  return finish();
}
