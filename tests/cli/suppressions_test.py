#!/usr/bin/env python3
"""Races that the user does not want to hear of: farsan run --suppressions, and the option of that name."""

import json
import unittest

from harness import BIN, Case, has_runtime, main

PROGRAM = r"""
#include <mpi.h>
__attribute__((noinline)) static int first(const volatile int* x) { return x[0]; }
__attribute__((noinline)) static int second(const volatile int* x) { return x[1]; }
int main(int argc, char** argv) {
  int rank, *x, values[2] = {1, 2}, sum = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(values, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
  else
    sum = first(x) + second(x);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 77;
}
"""


class Suppressions(Case):
    def setUp(self):
        super().setUp()
        self.mpi = next((name for name in ("mpich", "openmpi") if has_runtime(name)), None)
        if self.mpi is None:
            raise unittest.SkipTest("no MPI")
        built = self.run_command(BIN / f"farsan-mpicc.{self.mpi}", self.write("main.c", PROGRAM), "-o", "main")
        self.assertEqual(built.returncode, 0, built.stderr)

    def test_one_of_two_races(self):
        self.write("known", "# until the next release\nrace:^first$\n")
        result = self.farsan("run", "--suppressions", "known", "--json", "report.json", "./main")
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertNotIn("first", result.stderr)
        self.assertIn("in second", result.stderr)
        self.assertIn("1 race in 2 ranks (1 suppressed), exit status 66", result.stderr)
        report = json.loads((self.folder / "report.json").read_text())
        self.assertEqual((len(report["races"]), report["suppressed"]), (1, 1))

    def test_all_races(self):
        self.write("known", "race:first\nrace:second\n")
        result = self.farsan("run", "--suppressions", "known", "./main")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "FarSan: no races but 2 suppressed\n")

    def test_without_farsan_run(self):
        self.write("known", "memory:nothing\nrace:main.c\n")
        for name, status in (("known", 0), ("empty", 66)):
            self.write("empty", "")
            result = self.run_command(f"mpirun.{self.mpi}", "-n", "2", "./main", FARSAN_OPTIONS=f"suppressions={name}")
            self.assertEqual(result.returncode, status, result.stderr)
            self.assertIn("2 suppressed" if status == 0 else "2 races", result.stderr)

    def test_wrong_files(self):
        self.write("wrong", "race:first\nthread:second\n")
        result = self.farsan("run", "--suppressions", "wrong", "./main")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("wrong, line 2: 'thread:second' is none of race:PATTERN", result.stderr)
        result = self.farsan("run", "--suppressions", "nowhere", "./main")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        result = self.farsan("run", "--suppressions", ".", "./main")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("cannot read", result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        result = self.run_command("./main", FARSAN_OPTIONS="suppressions=nowhere")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("cannot read nowhere", result.stderr)
        # What cannot be understood hides nothing.
        result = self.run_command(f"mpirun.{self.mpi}", "-n", "2", "./main", FARSAN_OPTIONS="suppressions=wrong")
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertIn("nothing is suppressed", result.stderr)
        result = self.run_command(f"mpirun.{self.mpi}", "-n", "2", "./main", FARSAN_OPTIONS="suppressions=.")
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertIn("nothing is suppressed: cannot read", result.stderr)
        self.assertIn("2 races", result.stderr)


if __name__ == "__main__":
    main()
