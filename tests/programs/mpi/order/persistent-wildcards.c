// A persistent receive with a wildcard that has its message leaves the next one to the receive after it, as one that is made anew does.
// variant clean-second: -DLOOK_AT=0
// variant racy-third: -DLOOK_AT=1
// variant clean-all: -DALL -DLOOK_AT=0
// variant racy-all: -DALL -DLOOK_AT=1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  const int one = 1;
  int rank = begin(), x = 0;
  static int first;
  int* memory = open_window(2, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 1) MPI_Recv_init(&first, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
  for (int round = 0; round < 2; ++round) {
    if (rank == 1) {
#ifdef ALL
      MPI_Startall(1, &request);
#else
      MPI_Start(&request);
#endif
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Recv(&x, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      use(memory[round == 0 ? 0 : LOOK_AT]);  // race(put)
      MPI_Recv(&x, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Send(&x, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
      MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
      MPI_Send(&x, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
      if (round == 1) MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // race(put)
      MPI_Win_flush(1, win);
      MPI_Send(&x, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 1) MPI_Request_free(&request);
  MPI_Win_unlock_all(win);
  return finish(&win);
}
