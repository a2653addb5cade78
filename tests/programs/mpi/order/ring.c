// Tokens go round a ring of four, and each process writes its right neighbour's memory before it passes on. In the first
// version it reads what its left neighbour wrote once the token is there, in the second before.
// ranks: 4
// variant racy: -DREAD_FIRST
// variant clean:
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), right = (rank + 1) % 4, left = (rank + 3) % 4, value = rank;
  int* x = open_window(1, &win);

  for (int round = 0; round < 3; round++) {
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(right, win);
#ifdef READ_FIRST
    use(x[0]);  // race(put)
#endif
    MPI_Sendrecv(NULL, 0, MPI_INT, right, 0, NULL, 0, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    use(x[0]);
    // Back to the left: it may write again.
    MPI_Sendrecv(NULL, 0, MPI_INT, left, 1, NULL, 0, MPI_INT, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return finish(&win);
}
