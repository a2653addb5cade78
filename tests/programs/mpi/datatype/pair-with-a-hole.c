// MPI_SHORT_INT is the pair with a hole in its middle: two bytes, two of nobody, four.
// variant clean: -DAT=1
// variant racy-index: -DAT=3
// variant racy-value: -DAT=0
#include "corpus.h"

int main(void) {
  MPI_Win win;
  struct {
    short value;
    int index;
  } pair = {1, 2};
  int rank = begin();
  volatile short* memory = (volatile short*)open_window(2, &win);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&pair, 1, MPI_SHORT_INT, 1, 0, 1, MPI_SHORT_INT, win);  // race(put)
  else
    memory[AT] = 5;  // race(put)
  MPI_Win_fence(0, win);
  return finish(&win);
}
