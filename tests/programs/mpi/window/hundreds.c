// Hundreds of communicators and windows at a time. In one of them a process stores where a put of its neighbour goes.
// ranks: 2
// variant clean:
// variant racy: -DRACY
#include "corpus.h"

enum { kMany = 150 };

int main(void) {
  static MPI_Comm comms[kMany];
  static MPI_Win wins[kMany];
  static int* x[kMany];
  int rank = begin(), size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < kMany; ++i) {
    if (i % 2 == 0)
      MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    else
      MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[i]);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, comms[i], &x[i], &wins[i]);
    MPI_Win_fence(0, wins[i]);
  }
  for (int i = 0; i < kMany; ++i) {
    int me;
    MPI_Comm_rank(comms[i], &me);
    MPI_Put(&rank, 1, MPI_INT, (me + 1) % size, 0, 1, MPI_INT, wins[i]);  // race(one)
#ifdef RACY
    if (i == kMany / 2)
      x[i][0] = 5;  // race(one)
#endif
    MPI_Win_fence(0, wins[i]);
    use(x[i][0]);
    MPI_Barrier(comms[i]);
  }
  for (int i = 0; i < kMany; ++i) {
    MPI_Win_free(&wins[i]);
    MPI_Comm_free(&comms[i]);
  }
  MPI_Finalize();
  return 0;
}
