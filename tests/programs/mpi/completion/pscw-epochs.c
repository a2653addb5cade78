// Several epochs of one origin and one target: what the next epoch does is ordered behind the target's wait of the epoch
// before, by its post. In one epoch nothing orders two operations.
// variant racy-put-get: -DFIRST=PUT -DSECOND=GET
// variant racy-put-put: -DFIRST=PUT -DSECOND=PUT
// variant clean-put-get: -DFIRST=PUT -DSECOND=GET -DTWO_EPOCHS
// variant clean-put-put: -DFIRST=PUT -DSECOND=PUT -DTWO_EPOCHS
// variant clean-get-put: -DFIRST=GET -DSECOND=PUT -DTWO_EPOCHS
// variant clean-store-between: -DFIRST=PUT -DSECOND=GET -DTWO_EPOCHS -DSTORE
#include "corpus.h"

#define PUT MPI_Put(&from, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define GET MPI_Get(&to, 1, MPI_INT, 1, 0, 1, MPI_INT, win)

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  int rank = begin(), partner = 1 - rank, from = 42, to = 0;
  int* x = open_window(1, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &partner, &other);

  if (rank == 1) {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
#ifdef STORE
    x[0] = 7;
#endif
#ifdef TWO_EPOCHS
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
#endif
    use(x[0]);
  } else {
    MPI_Win_start(other, 0, win);
    FIRST;  // race(pair)
#ifdef TWO_EPOCHS
    MPI_Win_complete(win);
    MPI_Win_start(other, 0, win);
#endif
    SECOND;  // race(pair)
    MPI_Win_complete(win);
    use(from + to);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  return finish(&win);
}
