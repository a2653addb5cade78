// Workers put their results into rank 0 and report by message; rank 0 takes the reports in whichever order they come and reads
// the result of the one that reported. In the racy version the worker reports before it has completed.
// ranks: 4
// variant racy: -DHASTY
// variant clean:
#include "corpus.h"

enum { tasks = 5 };

int main(void) {
  MPI_Win win;
  int rank = begin(), sum = 0;
  int* x = open_window(4, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int i = 0; i < 3 * tasks; i++) {
      MPI_Status status;
      MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
      sum += x[status.MPI_SOURCE];  // race(result)
      MPI_Send(NULL, 0, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD);
    }
  } else {
    for (int i = 0; i < tasks; i++) {
      int result = rank * i;
      MPI_Put(&result, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race(result)
#ifdef HASTY
      MPI_Win_flush_local(0, win);
#else
      MPI_Win_flush(0, win);
#endif
      MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
      MPI_Recv(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifdef HASTY
      MPI_Win_flush(0, win);
#endif
    }
  }
  MPI_Win_unlock_all(win);
  use(sum);
  return finish(&win);
}
