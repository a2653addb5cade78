"""What the tests of the embedded PGAS libraries share: where the launcher and the programs are, and running them.

Run a test by hand with FARSAN_PGASRUN=build/release/bin/farsan-pgasrun FARSAN_PGAS_PROGRAMS=build/release/tests/pgas
tests/pgas/shmem_test.py; ctest sets them."""

import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PGASRUN = Path(os.environ.get("FARSAN_PGASRUN", ROOT / "build/release/bin/farsan-pgasrun"))
PROGRAMS = Path(os.environ.get("FARSAN_PGAS_PROGRAMS", ROOT / "build/release/tests/pgas"))
SANITIZED = bool(os.environ.get("FARSAN_PGAS_SANITIZED"))  # the libraries, so that only programs that are, too, can use them


def defined(library, kinds):
    """Names that a shared library defines, of these kinds (letters of nm)."""
    output = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    symbols = (line.split() for line in output.splitlines())
    return {words[2] for words in symbols if len(words) == 3 and words[1] in kinds}


class Case(unittest.TestCase):
    def setUp(self):
        # Nothing that the caller has set may matter.
        own = ("FARSAN_", "SHMEM_", "SMA_", "GASPI_", "OMPI_", "PMI")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(own)}

    def run_command(self, *command, seconds=60, **variables):
        return subprocess.run([str(word) for word in command], env=self.environment | variables,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=False)

    def launch(self, processes, program, *arguments, options=(), **more):
        return self.run_command(PGASRUN, "-n", processes, *options, PROGRAMS / program, *arguments, **more)

    def assert_ok(self, result):
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "ok\n", ""))

    def assert_ended(self, result, status, *lines):
        """The job ended with the status, and standard error is these lines (as parts), in any order."""
        self.assertEqual(result.returncode, status, result.stderr)
        said = result.stderr.splitlines()
        self.assertEqual(len(said), len(lines), result.stderr)
        for part in lines:
            self.assertTrue(any(part in line for line in said), f"{part!r} is not in\n{result.stderr}")


def main():
    unittest.main(verbosity=2)
