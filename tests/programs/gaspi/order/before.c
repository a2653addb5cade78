// The target's own access comes first, and the origin is told of it before it writes: by any synchronisation.
// variant racy: "-DMEET=(void)0"
// variant clean-barrier: "-DMEET=BARRIER()"
// variant clean-allreduce: "-DMEET=must(gaspi_allreduce(&one,&sum,1,GASPI_OP_SUM,GASPI_TYPE_INT,GASPI_GROUP_ALL,GASPI_BLOCK))"
// variant clean-allreduce-max: "-DMEET=must(gaspi_allreduce(&one,&sum,1,GASPI_OP_MAX,GASPI_TYPE_UINT,GASPI_GROUP_ALL,GASPI_BLOCK))"
// variant clean-segment: "-DMEET=must(gaspi_segment_create(1,64,GASPI_GROUP_ALL,GASPI_BLOCK,GASPI_ALLOC_DEFAULT))"
// variant clean-notify: "-DMEET=if(rank==1)NOTIFY(0,3,1,0);else(void)see(3)"
#include "corpus.h"

int main(void) {
  int rank = begin(), one = 1, sum = 0;
  if (rank == 1)
    use(at[0]);  // race(remote)
  MEET;
  if (rank == 0)
    WRITE(10, 0, 1, 0);  // race(remote)
  use(one + sum);
  return finish();
}
