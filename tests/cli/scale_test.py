#!/usr/bin/env python3
"""A hundred and twenty-eight processes on one node, far more than it has cores."""

import shutil
import unittest

from harness import BIN, Case, has_runtime, main

# A ring of puts; the race is in the memory of one process.
PROGRAM = r"""#include <mpi.h>
int main(int argc, char** argv) {
  int rank, size, *x;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  if (rank == size / 2) *x = 1;
  MPI_Win_fence(0, win);
  if (*x < 0) return 1;
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
"""


class Scale(Case):
    # Open MPI only: processes of MPICH never give way while they wait, and that many take minutes on two cores.
    def test_128_processes(self):
        if not has_runtime("openmpi") or not shutil.which("mpicc.openmpi"):
            raise unittest.SkipTest("no Open MPI")
        self.write("program.c", PROGRAM)
        built = self.run_command(BIN / "farsan-mpicc.openmpi", "-g", "program.c", "-o", "program")
        self.assertEqual(built.returncode, 0, built.stderr)
        ran = self.run_command(BIN / "farsan", "run", "-n", "128", "./program", seconds=600)
        self.assertEqual(ran.returncode, 66, ran.stderr)
        self.assertIn("1 race in 128 ranks", ran.stderr)
        self.assertIn("program.c:10", ran.stderr)
        self.assertIn("program.c:11", ran.stderr)
        self.assertIn("in memory of rank 64", ran.stderr)


if __name__ == "__main__":
    main()
