#!/usr/bin/env python3
"""Calls that the MPI library refuses: they return what they return without FarSan, and nothing is reported about them."""

import shutil
import unittest
from pathlib import Path

from harness import BIN, Case, has_runtime, main

SOURCE = Path(__file__).with_name("refused.c")
# Calls that end a program, whatever its error handlers are, or that the library lets through and then crashes.
LEFT_OUT = {"mpich": [39], "openmpi": [6, 12, 15, 31, 35, 36, 41, 47, 51, 54, 56, 57, 65, 71, 79, 81, 85, 100,
                                         101, 105, 106, 107, 108]}
OPEN_MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}


class Refused(Case):
    def said_by(self, mpi, launcher, compiler, program):
        built = self.run_command(compiler, "-w", "-g", SOURCE, "-o", program)
        self.assertEqual(built.returncode, 0, built.stderr)
        ran = self.run_command(*launcher, "-n", "2", f"./{program}", *LEFT_OUT[mpi], **OPEN_MPI)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        lines = [line for line in ran.stdout.splitlines() if line[:1].isdigit() or line == "end"]
        self.assertEqual(lines[-1], "end")
        return lines, ran.stderr

    def check(self, mpi):
        compiler = shutil.which(f"mpicc.{mpi}")
        launcher = shutil.which(f"mpirun.{mpi}")
        if not has_runtime(mpi) or not compiler or not launcher:
            raise unittest.SkipTest(f"no {mpi}")
        plain, _ = self.said_by(mpi, [launcher], compiler, "plain")
        followed, said = self.said_by(mpi, [BIN / "farsan", "run"], BIN / f"farsan-mpicc.{mpi}", "followed")
        self.assertGreater(len(plain), 70)
        self.assertEqual(plain, followed)
        self.assertNotIn("race", said)

    def test_mpich(self):
        self.check("mpich")

    def test_openmpi(self):
        self.check("openmpi")


if __name__ == "__main__":
    main()
