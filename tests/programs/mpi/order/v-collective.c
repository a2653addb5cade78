// A process that contributes no element to a collective releases nobody, and one that receives none waits for nobody. Rank 0
// puts into rank 1 and completes it before the collective.
// ranks: 3
// variant clean-gatherv: -DCALL=GATHERV -DCOUNT=1
// variant racy-gatherv-none: -DCALL=GATHERV -DCOUNT=0
// variant clean-allgatherv: -DCALL=ALLGATHERV -DCOUNT=1
// variant racy-allgatherv-none: -DCALL=ALLGATHERV -DCOUNT=0
// variant clean-scatterv: -DCALL=SCATTERV -DCOUNT=1
// variant racy-scatterv-none: -DCALL=SCATTERV -DCOUNT=0
// variant clean-alltoallv: -DCALL=ALLTOALLV -DCOUNT=1
// variant racy-alltoallv-none: -DCALL=ALLTOALLV -DCOUNT=0
// variant clean-bcast: -DCALL=BCAST -DCOUNT=1
// variant racy-bcast-none: -DCALL=BCAST -DCOUNT=0
// verdict: racy-alltoallv-none: rank 0 sends to rank 2 but nothing to rank 1, whose result does not depend on rank 0.
// verdict: racy-bcast-none: without data there is nothing to wait for; an MPI may return at once.
#include "corpus.h"

#define W MPI_COMM_WORLD
#define GATHERV MPI_Gatherv(a, counts[rank], MPI_INT, b, counts, places, MPI_INT, 1, W)
#define ALLGATHERV MPI_Allgatherv(a, counts[rank], MPI_INT, b, counts, places, MPI_INT, W)
#define SCATTERV MPI_Scatterv(a, to, places, MPI_INT, b, to[rank], MPI_INT, 0, W)
#define ALLTOALLV MPI_Alltoallv(a, rank == 0 ? to : ones, places, MPI_INT, b, rank == 1 ? counts : ones, places, MPI_INT, W)
#define BCAST MPI_Bcast(a, COUNT, MPI_INT, 0, W)

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42, a[3] = {0}, b[3] = {0}, ones[3] = {1, 1, 1}, places[3] = {0, 1, 2};
  int counts[3] = {COUNT, 1, 1};  // what each process contributes
  int to[3] = {1, COUNT, 1};      // what each process gets from rank 0
  int* x = open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_flush(1, win);
  }
  CALL;
  if (rank == 1)
    use(x[0]);  // race(put)
  MPI_Win_unlock_all(win);
  use(a[0] + b[0] + counts[0] + to[0] + ones[0] + places[0]);
  return finish(&win);
}
