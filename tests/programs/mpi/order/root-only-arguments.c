// Arguments that mean something at the root only: elsewhere there may be anything, and nobody looks.
// variant clean:
// variant racy: -DUNORDERED
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype type;
  const int one = 1;
  int rank = begin(), own[2] = {rank, rank}, all[4] = {0};
  int* memory = open_window(1, &win);

  memset(&type, 0x5a, sizeof type);
  if (rank == 0) MPI_Type_contiguous(2, MPI_INT, &type), MPI_Type_commit(&type);
  int* nowhere = (int*)16;
  MPI_Win_lock_all(0, win);
  if (rank == 1) memory[0] = 1;  // race(order)
#ifndef UNORDERED
  MPI_Gather(own, 2, MPI_INT, rank == 0 ? all : nowhere, rank == 0 ? 1 : -77, type, 0, MPI_COMM_WORLD);
#endif
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(order)
    MPI_Win_flush(1, win);
  }
  MPI_Scatter(rank == 0 ? all : nowhere, rank == 0 ? 1 : -77, type, own, 2, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  if (rank == 0) MPI_Type_free(&type);
  return finish(&win);
}
