// Two windows over one memory, shifted by four ints. The memory counts, not the window: puts through both of them into the same
// element race, and those into different elements do not, though their displacements are equal.
// ranks: 3
// variant racy: -DAT=5 -DOTHER_AT=1
// variant clean-same-displacement: -DAT=1 -DOTHER_AT=1
// variant racy-local: -DAT=5 -DOTHER_AT=0 -DLOCAL=memory[5]=7
// variant racy-local-other: -DAT=0 -DOTHER_AT=3 -DLOCAL=memory[7]=7
// variant clean-local: -DAT=5 -DOTHER_AT=3 -DLOCAL=memory[3]=7
#include "corpus.h"

#ifndef LOCAL
#define LOCAL (void)0
#endif

int main(void) {
  MPI_Win win, other;
  static int memory[12];
  int rank = begin(), value = 42;
  MPI_Win_create(memory, 8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(memory + 4, 8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);

  MPI_Win_fence(0, win);
  MPI_Win_fence(0, other);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, AT, 1, MPI_INT, win);  // race(puts) in racy race(first) in racy-local
  if (rank == 2)
    MPI_Put(&value, 1, MPI_INT, 1, OTHER_AT, 1, MPI_INT, other);  // race(puts) in racy race(second) in racy-local-other
  if (rank == 1)
    LOCAL;  // race(first) in racy-local race(second) in racy-local-other
  MPI_Win_fence(0, other);
  MPI_Win_fence(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&other);
  return finish(&win);
}
