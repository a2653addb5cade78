// MPI_Barrier orders a read that gaspi_wait has completed, and completes nothing itself.
// variant racy: -DCOMPLETE=
// variant racy-gaspi-first: -DCOMPLETE= -DGASPI_FIRST -DMPI_ENDS
// variant clean: -DCOMPLETE=WAIT()
// variant clean-gaspi-first: -DCOMPLETE=WAIT() -DGASPI_FIRST
// variant clean-mpi-ends: -DCOMPLETE=WAIT() -DMPI_ENDS
#include "corpus.h"

int main(void) {
  begin();
  if (rank == 0) {
    READ(0, 1, 1);  // race(remote)
    COMPLETE;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    at[1] = 1;  // race(remote)
  MPI_Barrier(MPI_COMM_WORLD);
  WAIT();
  return finish();
}
