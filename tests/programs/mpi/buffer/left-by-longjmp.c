// An error handler leaves a call that the library refuses, with longjmp. What comes after that is looked at as ever, and the job ends.
// variant clean:
// variant racy: -DTOUCH
// variant clean-deep: -DDEEP
// variant racy-deep: -DDEEP -DTOUCH
#include <setjmp.h>

#include "corpus.h"

static jmp_buf before;
static int x[2];

static void leave(MPI_Comm* comm, int* error, ...) {
  (void)comm;
  (void)error;
  longjmp(before, 1);
}

static void refused_call(int depth) {
  volatile char room[256];
  room[0] = (char)depth;
  if (depth > 0)
    refused_call(depth - 1);
  else
    MPI_Send(x, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
  use(room[0]);
}

int main(void) {
  int rank = begin();
  MPI_Request request;
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(leave, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);

  if (rank == 1 && setjmp(before) == 0) {
#ifdef DEEP
    refused_call(3);
#else
    MPI_Send(x, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
#endif
  }
  if (rank == 0) {
    MPI_Recv(x, 2, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Isend(x, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);  // race(after) in racy,racy-deep
#ifdef TOUCH
    x[1] = 2;  // race(after) in racy,racy-deep
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Errhandler_free(&handler);
  MPI_Finalize();
  return 0;
}
