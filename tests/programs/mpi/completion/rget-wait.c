// The wait for an Rget completes it at both sides: the result may be read, and after a barrier the target may store. The wait
// for the request of another operation completes nothing of it.
// variant racy-other-request: -DWHICH=1
// variant clean: -DWHICH=0
// variant clean-rget-accumulate: -DWHICH=0 -DACCUMULATE
// variant racy-rget-accumulate: -DWHICH=0 -DACCUMULATE -DSUM
// verdict: an Rget_accumulate that updates is not complete at the target when its request is, with MPI_NO_OP it only reads.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int rank = begin(), first = 1, second = 2, operand = 3;
  int* x = open_window(2, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#ifdef SUM
    MPI_Rget_accumulate(&operand, 1, MPI_INT, &first, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &requests[0]);  // race(target) in racy-rget-accumulate
#elif defined ACCUMULATE
    MPI_Rget_accumulate(&operand, 1, MPI_INT, &first, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, win, &requests[0]);
#else
    MPI_Rget(&first, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &requests[0]);  // race(target) in racy-other-request
#endif
    MPI_Rget(&second, 1, MPI_INT, 1, 1, 1, MPI_INT, win, &requests[1]);
    MPI_Wait(&requests[WHICH], MPI_STATUS_IGNORE);
    use(WHICH == 0 ? first : second);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    x[0] = 42;  // race(target)
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(win);
  use(operand);
  return finish(&win);
}
