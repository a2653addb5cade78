#include <mpi.h>

void log(MPI_Win win);

void log(MPI_Win win) {
  MPI_Win_fence(0, win);
}
