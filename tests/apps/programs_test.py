#!/usr/bin/env python3
"""The programs of bench/apps, with tiny sizes: right without FarSan, silent with it, wrong if nothing is put or got."""

import os
import re
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import setting  # first: says where harness is
from harness.programs import Failed
from setting import BIN, ROOT

RANKS = 2
QUICKLY = ("-O0", "-Wall", "-Wextra", "-Werror", "-Wno-stringop-overflow", "-Wno-unknown-warning-option")

# Stands before the library and does nothing, whatever the arguments are; but for notifications, without which a program would
# wait for ever.
DEAF = {
    "mpi": "".join(f"int {name}(void) {{ return 0; }}\n" for name in ("MPI_Put", "MPI_Get", "MPI_Accumulate")),
    "shmem": "".join(f"void {name}(void) {{}}\n" for name in ("shmem_double_put", "shmem_double_iput", "shmem_getmem")),
    "gaspi": """
#include <GASPI.h>
gaspi_return_t gaspi_write_notify(gaspi_segment_id_t local, gaspi_offset_t from, gaspi_rank_t rank,
                                  gaspi_segment_id_t remote, gaspi_offset_t to, gaspi_size_t size,
                                  gaspi_notification_id_t id, gaspi_notification_t value, gaspi_queue_id_t queue,
                                  gaspi_timeout_t timeout) {
  (void)local, (void)from, (void)to, (void)size;
  return gaspi_notify(remote, rank, id, value, queue, timeout);
}
"""}


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        libraries = setting.libraries(0)
        if not libraries:
            raise unittest.SkipTest("no MPI, or no FarSan for it")
        cls.library = {program: library for library in libraries for program in library.programs()}
        folder = tempfile.TemporaryDirectory(prefix="farsan-apps-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        pool = ThreadPoolExecutor(max_workers=os.cpu_count())
        cls.addClassCleanup(pool.shutdown)
        cls.native = {program: pool.submit(library.build, program, cls.folder / program.name, "", QUICKLY)
                      for program, library in cls.library.items()}
        cls.farsan = {program: pool.submit(library.build, program, cls.folder / f"{program.name}-farsan",
                                           f"{BIN}/farsan-", QUICKLY) for program, library in cls.library.items()}

    def test_every_program_checks_its_result_and_prints_what_it_took(self):
        for program, library in self.library.items():
            with self.subTest(program.name):
                result = library.run(self.native[program].result(), RANKS, program.quick, seconds=60)
                self.assertGreater(result.seconds, 0)
                self.assertGreater(result.peak_kib, result.exposed_kib)

    def test_there_is_nothing_to_report(self):
        for program, library in self.library.items():
            with self.subTest(program.name):
                command = [BIN / "farsan", "run", "-n", str(RANKS), self.farsan[program].result(), *program.quick]
                run = subprocess.run(command, env=library.environment(RANKS), capture_output=True, text=True,
                                     timeout=120, check=False)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertIn(f"result app={program.name} ranks={RANKS} ", run.stdout)

    def test_without_one_sided_operations_every_result_is_wrong_in_one_line(self):
        deaf = {model: self.folder / f"libdeaf-{model}.so" for model in DEAF}
        for model, library in deaf.items():
            source = self.folder / f"deaf-{model}.c"
            source.write_text(DEAF[model])
            subprocess.run(["gcc", "-shared", "-fPIC", "-fno-builtin", f"-I{ROOT}/src/pgas/gaspi/include", "-o", library,
                            source], check=True)
        for program, library in self.library.items():
            with self.subTest(program.name):
                command = [*library.launch(RANKS), self.native[program].result(), *program.quick]
                variables = {"LD_PRELOAD": str(deaf[program.model])}
                run = subprocess.run(command, env=library.environment(RANKS) | variables, capture_output=True, text=True,
                                     timeout=60, check=False)
                self.assertEqual(run.returncode, 1, run.stderr)
                self.assertNotIn("result app", run.stdout)
                said = [line for line in run.stderr.splitlines() if line.startswith(f"{program.name}: ")]
                self.assertEqual(len(said), 1, run.stderr)
                self.assertTrue(re.search(r"wrong result on rank \d+: .* is \S+, may be \S+$", said[0]), said[0])

    def test_options_that_make_no_sense_end_with_status_2(self):
        first = {library: program for program, library in reversed(self.library.items())}
        for library, program in first.items():
            for wrong in (("--size",), ("--size", "ten"), ("--size", "0"), ("--colour", "1"), ("60",)):
                with self.subTest(wrong), self.assertRaisesRegex(Failed, f"status 2: {program.name}: "):
                    library.run(self.native[program].result(), 1, wrong, seconds=60)


if __name__ == "__main__":
    setting.main()
