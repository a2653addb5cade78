// A collective whose time was over goes on when it is called again. Its first call tells the others how far this rank is; what
// comes between the calls is not told.
// variant racy-between: -DBETWEEN=1
// variant clean-before: -DBETWEEN=0
#include "corpus.h"

#include <unistd.h>

// Rank 0 comes to the barrier when it sees this file, which orders nothing that FarSan looks at.
static const char* kSign = "rank-1-has-called";

int main(void) {
  remove(kSign);
  int rank = begin();
  if (rank == 1) {
    if (!BETWEEN)
      at[0] = 1;
    if (gaspi_barrier(GASPI_GROUP_ALL, GASPI_TEST) == GASPI_SUCCESS)
      exit(1);
    if (BETWEEN)
      at[0] = 1;  // race(between)
    fclose(fopen(kSign, "w"));
    while (gaspi_barrier(GASPI_GROUP_ALL, GASPI_TEST) != GASPI_SUCCESS) {
    }
  } else {
    while (access(kSign, F_OK) != 0)
      usleep(1000);
    BARRIER();
    READ(10, 0, 1, 0);  // race(between)
  }
  return finish();
}
