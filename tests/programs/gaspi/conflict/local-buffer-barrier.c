// A barrier is about processes, not about what they have posted.
// variant racy-barrier: "-DMEET=BARRIER()"
// variant racy-allreduce: "-DMEET=must(gaspi_allreduce(&one,&sum,1,GASPI_OP_SUM,GASPI_TYPE_INT,GASPI_GROUP_ALL,GASPI_BLOCK))"
// variant clean: "-DMEET=WAIT(0)"
#include "corpus.h"

int main(void) {
  int rank = begin(), one = 1, sum = 0;
  if (rank == 0)
    WRITE(10, 0, 1, 0);  // race(buffer)
  MEET;
  if (rank == 0)
    at[10] = 2;  // race(buffer)
  use(one + sum);
  return finish();
}
