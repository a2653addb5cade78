#!/usr/bin/env python3
"""Fortran in a library that a C program loads: gfortran's own library is then visible to that one only."""

import shutil
import unittest

from harness import BIN, Case, has_runtime, main

LIBRARY = """subroutine show(x)
  integer :: x(*)
  character(len=60) :: text
  write(text, *) x(1), x(2)
  print *, text
end subroutine
"""
PROGRAM = r"""
#include <dlfcn.h>
#include <mpi.h>
int main(int argc, char** argv) {
  int rank, *x, values[2] = {1, 2};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);
  void (*show)(int*) = (void (*)(int*))dlsym(dlopen("./libshow.so", RTLD_NOW | RTLD_LOCAL), "show_");
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(values, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
  else
    show(x);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
"""


class Fortran(Case):
    def test_a_library_that_is_loaded_later(self):
        mpi = next((name for name in ("mpich", "openmpi") if has_runtime(name)), None)
        if mpi is None or not shutil.which("gfortran"):
            raise unittest.SkipTest("no MPI or no gfortran")
        self.write("show.f90", LIBRARY)
        for command in (("gfortran", "-g", "-shared", "-fPIC", "show.f90", "-o", "libshow.so"),
                        (BIN / f"farsan-mpicc.{mpi}", self.write("main.c", PROGRAM), "-o", "main")):
            built = self.run_command(*command)
            self.assertEqual(built.returncode, 0, built.stderr)
        result = self.farsan("run", "-n", "2", "./main")
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertIn("rank 1: WRITE loads", result.stderr)
        self.assertIn("show.f90:4", result.stderr)


if __name__ == "__main__":
    main()
