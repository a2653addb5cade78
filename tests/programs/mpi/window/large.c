// A put of four megabytes, of which the target touches one byte, at the very end, or the byte behind it.
// variant racy-last-byte: "-DACCESS=x[bytes-1]=7"
// variant racy-middle: "-DACCESS=x[bytes/2]=7"
// variant racy-sweep: "-DACCESS=memset(x+bytes-1,0,2)"
// variant clean-behind: "-DACCESS=x[bytes]=7"
// variant clean-late: -DLATE
#include "corpus.h"

#ifndef ACCESS
#define ACCESS (void)0
#endif

enum { bytes = 1 << 22 };

int main(void) {
  MPI_Win win;
  int rank = begin();
  char *x = (char*)open_window(bytes / sizeof(int) + 16, &win), *from = calloc(bytes, 1);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(from, bytes, MPI_CHAR, 1, 0, bytes, MPI_CHAR, win);  // race(byte)
  } else {
    ACCESS;  // race(byte)
  }
  MPI_Win_fence(0, win);
#ifdef LATE
  memset(x, 1, bytes);
  memset(from, 1, bytes);
#endif
  int status = finish(&win);
  free(from);
  return status;
}
