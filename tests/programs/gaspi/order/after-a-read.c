// A read that is complete at its origin, and then a synchronisation: the owner may change what was read.
// variant racy-nothing: "-DMEET=(void)0"
// variant racy-zero-elements: "-DMEET=must(gaspi_allreduce(&one,&sum,0,GASPI_OP_SUM,GASPI_TYPE_INT,GASPI_GROUP_ALL,GASPI_BLOCK))"
// variant clean-barrier: "-DMEET=BARRIER()"
// variant clean-allreduce: "-DMEET=must(gaspi_allreduce(&one,&sum,1,GASPI_OP_MIN,GASPI_TYPE_INT,GASPI_GROUP_ALL,GASPI_BLOCK))"
#include "corpus.h"

int main(void) {
  int rank = begin(), one = 1, sum = 0;
  if (rank == 0) {
    READ(10, 0, 1, 0);  // race(remote)
    WAIT(0);
  }
  MEET;
  if (rank == 1)
    at[0] = 3;  // race(remote)
  use(one + sum);
  return finish();
}
