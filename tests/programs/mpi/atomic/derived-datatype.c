// Derived datatypes are atomic by their predefined elements: a vector of ints with plain ints is fine, a vector of shorts
// with ints is not, and where only the holes meet nothing does.
// ranks: 3
// variant racy-shorts: -DELEMENT=MPI_SHORT -DSTRIDE=4 -DAT=0
// variant racy-shorts-second: -DELEMENT=MPI_SHORT -DSTRIDE=4 -DAT=2
// variant racy-floats: -DELEMENT=MPI_FLOAT -DSTRIDE=2 -DAT=2
// variant clean-ints: -DELEMENT=MPI_INT -DSTRIDE=2 -DAT=0
// variant clean-ints-second: -DELEMENT=MPI_INT -DSTRIDE=2 -DAT=2
// variant clean-shorts-in-hole: -DELEMENT=MPI_SHORT -DSTRIDE=4 -DAT=1
// variant clean-floats-in-hole: -DELEMENT=MPI_FLOAT -DSTRIDE=2 -DAT=1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype vector;
  int rank = begin(), zeros[4] = {0};
  open_window(8, &win);
  MPI_Type_vector(2, 1, STRIDE, ELEMENT, &vector);
  MPI_Type_commit(&vector);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(zeros, 2, ELEMENT, 1, 0, 1, vector, MPI_SUM, win);  // race(elements)
  if (rank == 2)
    MPI_Accumulate(zeros, 1, MPI_INT, 1, AT, 1, MPI_INT, MPI_SUM, win);  // race(elements)
  MPI_Win_fence(0, win);
  MPI_Type_free(&vector);
  return finish(&win);
}
