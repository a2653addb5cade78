// Loads that the program makes whatever it chooses then: bytes that are copied to a variable, and a number that is looked at as one of another
// type. Where the choice is for something else, an optimiser could leave the loads to the choice; the program does not. Early
// rank 1's loads race, late they do not.
// variant racy-copied: -O2 -DLOAD=copied
// variant clean-copied: -O2 -DLOAD=copied -DLATE
// variant racy-as-another-type: -O2 -DLOAD=as_another_type
// variant clean-as-another-type: -O2 -DLOAD=as_another_type -DLATE
// variant racy-of-a-variable: -O2 -DLOAD=of_a_variable
// variant clean-of-a-variable: -O2 -DLOAD=of_a_variable -DLATE
// variant racy-before-a-store: -O2 -DLOAD=before_a_store
// variant clean-before-a-store: -O2 -DLOAD=before_a_store -DLATE
// variant racy-unoptimised: -O0 -DLOAD=copied
#include "corpus.h"

#define MAYBE __attribute__((unused, noinline))

static int memory[8];
int elsewhere;

static MAYBE float copied(const int* p, int chosen) {
  float value;
  memcpy(&value, p, sizeof value);  // race(put) in *-copied,*-unoptimised
  return chosen ? value : 1;
}

static MAYBE float as_another_type(const int* p, int chosen) {
  union {
    int bits;
    float value;
  } both = {*p};  // race(put) in *-as-another-type
  return chosen ? both.value : 1;
}

static MAYBE float before_a_store(const int* p, int chosen) {
  float value;
  memcpy(&value, p, sizeof value);  // race(put) in *-before-a-store
  elsewhere = chosen;
  return chosen ? value : 1;
}

static MAYBE float of_a_variable(const int* p, int chosen) {
  (void)p;
  float value;
  memcpy(&value, memory, sizeof value);  // race(put) in *-of-a-variable
  return chosen ? value : 1;
}

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* volatile where = memory;
  volatile int chosen = 0;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
#ifdef LATE
  MPI_Win_fence(0, win);
#endif
  if (rank == 1)
    use(LOAD(where, chosen) > 3);
  MPI_Win_fence(0, win);
  return finish(&win);
}
