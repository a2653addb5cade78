// A column of a matrix is exchanged between neighbours, while the inner part is computed. Inner columns may be touched, the
// halo may not before the fence, and the column that is being put must not be written.
// variant clean-inner: -DACCESS=m[2][2]=m[1][2]+1
// variant racy-read-halo: "-DACCESS=use(m[2][0])"
// variant racy-write-edge: -DACCESS=m[1][3]=5
// variant clean-read-edge: "-DACCESS=use(m[1][3])"
// variant clean-corner: -DACCESS=m[0][0]=m[5][5]
// ranks: 2
#include "corpus.h"

enum { n = 6 };

int main(void) {
  MPI_Win win;
  MPI_Datatype column;  // without the corners
  int rank = begin();
  int(*m)[n] = (int(*)[n])open_window(n * n, &win);
  MPI_Type_vector(n - 2, 1, n, MPI_INT, &column);
  MPI_Type_commit(&column);

  MPI_Win_fence(0, win);
  MPI_Put(&m[1][3], 1, column, 1 - rank, n, 1, column, win);  // race(column)
  ACCESS;                                                     // race(column)
  MPI_Win_fence(0, win);
  use(m[2][0]);
  m[1][3] = 6;
  MPI_Type_free(&column);
  return finish(&win);
}
