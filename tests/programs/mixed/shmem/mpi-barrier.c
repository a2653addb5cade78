// MPI_Barrier orders what OpenSHMEM has completed, and completes nothing itself.
// variant racy: -DCOMPLETE=
// variant racy-shmem-first: -DCOMPLETE= -DSHMEM_FIRST
// variant racy-fence: -DCOMPLETE=shmem_fence() -DMPI_ENDS
// variant clean: -DCOMPLETE=shmem_quiet()
// variant clean-shmem-first: -DCOMPLETE=shmem_quiet() -DSHMEM_FIRST -DMPI_ENDS
// variant clean-mpi-ends: -DCOMPLETE=shmem_quiet() -DMPI_ENDS
#include "corpus.h"

int x;

int main(void) {
  begin();
  if (pe == 0)
    shmem_int_p(&x, 1, 1);  // race(remote)
  COMPLETE;
  MPI_Barrier(MPI_COMM_WORLD);
  if (pe == 1)
    use(x);  // race(remote)
  return finish();
}
