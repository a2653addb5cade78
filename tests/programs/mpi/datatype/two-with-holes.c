// Two origins put every second element each: even with odd elements interleave and do not race, even with even do, and so does
// one put whose last element reaches into the other's.
// ranks: 3
// variant clean-interleaved: -DAT=1 -DCOUNT=4
// variant racy-same: -DAT=0 -DCOUNT=4
// variant racy-shifted: -DAT=2 -DCOUNT=3
// variant clean-behind: -DAT=8 -DCOUNT=4
// variant racy-last-only: -DAT=6 -DCOUNT=1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype four, some;
  int rank = begin(), from[4] = {1, 2, 3, 4};
  open_window(16, &win);
  MPI_Type_vector(4, 1, 2, MPI_INT, &four);
  MPI_Type_vector(COUNT, 1, 2, MPI_INT, &some);
  MPI_Type_commit(&four);
  MPI_Type_commit(&some);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(from, 4, MPI_INT, 1, 0, 1, four, win);  // race(elements)
  if (rank == 2)
    MPI_Put(from, COUNT, MPI_INT, 1, AT, 1, some, win);  // race(elements)
  MPI_Win_fence(0, win);
  MPI_Type_free(&some);
  MPI_Type_free(&four);
  return finish(&win);
}
