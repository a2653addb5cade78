// Memory of a freed window is ordinary memory again: stores into it race with nobody, and neither does a new window over it
// remember operations of the old one.
// variant racy: -DRACY
// variant clean:
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* memory = calloc(16, sizeof(int));

  for (int round = 0; round < 20; round++) {
    MPI_Win_create(memory, 16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
      MPI_Put(&value, 1, MPI_INT, 1, round % 16, 1, MPI_INT, win);  // race(put)
#ifdef RACY
    if (rank == 1)
      memory[15] = round;  // race(put)
#endif
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    memory[round % 16] = 0;
  }
  free(memory);
  memory = malloc(16 * sizeof(int));
  memory[15] = 1;
  use(memory[15]);
  free(memory);
  MPI_Finalize();
  return 0;
}
