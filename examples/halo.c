/* A ring of ranks passes the edges of its cells on, with one-sided communication. The neighbours read the halo after a
 * barrier, but nothing has completed the puts by then: MPI_Win_flush comes too late. */
#include <mpi.h>
#include <stdio.h>

enum { kCells = 64, kSteps = 3 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  double cells[kCells];
  for (int i = 0; i < kCells; ++i) cells[i] = rank;

  double* halo;
  MPI_Win win;
  MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &halo, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_lock_all(0, win);
  for (int step = 0; step < kSteps; ++step) {
    const int left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks;
    MPI_Put(&cells[0], 1, MPI_DOUBLE, left, 1, 1, MPI_DOUBLE, win);
    MPI_Put(&cells[kCells - 1], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
    MPI_Barrier(MPI_COMM_WORLD);
    const double from_left = halo[0], from_right = halo[1];
    MPI_Win_flush_all(win); /* belongs before the barrier */
    MPI_Barrier(MPI_COMM_WORLD);
    cells[0] = (from_left + cells[1]) / 2;
    cells[kCells - 1] = (from_right + cells[kCells - 2]) / 2;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  if (rank == 0) printf("%.3f %.3f\n", cells[0], cells[kCells - 1]);
  MPI_Finalize();
  return 0;
}
