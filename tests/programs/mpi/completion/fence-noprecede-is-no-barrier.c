// A fence that ends no epoch need not wait for anyone. With NOPRECEDE it does not order rank 1's store to the memory of
// another window before the put of rank 0 into it; without, a fence is a barrier.
// variant racy: -DASSERTION=MPI_MODE_NOPRECEDE
// variant clean: -DASSERTION=0
// variant clean-nosucceed: -DASSERTION=MPI_MODE_NOSUCCEED
#include "corpus.h"

int main(void) {
  MPI_Win fenced, locked;
  int rank = begin();
  int* x = open_window(1, &locked);
  int value = 42;
  open_window(1, &fenced);

  MPI_Win_lock_all(0, locked);
  if (rank == 1)
    x[0] = 1;  // race(put)
  MPI_Win_fence(ASSERTION, fenced);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, locked);  // race(put)
  MPI_Win_unlock_all(locked);
  if (ASSERTION == MPI_MODE_NOPRECEDE)
    MPI_Win_fence(MPI_MODE_NOSUCCEED, fenced);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&fenced);
  return finish(&locked);
}
