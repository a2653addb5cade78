// The target answers the notification of a write: then the write has arrived, and its source has been read, without any
// gaspi_wait. An answer to something else says nothing about the source.
// variant racy-answer-first: "-DSEEN=(void)0"
// variant racy-other-notification: "-DSEEN=see(4)"
// variant clean: "-DSEEN=see(3)"
// variant clean-reset: "-DSEEN=get(3)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    NOTIFY(1, 4, 1, 1);
    WRITE_NOTIFY(10, 0, 1, 3, 1, 0);  // race(source)
    see(5);
    at[10] = 2;  // race(source)
  }
  if (rank == 1) {
    SEEN;
    NOTIFY(0, 5, 1, 0);
  }
  return finish();
}
