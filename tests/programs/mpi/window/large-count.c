// The large-count variants of MPI 4 are the same operations. (Open MPI has them from version 5 on.)
// mpi: mpich
// variant racy-put: "-DOP=MPI_Put_c(&value,1,MPI_INT,1,0,1,MPI_INT,win)" "-DACCESS=use(x[0])"
// variant racy-get: "-DOP=MPI_Get_c(&value,1,MPI_INT,1,0,1,MPI_INT,win)" -DACCESS=x[0]=7
// variant racy-accumulate: "-DOP=MPI_Accumulate_c(&value,1,MPI_INT,1,0,1,MPI_INT,MPI_SUM,win)" "-DACCESS=use(x[0])"
// variant clean-get: "-DOP=MPI_Get_c(&value,1,MPI_INT,1,0,1,MPI_INT,win)" "-DACCESS=use(x[0])"
// variant clean-put-late: "-DOP=MPI_Put_c(&value,1,MPI_INT,1,0,1,MPI_INT,win)" "-DACCESS=use(x[0])" -DLATE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* x = open_window(1, &win);

  MPI_Win_fence(0, win);
  if (rank == 0)
    OP;  // race(operation)
#ifdef LATE
  MPI_Win_fence(0, win);
#endif
  if (rank == 1)
    ACCESS;  // race(operation)
  MPI_Win_fence(0, win);
  return finish(&win);
}
