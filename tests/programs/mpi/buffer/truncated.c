// What a receive writes lies in its buffer: a message that is too long for it fails, and does not touch what lies behind; one that ends in
// the middle of an element does not touch the elements after that. There, something is still being sent.
// variant clean:
// variant racy: -DTOUCH
// variant clean-sendrecv: -DSENDRECV
// variant racy-sendrecv: -DSENDRECV -DTOUCH
// variant clean-part: -DPART
// variant racy-part: -DPART -DTOUCH
#include "corpus.h"

static int x[8];
static int three[3] = {1, 2, 3};

int main(void) {
  int rank = begin();
  MPI_Request request;
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

  if (rank == 0) {
    MPI_Send(three, 3, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(x, 2, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
#if defined PART
    MPI_Isend(&x[4], 2, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);  // race(send) in racy-part
    MPI_Recv(x, 4, pair, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#elif defined SENDRECV
    MPI_Isend(&x[2], 2, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);  // race(send) in racy-sendrecv
    MPI_Sendrecv(three, 0, MPI_INT, MPI_PROC_NULL, 0, x, 1, pair, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
    MPI_Isend(&x[2], 2, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);  // race(send) in racy
    MPI_Recv(x, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
#ifdef TOUCH
#ifdef PART
    x[5] = 1;  // race(send) in racy-part
#else
    x[2] = 1;  // race(send) in racy,racy-sendrecv
#endif
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
