#!/usr/bin/env python3
"""The programs of bench/apps with one synchronisation taken away: FarSan reports a race, also when optimised."""

import os
import shutil
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import setting  # first: says where harness is
from harness.programs import PROGRAMS, SOURCES, STATUS_RACES
from setting import BIN

# program, what is wrong then, text of the source, text instead of it, a function that the report names
BROKEN = (
    ("stencil-halo", "borders go where the last ones are still read",
     "(turn * kSides", "(0 * turn * kSides", "put_borders"),
    ("transpose", "blocks come while others are read",
     "  MPI_Barrier(MPI_COMM_WORLD);  // and may be overwritten\n", "", "send_block"),
    ("transpose", "a block is overwritten on its way",
     "  MPI_Win_flush(to, m->win);\n", "", "send_block"),
    ("notify", "the message overtakes the rows",
     "MPI_Win_flush(torus->rank[side], torus->win)", "(void)0", "put_and_notify"),
    ("notify", "rows go where the last ones are still read",
     "step % 2 * kSides", "0 * step * kSides", "put_and_notify"),
    ("hydro", "forces are got while they are written",
     "    MPI_Win_fence(MPI_MODE_NOPUT, win_);\n", "", "get"),
    ("md", "positions are used before they have come",
     "    for (const int rank : neighbour_) MPI_Win_flush(rank, win_);\n", "", "get"),
    ("shmem-stencil", "borders go where the last ones are still read",
     "(turn * kSides + (side ^ 1))", "(0 * turn * kSides + (side ^ 1))", "put_borders"),
    ("shmem-stencil-grid", "borders come while others are read",
     "    shmem_barrier_all();\n    take_ghosts", "    take_ghosts", "put_borders"),
    ("shmem-solver", "a bundle is got before it is there",
     "    shmem_long_wait_until(counter, SHMEM_CMP_GT, sweeps_ * lines_.bundles() + bundle);\n", "", "take"),
    ("shmem-solver", "a bundle is told of before it is there",
     "    *slot = what;\n    shmem_long_atomic_inc(counter, pe);\n",
     "    shmem_long_atomic_inc(counter, pe);\n    *slot = what;\n", "leave"),
    ("gaspi-mesh", "borders go where the last ones are still read",
     "BROKEN ? 0 : static_cast<int>(step % 2)", "0", "main"),
)


class Broken(unittest.TestCase):
    def test_a_synchronisation_less_is_a_race(self):
        libraries = setting.libraries(-1)  # programs_test.py takes the first
        library_of = {program.name: library for library in libraries for program in library.programs()}
        rows = [row for row in BROKEN if row[0] in library_of]
        if not rows:
            self.skipTest("no MPI, or no FarSan for it")
        folder = Path(tempfile.mkdtemp(prefix="farsan-broken-"))
        self.addCleanup(shutil.rmtree, folder)
        for header in SOURCES.glob("*.h"):
            shutil.copy(header, folder)
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            built = []
            for number, (name, _, text, instead, _) in enumerate(rows):
                program = next(one for one in PROGRAMS if one.name == name)
                source = program.path.read_text()
                self.assertIn(text, source, name)
                changed = folder / f"{number}-{program.source}"
                changed.write_text(source.replace(text, instead))
                built.append(pool.submit(library_of[name].build, replace(program, source=str(changed)), changed.with_suffix(""),
                                         f"{BIN}/farsan-", ("-O1", "-w")))
            for (name, wrong, _, _, function), executable in zip(rows, built):
                quick = next(one for one in PROGRAMS if one.name == name).quick
                with self.subTest(f"{name}: {wrong}"):
                    run = subprocess.run([BIN / "farsan", "run", "-n", "2", executable.result(), *quick],
                                         env=library_of[name].environment(), capture_output=True, text=True, timeout=120, check=False)
                    self.assertEqual(run.returncode, STATUS_RACES, run.stderr)
                    self.assertIn(function, run.stderr)


if __name__ == "__main__":
    setting.main()
