#!/usr/bin/env python3
"""The programs of bench/apps, with tiny sizes: right without FarSan, silent with it, wrong if nothing is put or got."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/apps"))

from harness.programs import PROGRAMS, Failed, Mpi  # noqa: E402

BIN = Path(os.environ.get("FARSAN_BIN", ROOT / "build/release/bin")).resolve()
# The plugin is clang's.
COMPILER = os.environ.get("FARSAN_TEST_COMPILER") or ("clang" if shutil.which("clang-19") else "gcc")
SKIPPED = 77  # ctest's SKIP_RETURN_CODE
RANKS = 2
QUICKLY = ("-O0", "-Wall", "-Wextra", "-Werror", "-Wno-stringop-overflow", "-Wno-unknown-warning-option")

# Stands before the MPI and does nothing, whatever the arguments are.
DEAF = "".join(f"int {name}(void) {{ return 0; }}\n" for name in ("MPI_Put", "MPI_Get", "MPI_Accumulate"))


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        installed = [name for name in Mpi.installed() if (BIN.parent / "lib/farsan" / f"libfarsan-{name}.so").exists()]
        if not installed:
            raise unittest.SkipTest("no MPI, or no FarSan for it")
        cls.mpi = Mpi(installed[0], COMPILER)
        folder = tempfile.TemporaryDirectory(prefix="farsan-apps-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        pool = ThreadPoolExecutor(max_workers=os.cpu_count())
        cls.addClassCleanup(pool.shutdown)
        cls.native = {program: pool.submit(cls.mpi.build, program, cls.folder / program.name, "", QUICKLY)
                      for program in PROGRAMS}
        cls.farsan = {program: pool.submit(cls.mpi.build, program, cls.folder / f"{program.name}-farsan",
                                           f"{BIN}/farsan-", QUICKLY) for program in PROGRAMS}

    def test_every_program_checks_its_result_and_prints_what_it_took(self):
        for program in PROGRAMS:
            with self.subTest(program.name):
                result = self.mpi.run(self.native[program].result(), RANKS, program.quick, seconds=60)
                self.assertGreater(result.seconds, 0)
                self.assertGreater(result.peak_kib, result.exposed_kib)

    def test_there_is_nothing_to_report(self):
        for program in PROGRAMS:
            with self.subTest(program.name):
                command = [BIN / "farsan", "run", "-n", str(RANKS), self.farsan[program].result(), *program.quick]
                run = subprocess.run(command, env=self.mpi.environment(RANKS), capture_output=True, text=True,
                                     timeout=120, check=False)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertIn(f"result app={program.name} ranks={RANKS} ", run.stdout)

    def test_without_one_sided_operations_every_result_is_wrong_in_one_line(self):
        (self.folder / "deaf.c").write_text(DEAF)
        deaf = self.folder / "libdeaf.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", deaf, self.folder / "deaf.c"], check=True)
        for program in PROGRAMS:
            with self.subTest(program.name):
                command = [self.mpi.launcher, "-n", str(RANKS), self.native[program].result(), *program.quick]
                run = subprocess.run(command, env=self.mpi.environment(RANKS) | {"LD_PRELOAD": str(deaf)},
                                     capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual(run.returncode, 1, run.stderr)
                self.assertNotIn("result app", run.stdout)
                said = [line for line in run.stderr.splitlines() if line.startswith(f"{program.name}: ")]
                self.assertEqual(len(said), 1, run.stderr)
                self.assertTrue(re.search(r"wrong result on rank \d+: .* is \S+, may be \S+$", said[0]), said[0])

    def test_options_that_make_no_sense_end_with_status_2(self):
        program = PROGRAMS[0]
        for wrong in (("--size",), ("--size", "ten"), ("--size", "0"), ("--colour", "1"), ("60",)):
            with self.subTest(wrong), self.assertRaisesRegex(Failed, "status 2: stencil-halo: "):
                self.mpi.run(self.native[program].result(), 1, wrong, seconds=60)


if __name__ == "__main__":
    outcome = unittest.main(exit=False, verbosity=2).result
    if not outcome.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if outcome.skipped and not outcome.testsRun else 0)
