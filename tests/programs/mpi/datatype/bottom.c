// MPI_BOTTOM with absolute addresses in the datatype: the buffer is where the addresses say.
// variant racy-first: -DACCESS=a=7
// variant racy-second: -DACCESS=c[1]=7
// variant clean-other: -DACCESS=b=7
// variant clean-beside: -DACCESS=c[0]=7
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype type;
  MPI_Aint places[2];
  static int a, b, c[2];
  int rank = begin(), ones[2] = {1, 1};
  open_window(2, &win);
  MPI_Get_address(&a, &places[0]);
  MPI_Get_address(&c[1], &places[1]);
  MPI_Type_create_hindexed(2, ones, places, MPI_INT, &type);
  MPI_Type_commit(&type);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(MPI_BOTTOM, 1, type, 1, 0, 2, MPI_INT, win);  // race(address)
    ACCESS;                                               // race(address)
  }
  MPI_Win_fence(0, win);
  MPI_Type_free(&type);
  use(a + b + c[0]);
  return finish(&win);
}
