// Ranks 1 and 2 put into elements of their own at rank 0 and send. Rank 0 takes whichever message comes first: it is ordered
// behind the sender of that one, and not behind the other.
// ranks: 3
// variant racy: -DOTHER
// variant clean:
// variant racy-probe: -DOTHER -DPROBE
// variant clean-probe: -DPROBE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Status status;
  int rank = begin(), value = 42;
  int* x = open_window(3, &win);

  if (rank == 0) {
#ifdef PROBE
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
#else
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
#endif
    int first = status.MPI_SOURCE;
#ifdef OTHER
    use(x[3 - first]);  // race(put)
#else
    use(x[first]);
#endif
#ifdef PROBE
    MPI_Recv(&value, 1, MPI_INT, first, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
    MPI_Recv(&value, 1, MPI_INT, 3 - first, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    use(x[1]);
    use(x[2]);
  } else {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(0, win);
    MPI_Send(&value, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
  }
  return finish(&win);
}
