// What an optimiser would like to make one access of: the line is that of the access that was executed, not of one that looks like it.
// flags: -O2
// variant racy-sum: -DCASE=0
// variant racy-function: -DCASE=1
// variant racy-other-function: -DCASE=2
// variant racy-branch-store: -DCASE=3
// variant racy-other-branch-store: -DCASE=4
// variant racy-branch-load: -DCASE=5
// variant racy-other-branch-load: -DCASE=6
// variant racy-loaded-later: -DCASE=7
// variant clean-sum: -DCASE=0 -DPLACE=2
// variant clean-branch-store: -DCASE=3 -DPLACE=2
#include "corpus.h"

#define NOINLINE __attribute__((noinline))
#ifndef PLACE
#define PLACE 1
#endif

static NOINLINE void sum(int* x, int n) {
  for (int i = 0; i < n; i++)

    *x += i;  // race(byte) in racy-sum

  x[5] = n;
}

static NOINLINE void set(int* x) {
  *x = 4;  // race(byte) in racy-function
}
static NOINLINE void set_too(int* x) {
  *x = 4;  // race(byte) in racy-other-function
}

static NOINLINE void store_in_a_branch(int* x, int one) {
  if (one)
    *x = 1;  // race(byte) in racy-branch-store
  else
    *x = 2;  // race(byte) in racy-other-branch-store
}

static NOINLINE int load_in_a_branch(int* x, int one) {
  if (one)
    return *x + 1;  // race(byte) in racy-branch-load
  else
    return *x * 3;  // race(byte) in racy-other-branch-load
}

static NOINLINE int load_twice(int* x, int one) {
  int twice;
  if (one)
    twice = *x;
  else
    twice = 5;
  return twice +
         *x;  // race(byte) in racy-loaded-later
}

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* x = open_window(16, &win);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, PLACE, 1, MPI_INT, win);  // race(byte)
  } else {
    if (CASE == 0) sum(x + 1, 10 * rank);
    if (CASE == 1) set(x + 1);
    if (CASE == 2) set_too(x + 1);
    if (CASE == 3) store_in_a_branch(x + 1, rank);
    if (CASE == 4) store_in_a_branch(x + 1, !rank);
    if (CASE == 5) use(load_in_a_branch(x + 1, rank));
    if (CASE == 6) use(load_in_a_branch(x + 1, !rank));
    if (CASE == 7) use(load_twice(x + 1, !rank));
  }
  MPI_Win_fence(0, win);
  // All of them are used, so that none is made for its only caller.
  set(x + 7);
  set_too(x + 8);
  store_in_a_branch(x + 9, value % 2);
  use(load_in_a_branch(x + 9, value % 3) + load_twice(x + 10, value % 5));
  return finish(&win);
}
