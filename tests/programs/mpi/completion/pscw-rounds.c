// Post, start, complete, wait, round after round with a new group each, whose handle may be that of the one before: the origins take
// turns. Some epochs have one put, some several, some a get beside it. The racy versions store in one round's exposure epoch.
// ranks: 3
// variant racy-one-put: -DEARLY=6 -DAT=0
// variant racy-two-puts: -DEARLY=7 -DAT=1
// variant racy-other-origin: -DEARLY=9 -DAT=0
// variant clean: -DEARLY=-1 -DAT=0
// variant clean-apart: -DEARLY=8 -DAT=1
#include "corpus.h"

static MPI_Group only(MPI_Group world, int rank) {
  MPI_Group group;
  MPI_Group_incl(world, 1, &rank, &group);
  return group;
}

int main(void) {
  MPI_Win win;
  MPI_Group world;
  int rank = begin(), values[2] = {rank, rank}, seen = 0;
  int* x = open_window(4, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);

  for (int round = 0; round < 12; round++) {
    const int origin = round / 2 % 2 * 2;
    MPI_Group other = only(world, rank == 1 ? origin : 1);
    if (rank == 1) {
      MPI_Win_post(other, 0, win);
      if (round == EARLY) x[AT] = -1;  // race(put)
      MPI_Win_wait(win);
      x[0] = x[1] = round;
    } else if (rank == origin) {
      MPI_Win_start(other, 0, win);
      for (int i = 0; i <= round % 2; i++)
        MPI_Put(&values[i], 1, MPI_INT, 1, i, 1, MPI_INT, win);  // race(put)
      if (round % 3 == 0) MPI_Get(&seen, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
      MPI_Win_complete(win);
      values[0] = values[1] = seen + round;
    }
    MPI_Group_free(&other);
  }
  MPI_Group_free(&world);
  return finish(&win);
}
