// MPI_Pack, MPI_Unpack and MPI_Reduce_local that the library refuses read and write nothing, even where a message is being received.
// variant clean-pack: "-DTRY=MPI_Pack(x, 4, MPI_INT, packed, sizeof packed, &at, COMM)"
// variant racy-pack: "-DTRY=MPI_Pack(x, 4, MPI_INT, packed, sizeof packed, &at, COMM)" -DTAKEN
// variant clean-unpack: "-DTRY=MPI_Unpack(packed, sizeof packed, &at, x, 4, MPI_INT, COMM)"
// variant racy-unpack: "-DTRY=MPI_Unpack(packed, sizeof packed, &at, x, 4, MPI_INT, COMM)" -DTAKEN
// variant clean-reduce: "-DTRY=MPI_Reduce_local(value, x, 4, MPI_INT, OP)"
// variant racy-reduce: "-DTRY=MPI_Reduce_local(value, x, 4, MPI_INT, OP)" -DTAKEN
#include "corpus.h"

#ifdef TAKEN
#define COMM MPI_COMM_WORLD
#define OP MPI_SUM
#else
#define COMM MPI_COMM_NULL
#define OP MPI_OP_NULL
#endif

int main(void) {
  MPI_Request request;
  const int rank = begin(), value[4] = {0};
  int x[4] = {0}, at = 0;
  char packed[64] = {0};
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

  MPI_Irecv(x, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);  // race(receive)
  const int result = TRY;                                           // race(receive)
#ifndef TAKEN
  if (result == MPI_SUCCESS)
    printf("nothing was refused\n");
#endif
  MPI_Send(value, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  use(x[0] + packed[0] + at + result);
  MPI_Finalize();
  return 0;
}
