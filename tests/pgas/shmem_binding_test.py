#!/usr/bin/env python3
"""FarSan's runtimes for OpenSHMEM have every routine of their library, but for those that only ask something."""

import os
import re
import subprocess
import unittest
from pathlib import Path

from harness import defined

LIBRARIES = Path(os.environ["FARSAN_PGASRUN"]).resolve().parent.parent / "lib" / "farsan"
RUNTIME = LIBRARIES / "libfarsan-rt-shmem.so"
OSHMEM_RUNTIME = LIBRARIES / "libfarsan-rt-oshmem.so"

# They touch no symmetric memory and order nothing.
QUESTIONS = set("""
    _my_pe _num_pes shmem_addr_accessible shmem_ctx_get_team shmem_info_get_name shmem_info_get_version shmem_my_pe
    shmem_n_pes shmem_pcontrol shmem_pe_accessible shmem_query_thread shmem_team_get_config shmem_team_my_pe
    shmem_team_n_pes shmem_team_translate_pe shmem_clear_cache_inv shmem_clear_cache_line_inv shmem_set_cache_inv
    shmem_set_cache_line_inv shmem_udcflush shmem_udcflush_line""".split())


@unittest.skipUnless(RUNTIME.exists(), "a build without the runtime")
class Binding(unittest.TestCase):
    def test_has_every_routine_that_means_something(self):
        public = defined(LIBRARIES / "libfarsan-shmem.so", "W")
        self.assertGreater(len(public), 1500)
        wrapped = defined(RUNTIME, "T")
        self.assertEqual(sorted(public - wrapped), sorted(QUESTIONS))


def needed_library(runtime, name):
    output = subprocess.run(["ldd", runtime], check=True, capture_output=True, text=True).stdout
    return next(line.split("=>")[1].split()[0] for line in output.splitlines() if name in line)


@unittest.skipUnless(OSHMEM_RUNTIME.exists(), "a build without OSHMEM")
class OshmemBinding(unittest.TestCase):
    def setUp(self):
        self.library = defined(needed_library(OSHMEM_RUNTIME, "liboshmem.so"), "TW")
        self.standard = defined(LIBRARIES / "libfarsan-shmem.so", "W")
        self.wrapped = defined(OSHMEM_RUNTIME, "T")

    def test_has_every_routine_of_the_standard_that_the_library_has(self):
        self.assertGreater(len(self.standard & self.library), 700)
        self.assertLessEqual((self.standard & self.library) - self.wrapped, QUESTIONS)

    def test_has_no_routine_that_the_library_does_not_have(self):
        self.assertEqual(sorted((self.standard & self.wrapped) - self.library), [])

    def test_has_what_the_library_has_besides_the_standard(self):
        added = {name for name in self.library - self.standard if re.match(r"shmemx_|shmem_.*_atomic_", name)}
        self.assertGreater(len(added), 50)
        self.assertEqual(sorted(added - self.wrapped), ["shmemx_alltoall_global_nb"])


if __name__ == "__main__":
    unittest.main()
