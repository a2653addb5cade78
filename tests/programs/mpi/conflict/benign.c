// A race that is meant to be, as the program says: all of its bytes are in what was said, in one piece or in pieces that touch.
// variant racy-nothing:
// variant racy-half: -DFIRST=8
// variant racy-hole: -DFIRST=4 -DSECOND=5
// variant clean-whole: -DFIRST=16
// variant clean-touching: -DFIRST=8 -DSECOND=8
// variant clean-touching-later: -DFIRST=8 -DSECOND=8 -DSWAPPED
#include "corpus.h"
#include <farsan/annotate.h>

#ifndef FIRST
#define FIRST 0
#endif
#ifndef SECOND
#define SECOND 16
#endif

int main(void) {
  MPI_Win win;
  char value[16] = "123", other[16];
  int rank = begin();
  char* x = (char*)open_window(16, &win);
  if (rank == 1) {
#ifdef SWAPPED
    FARSAN_BENIGN(x + SECOND, 16 - SECOND);
#endif
    FARSAN_BENIGN(x, FIRST);
#ifndef SWAPPED
    FARSAN_BENIGN(x + SECOND, 16 - SECOND);
#endif
  }

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(value, 16, MPI_CHAR, 1, 0, 16, MPI_CHAR, win);  // race(bytes)
  } else {
    memcpy(other, x, 16);  // race(bytes)
    for (int i = 0; i < 16; ++i) use(other[i]);
  }
  MPI_Win_fence(0, win);
  return finish(&win);
}
