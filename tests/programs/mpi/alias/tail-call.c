// An access before a call that must be a jump, to a function that calls nothing.
// flags: -O2
// variant racy: -DAT=1
// variant clean: -DAT=3
#include "corpus.h"

#if defined __clang__
#define MUST_BE_A_JUMP __attribute__((musttail))
#else
#define MUST_BE_A_JUMP
#endif

static __attribute__((noinline)) int last(int* x) { return x == NULL; }

static __attribute__((noinline)) int first(int* x) {
  x[AT] = 5;  // race(byte)
  MUST_BE_A_JUMP return last(x);
}

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 4;
  int* x = open_window(4, &win);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // race(byte)
  else
    use(first(x));
  MPI_Win_fence(0, win);
  return finish(&win);
}
