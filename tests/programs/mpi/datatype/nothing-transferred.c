// Operations that touch nothing: no elements, an empty datatype, or MPI_PROC_NULL as target. They race with nobody.
// variant racy-one: -DCOUNT=1 -DTYPE=MPI_INT -DTARGET=1
// variant clean-no-elements: -DCOUNT=0 -DTYPE=MPI_INT -DTARGET=1
// variant clean-empty-type: -DCOUNT=1 -DTYPE=empty -DTARGET=1
// variant clean-proc-null: -DCOUNT=1 -DTYPE=MPI_INT -DTARGET=MPI_PROC_NULL
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype empty;
  int rank = begin(), value = 42, result = 0;
  int* x = open_window(1, &win);
  MPI_Type_contiguous(0, MPI_INT, &empty);
  MPI_Type_commit(&empty);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&value, COUNT, TYPE, TARGET, 0, COUNT, TYPE, win);  // race(buffer) race(memory)
    value = 7;                                                  // race(buffer)
    MPI_Get(&result, 0, MPI_INT, 1, 0, 0, MPI_INT, win);
    MPI_Accumulate(&result, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
    result = 7;
  } else {
    x[0] = 7;  // race(memory)
  }
  MPI_Win_fence(0, win);
  MPI_Type_free(&empty);
  use(result);
  return finish(&win);
}
