// What an optimiser would like to load before it is known whether the program does: an access that the program does not come to is none.
// flags: -O2
// variant clean-loop: -DCASE=0 -DREACHED=0
// variant racy-loop: -DCASE=0 -DREACHED=1
// variant clean-choice: -DCASE=1 -DREACHED=0
// variant racy-choice: -DCASE=1 -DREACHED=1
// variant clean-field: -DCASE=2 -DREACHED=0
// variant racy-field: -DCASE=2 -DREACHED=1
// variant clean-next-round: -DCASE=3 -DREACHED=1
// variant racy-next-round: -DCASE=3 -DREACHED=2
// variant clean-store: -DCASE=4 -DREACHED=0
// variant racy-store: -DCASE=4 -DREACHED=1
// variant clean-condition: -DCASE=5 -DREACHED=0
// variant racy-condition: -DCASE=5 -DREACHED=1
// variant clean-comparison: -DCASE=6 -DREACHED=0
// variant racy-comparison: -DCASE=6 -DREACHED=1
// variant clean-switch: -DCASE=7 -DREACHED=0
// variant racy-switch: -DCASE=7 -DREACHED=1
// variant clean-pointer: -DCASE=8 -DREACHED=0
// variant racy-pointer: -DCASE=8 -DREACHED=1
// variant clean-pointer-in-a-loop: -DCASE=9 -DREACHED=0
// variant racy-pointer-in-a-loop: -DCASE=9 -DREACHED=1
#include "corpus.h"

#define NOINLINE __attribute__((noinline))

static struct fields {
  int first, second, third, count;
} x;
static MPI_Win win;

static NOINLINE int in_a_loop(int n, int reached) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (i * reached > 3)
      sum += x.second;  // race(byte) in racy-loop
  return sum;
}

static NOINLINE int as_a_choice(int reached) {
  return reached ? x.second : 7;  // race(byte) in racy-choice
}

static NOINLINE int of_two_fields(const struct fields* f, int reached) {
  int field;
  if (reached)
    field = f->second;  // race(byte) in racy-field
  else
    field = f->first;
  return field;
}

// What follows the fence is the next round, if there is one.
static NOINLINE int in_the_next_round(const struct fields* f, int rounds) {
  int sum = 0;
  for (int i = 0; i < rounds; i++) {
    if (f->second & 1) {  // race(byte) in racy-next-round
      MPI_Win_fence(0, win);
      sum += 2;
    } else {
      x.third = sum;
    }
  }
  return sum;
}

static NOINLINE void stored(int n, int reached) {
  for (int i = 0; i < n; i++)
    if (i * reached > 3)
      x.second = 4;  // race(byte) in racy-store
}

static NOINLINE int in_a_condition(int reached) {
  if (reached && x.second)  // race(byte) in racy-condition
    return 3;
  return 4;
}

static NOINLINE int in_a_comparison(int reached) {
  if (reached)
    if (x.second == 4)  // race(byte) in racy-comparison
      return 3;
  return 4;
}

static NOINLINE int in_a_switch(int reached) {
  switch (reached) {
    case 0:
      return x.first;
    case 1:
      return x.second;  // race(byte) in racy-switch
    case 2:
      return x.third;
    default:
      return x.count;
  }
}

static NOINLINE int through_a_pointer(int reached, int other) {
  return *(reached ? &x.second : &other);  // race(byte) in racy-pointer
}

static NOINLINE int through_a_pointer_in_a_loop(int n, const volatile int* reached, const int* second) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int own = i;
    sum += *(*reached ? second : &own);  // race(byte) in racy-pointer-in-a-loop
  }
  return sum;
}

int main(void) {
  int rank = begin(), value = 43, sum = 0;
  x.second = CASE == 3;
  MPI_Win_create(&x, sizeof x, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    if (CASE == 3) MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // race(byte)
    for (int i = 1; CASE == 3 && i < REACHED; i++) MPI_Win_fence(0, win);
  } else {
    const int reached = REACHED * rank;
    if (CASE == 0) sum = in_a_loop(10 * rank, reached);
    if (CASE == 1) sum = as_a_choice(reached);
    if (CASE == 2) sum = of_two_fields(&x, reached);
    if (CASE == 3) sum = in_the_next_round(&x, reached);
    if (CASE == 4) stored(10 * rank, reached);
    if (CASE == 5) sum = in_a_condition(reached);
    if (CASE == 6) sum = in_a_comparison(reached);
    if (CASE == 7) sum = in_a_switch(reached);
    if (CASE == 8) sum = through_a_pointer(reached, rank);
    if (CASE == 9) sum = through_a_pointer_in_a_loop(10 * rank, &reached, &x.second);
  }
  MPI_Win_fence(0, win);
  use(sum + x.second + as_a_choice(value) + of_two_fields(&x, value));
  use(through_a_pointer(value, rank) + through_a_pointer_in_a_loop(value, &value, &x.second));
  use(in_a_condition(value) + in_a_comparison(value) + in_a_switch(value));
  return finish(&win);
}
