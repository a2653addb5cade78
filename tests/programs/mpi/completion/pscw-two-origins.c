// Two origins in one exposure epoch of rank 1. MPI_Win_complete completes nothing at the target: a message after it does not
// order rank 2's put behind rank 0's. Two epochs of the target do.
// ranks: 3
// variant racy: -DRACY -DAT=0
// variant racy-message: -DRACY -DMESSAGE -DAT=0
// variant clean-apart: -DRACY -DAT=1
// variant clean-two-epochs: -DAT=0
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, target, origins[2];
  int rank = begin(), value = rank, one = 1, others[2] = {0, 2};
  open_window(2, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &one, &target);

  if (rank == 1) {
#ifdef RACY
    MPI_Group_incl(world, 2, others, &origins[0]);
    MPI_Group_incl(world, 0, others, &origins[1]);
#else
    MPI_Group_incl(world, 1, others, &origins[0]);
    MPI_Group_incl(world, 1, others + 1, &origins[1]);
#endif
    for (int epoch = 0; epoch < 2; epoch++) {
      MPI_Win_post(origins[epoch], 0, win);
      MPI_Win_wait(win);
      MPI_Group_free(&origins[epoch]);
    }
  } else if (rank == 0) {
    MPI_Win_start(target, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(puts)
    MPI_Win_complete(win);
#ifdef MESSAGE
    MPI_Send(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
#endif
  } else {
    int from = 7;
#ifdef MESSAGE
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
    MPI_Win_start(target, 0, win);
    MPI_Put(&from, 1, MPI_INT, 1, AT, 1, MPI_INT, win);  // race(puts)
    MPI_Win_complete(win);
  }
  MPI_Group_free(&target);
  MPI_Group_free(&world);
  return finish(&win);
}
