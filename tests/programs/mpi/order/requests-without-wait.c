// A send whose request is freed still signals, and one that is only tested once may or may not be complete: the receiver is
// ordered behind its start in any case. A cancelled receive waited for nobody.
// variant clean-freed: -DSEND=FREED
// variant clean-tested: -DSEND=TESTED
// variant racy-cancelled: -DSEND=NONE -DCANCEL
#include "corpus.h"

#define FREED MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request), MPI_Request_free(&request)
#define TESTED                                                   \
  MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request), \
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE)
#define NONE (void)0

int main(void) {
  MPI_Win win;
  MPI_Request request = MPI_REQUEST_NULL;
  int rank = begin(), value = 42, got = 0, flag = 0;
  int* x = open_window(1, &win);

  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(1, win);
    SEND;
  } else {
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
#ifdef CANCEL
    MPI_Cancel(&request);
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(x[0]);  // race(put)
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  use(flag);
  return finish(&win);
}
