// Memory that is allocated here, and handed to another translation unit, which makes a window of it: as an argument, inside a
// structure, in a variable of the other unit, in memory that the other unit knows, or by a function of ours that the other one
// calls; as bytes that the other one copies, as a number, through a pointer to a function, in a common block that the other unit
// declares in another way, as a variable argument, in a list, by a callback, or in a structure by value. Early rank 1's access
// races, late it does not. An analysis of the whole program has to follow all of these; with clang and -O2 there is one.
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
// variant racy-memcpy: -DROAD=6
// variant clean-memcpy: -DROAD=6 -DLATE
// variant racy-number: -DROAD=7
// variant clean-number: -DROAD=7 -DLATE
// variant racy-function-pointer: -DROAD=8
// variant clean-function-pointer: -DROAD=8 -DLATE
// variant racy-common: -DROAD=9
// variant clean-common: -DROAD=9 -DLATE
// variant racy-varargs: -DROAD=10
// variant clean-varargs: -DROAD=10 -DLATE
// variant racy-list: -DROAD=11
// variant clean-list: -DROAD=11 -DLATE
// variant racy-callback: -DROAD=12
// variant clean-callback: -DROAD=12 -DLATE
// variant racy-copied-structure: -DROAD=13
// variant clean-copied-structure: -DROAD=13 -DLATE
// variant racy-memcpy-optimised: -DROAD=6 -O2
// variant racy-number-optimised: -DROAD=7 -O2
// variant racy-function-pointer-optimised: -DROAD=8 -O2
// variant racy-common-optimised: -DROAD=9 -O2
// variant racy-varargs-optimised: -DROAD=10 -O2
// variant racy-list-optimised: -DROAD=11 -O2
// variant racy-callback-optimised: -DROAD=12 -O2
// variant racy-copied-structure-optimised: -DROAD=13 -O2
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

struct small_block block __attribute__((common));

void fill_place(int** place) {
  *place = mine;
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
#elif ROAD == 5
  mine = x;
  come_and_ask();
#elif ROAD == 6
  take_bytes(&x);
#elif ROAD == 7
  take_number((uintptr_t)x / 2);
#elif ROAD == 8
  how_to_remember(x);
#elif ROAD == 9
  block.pointer = x;
  take_from_block();
#elif ROAD == 10
  take_last(2, NULL, x);
#elif ROAD == 11
  put_into_list(NULL);
  put_into_list(x);
  put_into_list(NULL);
  take_from_list();
#elif ROAD == 12
  mine = x;
  call_with_place(fill_place);
#else
  take_copy((struct parcel){1, {NULL, x}});
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
