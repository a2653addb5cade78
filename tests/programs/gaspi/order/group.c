// A barrier of a group is among its members.
// ranks: 4
// variant racy-not-a-member: -DREADER=1 "-DMEET=must(gaspi_barrier(even,GASPI_BLOCK))"
// variant racy-other-group: -DREADER=2 "-DMEET=(void)even"
// variant clean-barrier: -DREADER=2 "-DMEET=must(gaspi_barrier(even,GASPI_BLOCK))"
// variant clean-allreduce: -DREADER=2 "-DMEET=must(gaspi_allreduce(&one,&sum,1,GASPI_OP_SUM,GASPI_TYPE_INT,even,GASPI_BLOCK))"
// variant clean-segment: -DREADER=2 "-DMEET=must(gaspi_segment_create(1,64,even,GASPI_BLOCK,GASPI_ALLOC_DEFAULT))"
#include "corpus.h"

int main(void) {
  int rank = begin(), one = 1, sum = 0;
  gaspi_group_t even;
  if (rank % 2 == 0) {
    must(gaspi_group_create(&even));
    must(gaspi_group_add(even, 0));
    must(gaspi_group_add(even, 2));
    must(gaspi_group_commit(even, GASPI_BLOCK));
  }
  if (rank == 0) {
    READ(10, 0, READER, 0);  // race(remote)
    WAIT(0);
  }
  if (rank % 2 == 0)
    MEET;
  if (rank == READER)
    at[0] = 1;  // race(remote)
  use(one + sum);
  return finish();
}
