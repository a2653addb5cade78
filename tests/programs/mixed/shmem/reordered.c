// A communicator counts its members in another order than both models count the job.
// ranks: 3
// variant racy: -DTO=0
// variant racy-shmem-first: -DTO=0 -DSHMEM_FIRST -DMPI_ENDS
// variant clean: -DTO=1
// variant clean-shmem-first: -DTO=1 -DSHMEM_FIRST
#include "corpus.h"

int x;

int main(void) {
  int token = 0;
  MPI_Comm backwards;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &backwards);
  int there;
  MPI_Comm_rank(backwards, &there);
  if (pe == 0) {
    shmem_int_p(&x, 1, 1);  // race(remote)
    shmem_quiet();
    MPI_Send(&token, 1, MPI_INT, TO, 0, backwards);
  }
  if (there == TO)
    MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, backwards, MPI_STATUS_IGNORE);
  if (pe == 1)
    use(x);  // race(remote)
  MPI_Comm_free(&backwards);
  return finish();
}
