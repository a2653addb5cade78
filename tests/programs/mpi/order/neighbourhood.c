// Three processes in a line: 0 - 1 - 2. A neighbourhood collective orders neighbours only.
// ranks: 3
// variant clean-neighbours: -DORIGIN=0 -DTARGET=1 -DCALL=ALLGATHER
// variant clean-neighbours-back: -DORIGIN=2 -DTARGET=1 -DCALL=ALLTOALL
// variant racy-ends: -DORIGIN=0 -DTARGET=2 -DCALL=ALLGATHER
// variant racy-ends-alltoall: -DORIGIN=2 -DTARGET=0 -DCALL=ALLTOALL
// variant clean-ends-two-rounds: -DORIGIN=0 -DTARGET=2 -DCALL=ALLGATHER,ALLTOALL
#include "corpus.h"

#define ALLGATHER MPI_Neighbor_allgather(a, 1, MPI_INT, b, 1, MPI_INT, line)
#define ALLTOALL MPI_Neighbor_alltoall(a, 1, MPI_INT, b, 1, MPI_INT, line)

int main(void) {
  MPI_Win win;
  MPI_Comm line;
  int rank = begin(), value = 42, a[2] = {0}, b[2] = {0}, three = 3, open_ends = 0;
  int* x = open_window(1, &win);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &three, &open_ends, 0, &line);

  MPI_Win_lock_all(0, win);
  if (rank == ORIGIN) {
    MPI_Put(&value, 1, MPI_INT, TARGET, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_flush(TARGET, win);
  }
  CALL;
  if (rank == TARGET)
    use(x[0]);  // race(put)
  MPI_Win_unlock_all(win);
  use(a[0] + b[0]);
  MPI_Comm_free(&line);
  return finish(&win);
}
