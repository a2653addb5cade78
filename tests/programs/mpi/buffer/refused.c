// The buffer of a call that the library refuses is not in use, even if another process writes there at that time.
// ranks: 3
// variant clean-put: -DTRY=PUT
// variant clean-get: -DTRY=GET
// variant clean-accumulate: -DTRY=ACCUMULATE
// variant clean-rput: -DTRY=RPUT
// variant clean-send: -DTRY=SEND
// variant clean-isend: -DTRY=ISEND
// variant clean-sendrecv: -DTRY=SENDRECV
// variant racy-put: -DTRY=PUT -DCOMMIT
// variant racy-send: -DTRY=SEND -DCOMMIT -DRECEIVE
// variant racy-isend: -DTRY=ISEND -DCOMMIT -DRECEIVE
#include "corpus.h"

#define PUT MPI_Put(x, 1, type, 2, 0, 1, type, win)
#define GET MPI_Get(x, 1, type, 2, 0, 1, type, win)
#define ACCUMULATE MPI_Accumulate(x, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_OP_NULL, win)
#define RPUT MPI_Rput(x, 1, type, 2, 0, 1, type, win, &request)
#define SEND MPI_Send(x, 1, type, 2, 0, MPI_COMM_WORLD)
#define ISEND MPI_Isend(x, 1, type, 2, 0, MPI_COMM_WORLD, &request)
#define SENDRECV MPI_Sendrecv(x, 1, type, 2, 0, into, 1, type, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)

int main(void) {
  MPI_Win win;
  MPI_Datatype type;
  MPI_Request request = MPI_REQUEST_NULL;
  int rank = begin(), value[2] = {1, 2}, into[2] = {0}, result;
  int* x = open_window(2, &win);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Type_contiguous(2, MPI_INT, &type);
#ifdef COMMIT
  MPI_Type_commit(&type);
#endif

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(value, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race(put)
  } else if (rank == 1) {
    result = TRY;  // race(put)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifndef COMMIT
    if (result == MPI_SUCCESS) printf("nothing was refused\n");
#endif
  }
#ifdef RECEIVE
  if (rank == 2) MPI_Recv(into, 1, type, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  MPI_Win_unlock_all(win);
  MPI_Type_free(&type);
  use(into[0]);
  return finish(&win);
}
