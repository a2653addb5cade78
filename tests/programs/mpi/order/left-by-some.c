// A collective that one process has left and another is still in: what the first has learnt there the other knows by a message of the
// first one only, also after many barriers in which each told all what it knew.
//
// ranks: 3
// variant clean-message: -DMESSAGE
// variant clean-left: -DLEFT
// variant racy: -DNOTHING
#include "corpus.h"

int main(void) {
  const int rank = begin();
  MPI_Win win;
  int* memory = open_window(1, &win);
  MPI_Request in_it;

  for (int i = 0; i < 5; ++i) MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) {
    const int value = 7;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(1, win);
  }
  MPI_Ibarrier(MPI_COMM_WORLD, &in_it);
  if (rank != 1) MPI_Wait(&in_it, MPI_STATUS_IGNORE);
  if (rank == 0) MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
#ifdef LEFT
    MPI_Wait(&in_it, MPI_STATUS_IGNORE);
#endif
#ifdef MESSAGE
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
    use(memory[0]);  // race(put)
#ifndef LEFT
    MPI_Wait(&in_it, MPI_STATUS_IGNORE);
#endif
#ifndef MESSAGE
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  }
  return finish(&win);
}
