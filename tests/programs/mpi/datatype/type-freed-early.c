// A datatype may be freed while an operation that uses it is under way: the operation still touches what it said, and the
// handle of a new datatype does not change it.
// variant racy: -DAT=4
// variant clean: -DAT=2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype wide, narrow;
  int rank = begin(), from[2] = {1, 2};
  int* x = open_window(8, &win);

  MPI_Type_vector(2, 1, 4, MPI_INT, &wide);
  MPI_Type_commit(&wide);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(from, 2, MPI_INT, 1, 0, 1, wide, win);  // race(element)
  MPI_Type_free(&wide);
  MPI_Type_vector(2, 1, 2, MPI_INT, &narrow);
  MPI_Type_commit(&narrow);
  if (rank == 1)
    x[AT] = 7;  // race(element)
  MPI_Win_fence(0, win);
  MPI_Type_free(&narrow);
  return finish(&win);
}
