// Memory that is allocated here, and handed to another translation unit, which makes a window of it: as an argument, inside a
// structure, in a variable of the other unit, in memory that the other unit knows, or by a function of ours that the other one
// calls. Early rank 1's access races, late it does not.
// variant racy-argument: -DROAD=1
// variant clean-argument: -DROAD=1 -DLATE
// variant racy-structure: -DROAD=2
// variant clean-structure: -DROAD=2 -DLATE
// variant racy-variable: -DROAD=3
// variant clean-variable: -DROAD=3 -DLATE
// variant racy-known-memory: -DROAD=4
// variant clean-known-memory: -DROAD=4 -DLATE
// variant racy-asked-for: -DROAD=5
// variant clean-asked-for: -DROAD=5 -DLATE
// variant racy-argument-optimised: -DROAD=1 -O2
// variant racy-structure-optimised: -DROAD=2 -O2
// variant racy-variable-optimised: -DROAD=3 -O2
// variant racy-known-memory-optimised: -DROAD=4 -O2
// variant racy-asked-for-optimised: -DROAD=5 -O2
#include "units.h"

static int* mine;

int* ask_for_memory(void) {
  return mine;
}

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* x = calloc(8, sizeof *x);
#if ROAD == 1
  remember(x);
#elif ROAD == 2
  struct parcel parcel = {1, {NULL, x}};
  take_parcel(&parcel);
#elif ROAD == 3
  remembered = x;
#elif ROAD == 4
  *place_for_pointer() = x;
#else
  mine = x;
  come_and_ask();
#endif
  open_remembered(&win);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
#ifdef LATE
  MPI_Win_fence(0, win);
#endif
  if (rank == 1)
    use(x[0]);  // race(put)
  MPI_Win_fence(0, win);
  finish(&win);
  free(x);
  return 0;
}
