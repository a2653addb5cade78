// A fence that is told that nothing precedes it completes nothing: the put before it is still under way when the target looks.
// variant racy: -DMIDDLE=MPI_MODE_NOPRECEDE
// variant clean: -DMIDDLE=0
// verdict: the program breaks its promise to MPI; what the fence then does not do is what the program must not rely on.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* x = open_window(1, &win);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
  MPI_Win_fence(MIDDLE, win);
  if (rank == 1)
    use(x[0]);  // race(put)
  MPI_Win_fence(0, win);
  return finish(&win);
}
