// flush_local frees the buffer of a put, and the wait for an Rput does too; neither completes the put at the target, so that
// even after a barrier the target must not look.
// variant racy-flush-local: "-DCOMPLETE=MPI_Win_flush_local(1,win)" -DLOOK
// variant racy-flush-local-all: "-DCOMPLETE=MPI_Win_flush_local_all(win)" -DLOOK
// variant racy-wait: "-DCOMPLETE=MPI_Wait(&request,MPI_STATUS_IGNORE)" -DLOOK
// variant racy-test: "-DCOMPLETE=while(!done)MPI_Test(&request,&done,MPI_STATUS_IGNORE)" -DLOOK
// variant clean-flush-local: "-DCOMPLETE=MPI_Win_flush_local(1,win)"
// variant clean-flush-local-all: "-DCOMPLETE=MPI_Win_flush_local_all(win)"
// variant clean-wait: "-DCOMPLETE=MPI_Wait(&request,MPI_STATUS_IGNORE)"
// variant clean-test: "-DCOMPLETE=while(!done)MPI_Test(&request,&done,MPI_STATUS_IGNORE)"
// variant clean-waitall: "-DCOMPLETE=MPI_Waitall(1,&request,MPI_STATUSES_IGNORE)"
// variant clean-flush: "-DCOMPLETE=MPI_Win_flush(1,win)" -DLOOK
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request = MPI_REQUEST_NULL;
  int rank = begin(), value = 42, done = 0;
  int* x = open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rput(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);  // race(put)
    COMPLETE;
    value = 7;
  }
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef LOOK
  if (rank == 1)
    use(x[0]);  // race(put)
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  use(done + (x == NULL));
  return finish(&win);
}
