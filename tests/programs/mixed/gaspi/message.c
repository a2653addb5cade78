// A message of MPI passes on what a notification has told: the write is complete where it was waited for. gaspi_wait tells
// nothing about the target.
// ranks: 3
// variant racy-only-waited: -DONLY_WAIT
// variant racy-only-waited-gaspi-first: -DONLY_WAIT -DGASPI_FIRST
// variant clean: -DTOLD
// variant clean-gaspi-first: -DTOLD -DGASPI_FIRST -DMPI_ENDS
#include "corpus.h"

int main(void) {
  int token = 0;
  begin();
  if (rank == 0) {
    WRITE_NOTIFY(0, 1, 1, 0);  // race(remote)
    WAIT();
#ifdef ONLY_WAIT
    MPI_Send(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
#endif
  }
#ifdef TOLD
  if (rank == 1) {
    get(0);
    MPI_Send(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  }
#endif
  if (rank == 2) {
    MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    READ(2, 1, 1);  // race(remote)
    WAIT();
  }
  return finish();
}
