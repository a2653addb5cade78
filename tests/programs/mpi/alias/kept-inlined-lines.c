// Accesses of small functions that become part of their callers, on two ways that meet: the line is that of the access that was executed, not
// of what follows it.
// flags: -O2
// variant racy-before-loop: -DCASE=0 -DPLACE=0
// variant racy-in-loop: -DCASE=0 -DPLACE=7
// variant racy-first-of-two: -DCASE=1 -DPLACE=0
// variant racy-other-of-two: -DCASE=1 -DPLACE=7
// variant racy-store: -DCASE=2 -DPLACE=0
// variant racy-other-store: -DCASE=3 -DPLACE=0
// variant clean-loop: -DCASE=0 -DPLACE=60
// variant clean-store: -DCASE=2 -DPLACE=60
#include "corpus.h"

static inline int next(const int* x, int i) {
  return x[i];  // race(byte) in racy-before-loop,racy-in-loop,racy-other-of-two
}
static inline int first(const int* x) {
  return *x;  // race(byte) in racy-first-of-two
}
static inline void set(int* x, int value) {
  *x = value;  // race(byte) in racy-store
}
static inline void set_too(int* x, int value) {
  *x = value;  // race(byte) in racy-other-store
}

static int sum(const int* x, int two) {
  int sum = 0, i = 0;
  int value = two ? first(x) : next(x, 0);
  while (value != 0 && i < 50) {
    sum += value;
    value = next(x, ++i);
  }
  return sum;
}

static void store(int* x, int other) {
  if (other)
    set_too(x, 3);
  else
    set(x, 4);
  x[2] = 5;
}

static volatile int which = CASE;  // so that both ways are there

int main(void) {
  MPI_Win win;
  int rank = begin(), one = 1;
  int* x = open_window(64, &win);
  for (int i = 0; i < 50; i++)
    x[i] = 1;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, PLACE, 1, MPI_INT, win);  // race(byte) in racy-*
  if (rank == 1) {
    if (CASE < 2)
      use(sum(x, which));
    else
      store(x, which == 3);
  }
  MPI_Win_fence(0, win);
  return finish(&win);
}
