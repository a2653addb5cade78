// An error handler throws out of a call that the library refuses. What comes after that is looked at as ever.
// variant clean:
// variant racy: -DTOUCH
#include "corpus.h"

namespace {

int x[2];

void leave(MPI_Comm* /*comm*/, int* error, ...) {
  throw *error;
}

}  // namespace

int main() {
  const int rank = begin();
  MPI_Request request;
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(leave, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  bool caught = false;
  try {
    MPI_Send(x, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
  } catch (int) {
    caught = true;
  }
  if (!caught)
    return 1;
  if (rank == 0) {
    MPI_Recv(x, 2, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Isend(x, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);  // race(after) in racy
#ifdef TOUCH
    x[1] = 2;  // race(after) in racy
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Errhandler_free(&handler);
  MPI_Finalize();
  return 0;
}
