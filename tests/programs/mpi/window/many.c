// Two hundred windows, each with an operation; only in one of them does the target look too early.
// variant racy: -DRACY
// variant clean:
#include "corpus.h"

enum { many = 200 };

int main(void) {
  static MPI_Win wins[many];
  static int memory[many];
  int rank = begin(), value = 42;
  for (int i = 0; i < many; i++) {
    MPI_Win_create(&memory[i], sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &wins[i]);
    MPI_Win_fence(0, wins[i]);
  }
  if (rank == 0)
    for (int i = 0; i < many; i++)
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, wins[i]);  // race(put)
#ifdef RACY
  if (rank == 1)
    use(memory[many / 2]);  // race(put)
#endif
  for (int i = 0; i < many; i++) {
    MPI_Win_fence(0, wins[i]);
    if (rank == 1)
      use(memory[i]);
  }
  for (int i = 0; i < many; i++)
    MPI_Win_free(&wins[i]);
  MPI_Finalize();
  return 0;
}
