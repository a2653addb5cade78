// Structures that are passed by value are read at the call, those that are returned are written there.
// variant racy-argument: "-DACCESS=sum=taken(x.pair)"
// variant racy-small-argument: "-DACCESS=sum=small_taken(x.small)"
// variant racy-large-argument: "-DACCESS=sum=large_taken(x.large)"
// variant racy-variable-arguments: "-DACCESS=sum=any_taken(1,x.pair)"
// variant racy-result: "-DACCESS=x.pair=given(3)"
// variant racy-small-result: "-DACCESS=x.small=small_given(3)"
// variant racy-through-pointer: "-DACCESS=*there=given(3)"
// variant racy-copied-result: "-DACCESS=x.pair=copied()"
// variant racy-argument-optimised: "-DACCESS=sum=taken(x.pair)" -O2
// variant racy-result-optimised: "-DACCESS=x.pair=given(3)" -O2
// variant racy-small-result-optimised: "-DACCESS=x.small=small_given(3)" -O2
// variant clean-argument: "-DACCESS=sum=taken(x.apart)"
// variant clean-result: "-DACCESS=x.apart=given(3)"
// variant clean-result-that-waits: "-DACCESS=x.pair=given_later()" -DWAITS
// needs -O0 in racy-large-argument: the callee reads what it needs of the structure itself
#include <stdarg.h>

#include "corpus.h"

struct Pair {
  double a[4];
};
struct Small {
  int a, b;
};
struct Large {
  double a[40];
};
static union {
  struct Pair pair;
  struct Small small;
  struct Large large;
  struct {
    double before[60];
    struct Pair apart;
  };
} x;
static struct Pair other = {{1, 2, 3, 4}};
static MPI_Win win;

__attribute__((noinline)) static double taken(struct Pair pair) { return pair.a[1]; }
__attribute__((noinline)) static double small_taken(struct Small small) { return small.b; }
__attribute__((noinline)) static double large_taken(struct Large large) { return large.a[1]; }
__attribute__((noinline)) static double any_taken(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  const struct Pair pair = va_arg(arguments, struct Pair);
  va_end(arguments);
  return pair.a[2];
}
__attribute__((noinline)) static struct Pair given(double value) {
  struct Pair pair = {{value, value, value, value}};
  return pair;
}
__attribute__((noinline)) static struct Small small_given(int value) {
  struct Small small = {value, value};
  return small;
}
__attribute__((noinline)) static struct Pair copied(void) { return other; }
__attribute__((noinline)) static struct Pair given_later(void) {
  MPI_Win_fence(0, win);
  return given(5);
}

int main() {
  int rank = begin();
  double values[4] = {7, 7, 7, 7};
  volatile double sum = 0;
  struct Pair* volatile there = &x.pair;
  MPI_Win_create(&x, sizeof x, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(values, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win);  // race(value)
#ifdef WAITS
    MPI_Win_fence(0, win);
#endif
  } else {
    ACCESS;  // race(value)
  }
  MPI_Win_fence(0, win);
  use((int)sum + (there == 0));
  return finish(&win);
}
