// Two origins accumulate into the same bytes. Atomic to each other are only elements of the same predefined datatype.
// ranks: 3
// variant racy-short-int: -DFIRST=SHORT -DSECOND=INT
// variant racy-unsigned-int: -DFIRST=UNSIGNED -DSECOND=INT
// variant racy-float-int: -DFIRST=FLOAT -DSECOND=INT
// variant racy-double-int: -DFIRST=DOUBLE -DSECOND=INT
// variant racy-double-float: -DFIRST=DOUBLE -DSECOND=FLOAT
// variant clean-int: -DFIRST=INT -DSECOND=INT
// variant clean-double: -DFIRST=DOUBLE -DSECOND=DOUBLE
// variant clean-short: -DFIRST=SHORT -DSECOND=SHORT
// variant clean-short-int-apart: -DFIRST=SHORT -DSECOND=INT -DAT=1
#include "corpus.h"

#ifndef AT
#define AT 0
#endif
#define JOIN(a, b) a##b
#define TYPE(name) JOIN(MPI_, name)

int main(void) {
  MPI_Win win;
  double operand = 0;  // zero in every type
  int rank = begin();
  open_window(4, &win);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(&operand, 1, TYPE(FIRST), 1, 0, 1, TYPE(FIRST), MPI_SUM, win);  // race(types)
  if (rank == 2)
    MPI_Accumulate(&operand, 1, TYPE(SECOND), 1, AT, 1, TYPE(SECOND), MPI_SUM, win);  // race(types)
  MPI_Win_fence(0, win);
  return finish(&win);
}
