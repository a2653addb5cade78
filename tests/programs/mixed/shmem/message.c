// A message of MPI orders a put of OpenSHMEM that was completed before it was sent.
// variant racy-not-complete: -DBEFORE= -DAFTER=shmem_quiet()
// variant racy-not-complete-shmem-first: -DBEFORE=shmem_fence() -DAFTER= -DSHMEM_FIRST -DMPI_ENDS
// variant clean: -DBEFORE=shmem_quiet() -DAFTER=
// variant clean-shmem-first: -DBEFORE=shmem_quiet() -DAFTER= -DSHMEM_FIRST
#include "corpus.h"

int main(void) {
  static int x;
  int one = 1;
  begin();
  if (rank == 0) {
    shmem_putmem(&x, &one, sizeof x, 1);  // race(remote)
    BEFORE;
    MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    AFTER;
  } else {
    MPI_Recv(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    x = 2;  // race(remote)
  }
  return finish();
}
