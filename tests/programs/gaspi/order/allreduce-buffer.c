// A reduction reads its operand and writes its result inside the call: they may not be open buffers.
// variant racy-operand: "-DOP=READ(10,0,1,0)" -DCOMPLETE=
// variant racy-result: "-DOP=WRITE(11,0,1,0)" -DCOMPLETE=
// variant clean-operand: "-DOP=WRITE(10,0,1,0)" -DCOMPLETE=
// variant clean-wait: "-DOP=READ(10,0,1,0)" "-DCOMPLETE=WAIT(0)"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    OP;  // race(buffer)
    COMPLETE;
  }
  must(gaspi_allreduce(&at[10], &at[11], 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK));  // race(buffer)
  return finish();
}
