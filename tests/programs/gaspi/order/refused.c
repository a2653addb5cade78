// A reduction of more elements than there may be is refused: it orders nothing, and the next one orders what is before it.
// variant racy-refused: "-DNEXT=(void)0"
// variant clean-next: "-DNEXT=must(gaspi_allreduce(many,sums,1,GASPI_OP_SUM,GASPI_TYPE_INT,GASPI_GROUP_ALL,GASPI_BLOCK))"
#include "corpus.h"

static int many[5000], sums[5000];

int main(void) {
  int rank = begin();
  if (gaspi_allreduce(many, sums, 5000, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK) == GASPI_SUCCESS)
    return 1;
  if (rank == 1)
    at[0] = 3;  // race(remote)
  NEXT;
  if (rank == 0) {
    READ(10, 0, 1, 0);  // race(remote)
    WAIT(0);
  }
  return finish();
}
