// A receive that the library refuses is none that a synchronous send could have met: the send returns after the one that was accepted.
// variant clean-recv: -DTRY=RECV
// variant clean-irecv: -DTRY=IRECV
// variant clean-any-tag: -DTRY=ANY_TAG
// variant clean-mrecv: -DTRY=MRECV -DPROBE
// variant racy-recv: -DTRY=RECV -DLATE
// variant racy-irecv: -DTRY=IRECV -DLATE
// variant racy-mrecv: -DTRY=MRECV -DPROBE -DLATE
#include "corpus.h"

#define IGNORE MPI_STATUS_IGNORE
#define RECV MPI_Recv(buffer, 1, raw, 0, 0, copy, IGNORE)
#define IRECV MPI_Irecv(buffer, 1, raw, 0, 0, copy, &request)
#define ANY_TAG MPI_Irecv(buffer, 1, raw, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, &request)
#define MRECV MPI_Mrecv(buffer, 1, raw, &message, IGNORE)

int main(void) {
  MPI_Win win;
  MPI_Comm copy;
  MPI_Datatype raw;  // not committed
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Message message = MPI_MESSAGE_NULL;
  int rank = begin(), value = 42, buffer[8] = {0};
  int* x = open_window(1, &win);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Type_vector(2, 1, 2, MPI_INT, &raw);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Ssend(&value, 1, MPI_INT, 1, 0, copy);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
  } else {
#ifdef PROBE
    MPI_Mprobe(0, 0, copy, &message, IGNORE);
#endif
    if (TRY == MPI_SUCCESS) printf("nothing was refused\n");
#ifndef LATE
    x[0] = 7;
#endif
#ifdef PROBE
    MPI_Mrecv(buffer, 1, MPI_INT, &message, IGNORE);
#else
    MPI_Recv(buffer, 1, MPI_INT, 0, 0, copy, IGNORE);
#endif
#ifdef LATE
    x[0] = 7;  // race(put)
#endif
  }
  MPI_Win_unlock_all(win);
  use(request == MPI_REQUEST_NULL && message == MPI_MESSAGE_NULL);
  MPI_Type_free(&raw);
  MPI_Comm_free(&copy);
  return finish(&win);
}
