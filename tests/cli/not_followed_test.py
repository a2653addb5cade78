#!/usr/bin/env python3
"""Routines that FarSan does not follow: the program runs as without FarSan and is told once, when it calls one."""

from harness import BIN, Case, has_runtime, main

PLAIN = """#include <mpi.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Finalize();
}
"""

# Two parents start two children; all of them talk to each other, by messages and through a window.
SPAWN = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm parent, between, all;
  MPI_Comm_get_parent(&parent);
  const int child = parent != MPI_COMM_NULL;
  if (!child)
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between, MPI_ERRCODES_IGNORE);
  else
    between = parent;
  MPI_Intercomm_merge(between, child, &all);
  int rank, size, sum = 0, sent, got = -1;
  MPI_Comm_rank(all, &rank);
  MPI_Comm_size(all, &size);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all);
  sent = rank;
  MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, (rank + size - 1) % size, 0, all,
               MPI_STATUS_IGNORE);
  int* memory;
  MPI_Win window;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, all, &memory, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  if (rank == 0) printf("%d processes, sum %d, from the left %d and %d\\n", size, sum, got, *memory);
  MPI_Win_free(&window);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&between);
  MPI_Finalize();
}
"""

# A profiling library that counts barriers.
COUNT = """#include <mpi.h>
#include <stdio.h>
static int barriers;
int MPI_Barrier(MPI_Comm comm) { ++barriers; return PMPI_Barrier(comm); }
int MPI_Finalize(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) printf("%d barriers\\n", barriers);
  return PMPI_Finalize();
}
#ifdef WRAP_INIT
int MPI_Init(int* argc, char*** argv) { return PMPI_Init(argc, argv); }
#endif
"""
COUNTED = """#include <mpi.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
"""

# A persistent collective of Open MPI 4, in Fortran.
EXTENSION = """program extension
  use mpi
  implicit none
  external :: MPIX_Barrier_init
  integer :: request, error
  call MPI_Init(error)
  call MPIX_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, request, error)
  call MPI_Start(request, error)
  call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  call MPI_Request_free(request, error)
  call MPI_Finalize(error)
end program
"""


class NotFollowed(Case):
    def build(self, wrapper, name, text, **compiler):
        source = self.write(name, text)
        result = self.run_command(BIN / f"farsan-{wrapper}", "-O0", source, "-o", "program", **compiler)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_what_only_the_headers_name_is_not_told(self):
        """Open MPI's C++ bindings hold calls of nearly every routine."""
        for mpi, wrapper, variable in (("openmpi", "mpicxx.openmpi", "OMPI_CXX"), ("mpich", "mpicxx.mpich", "MPICH_CXX")):
            for compiler in ("g++", "clang++-19"):
                with self.subTest(mpi=mpi, compiler=compiler):
                    if not has_runtime(mpi):
                        self.skipTest(f"no runtime for {mpi}")
                    self.build(wrapper, "plain.cpp", PLAIN, **{variable: compiler})
                    result = self.farsan("run", "-n", "2", "./program")
                    self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_spawned_processes(self):
        """With Open MPI: the launcher of Debian's MPICH cannot start any."""
        if not has_runtime("openmpi"):
            self.skipTest("no runtime for openmpi")
        self.build("mpicc.openmpi", "spawn.c", SPAWN)
        result = self.farsan("run", "-n", "2", "./program")
        self.assertEqual(result.stdout, "4 processes, sum 6, from the left 3 and 3\n", result.stderr)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr.count("MPI_Comm_spawn is not followed yet"), 1, result.stderr)

    def test_extensions_in_fortran(self):
        """Open MPI has persistent collectives under their later names from version 5 on."""
        if not has_runtime("openmpi"):
            self.skipTest("no runtime for openmpi")
        self.build("mpifort.openmpi", "extension.f90", EXTENSION)
        result = self.farsan("run", "-n", "2", "./program")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr.count("mpix_barrier_init (Fortran) is not followed yet"), 1, result.stderr)

    def test_wrappers_that_are_not_farsans(self):
        """One of two wrappers is called: the program is told which one is not, once."""
        program, library = "not by FarSan: races are missed or made up", "are not called: FarSan's are"
        for mpi in ("openmpi", "mpich"):
            with self.subTest(mpi=mpi):
                if not has_runtime(mpi):
                    self.skipTest(f"no runtime for {mpi}")
                counted, count = self.write("counted.c", COUNTED), self.write("count.c", COUNT)
                wrapper = BIN / f"farsan-mpicc.{mpi}"
                self.assertEqual(self.run_command(wrapper, counted, count, "-o", "program").returncode, 0)
                result = self.farsan("run", "-n", "2", "./program")
                self.assertEqual((result.returncode, result.stdout), (0, "1 barriers\n"), result.stderr)
                self.assertIn("MPI_Barrier, MPI_Finalize are wrapped by", result.stderr)
                self.assertEqual(result.stderr.count(program), 1, result.stderr)

                self.assertEqual(self.run_command(wrapper, counted, count, "-DWRAP_INIT", "-o", "program").returncode, 0)
                result = self.farsan("run", "-n", "2", "./program")
                self.assertEqual((result.returncode, result.stdout), (0, "1 barriers\n"), result.stderr)
                self.assertEqual(result.stderr.count("FarSan does not look at this program"), 1, result.stderr)

                made = self.run_command(f"mpicc.{mpi}", "-shared", "-fPIC", count, "-o", "libcount.so")
                self.assertEqual(made.returncode, 0, made.stderr)
                self.assertEqual(self.run_command(wrapper, counted, "./libcount.so", "-o", "program").returncode, 0)
                result = self.farsan("run", "-n", "2", "./program")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(result.stderr.count(library), 1, result.stderr)


if __name__ == "__main__":
    main()
