// Persistent collectives are made in the same order by all, and may be started in different ones.
// (Open MPI 4.1 has them under other names.)
// variant clean:
// variant clean-crossed: -DCROSSED
// variant racy-crossed: -DCROSSED -DOTHER_ROOT
#include "corpus.h"

#if MPI_VERSION < 4
#include <mpi-ext.h>
#define MPI_Bcast_init MPIX_Bcast_init
#endif

int main(void) {
  MPI_Win win;
  MPI_Request requests[2];
  const int one = 1;
  int rank = begin(), a = 1, b = 2;
  int* memory = open_window(1, &win);

#ifdef OTHER_ROOT
  const int root = 1;
#else
  const int root = 0;
#endif
  MPI_Bcast_init(&a, 1, MPI_INT, root, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
  MPI_Bcast_init(&b, 1, MPI_INT, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
  MPI_Win_lock_all(0, win);
#ifdef CROSSED
  const int first = rank;
#else
  const int first = 0;
#endif
  for (int round = 0; round < 3; ++round) {
    if (rank == 0 && round == 2) memory[0] = 3;  // race(order)
    MPI_Start(&requests[first]);
    MPI_Start(&requests[1 - first]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  if (rank == 1) {
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race(order)
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  return finish(&win);
}
