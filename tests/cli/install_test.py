#!/usr/bin/env python3
"""An installed tree can be moved anywhere, and works there without the build."""

import re
import shutil
import unittest

from harness import BIN, Case, has_runtime, main

PROGRAM = r"""#include <mpi.h>
int main(int argc, char** argv) {
  int value = 1, rank;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    if (argc == 1) value = 2;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
"""


class Install(Case):
    def test_a_moved_tree_works(self):
        cmake = shutil.which("cmake")
        libraries = [mpi for mpi in ("mpich", "openmpi") if has_runtime(mpi) and shutil.which(f"mpicc.{mpi}")]
        if not cmake or not libraries:
            raise unittest.SkipTest("no cmake, or no MPI")
        installed = self.run_command(cmake, "--install", BIN.parent, "--prefix", self.folder / "first", seconds=300)
        self.assertEqual(installed.returncode, 0, installed.stderr)
        moved = self.folder / "a place with spaces"
        (self.folder / "first").rename(moved)
        for folder in ("lib/farsan", "include/farsan"):
            self.assertTrue((moved / folder).is_dir(), folder)
        self.write("program.c", PROGRAM)
        for mpi in libraries:
            with self.subTest(mpi):
                built = self.run_command(moved / "bin" / f"farsan-mpicc.{mpi}", "program.c", "-o", f"program-{mpi}")
                self.assertEqual(built.returncode, 0, built.stderr)
                linked = self.run_command("ldd", f"./program-{mpi}").stdout
                self.assertIn(str(moved), linked)
                self.assertNotIn(str(BIN.parent), linked.replace(str(self.folder), ""))  # temporary files may be there, too
                ran = self.run_command(moved / "bin/farsan", "run", "-n", "2", f"./program-{mpi}")
                self.assertEqual(ran.returncode, 66, ran.stderr)
                self.assertIn("program.c:8", ran.stderr)
                self.assertIn("program.c:9", ran.stderr)
        (moved / "libexec/farsan/farsan-report").unlink()
        for mpi in libraries:
            with self.subTest(mpi, without="farsan-report"):
                ran = self.run_command(moved / "bin/farsan", "run", "-n", "2", f"./program-{mpi}")
                self.assertEqual(ran.returncode, 66, ran.stderr)
                self.assertIn("there are races, but no farsan-report to show them", ran.stderr)
                clean = self.run_command(moved / "bin/farsan", "run", "-n", "2", "--json", "none.json", f"./program-{mpi}", "clean")
                self.assertNotIn("there are races", clean.stderr)
                self.assertIn("there are no races, but no farsan-report to write that down", clean.stderr)

    def test_a_runtime_offers_nothing_of_cxx_but_what_it_interposes(self):
        libraries = [path for path in (BIN.parent / "lib/farsan").glob("libfarsan-*.so") if "-pass" not in path.name]
        self.assertTrue(libraries)
        for library in libraries:
            with self.subTest(library.name):
                names = self.run_command("nm", "-D", "--defined-only", library)
                self.assertEqual(names.returncode, 0, names.stderr)
                of_cxx = re.findall(r" (_Z\S+|__cxa_\S+|_Unwind_\S+)", names.stdout)
                interposed = (r"_ZNSi(rsER|10_M_extractI|3getE(Rc|Pclc?)$)|_ZSt10from_charsPKcS0_R[fde]St12chars_format$|"
                              r"_ZSt8to_charsPcS_[fde](St12chars_formati?)?$|_ZSt11_Hash_bytesPKvmm$|"
                              r"_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_$")
                self.assertEqual([name for name in of_cxx if not re.match(interposed, name)], [])


if __name__ == "__main__":
    main()
