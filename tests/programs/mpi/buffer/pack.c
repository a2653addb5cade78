// MPI_Pack and MPI_Unpack read and write buffers at once, like any other access.
// variant racy-pack: -DPACK
// variant racy-unpack: -DUNPACK
// variant clean-pack: -DPACK -DORDERED
// variant clean-unpack: -DUNPACK -DORDERED
#include "corpus.h"

int main(void) {
  MPI_Win win;
  char packed[64];
  int rank = begin(), value = 1, position = 0;
  int* x = open_window(4, &win);

  MPI_Pack(&value, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
  position = 0;
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(window) in racy-pack,racy-unpack
#ifdef ORDERED
  MPI_Win_fence(0, win);
#endif
  if (rank == 1) {
#ifdef PACK
    MPI_Pack(x, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);  // race(window) in racy-pack
#else
    MPI_Unpack(packed, sizeof packed, &position, x, 1, MPI_INT, MPI_COMM_WORLD);  // race(window) in racy-unpack
#endif
  }
  MPI_Win_fence(0, win);
  use(packed[0]);
  return finish(&win);
}
