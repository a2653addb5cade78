"""What the tests of the command line share: where farsan is, running it, skipping, a folder that goes away.

Run a test by hand with FARSAN_BIN=build/release/bin tests/cli/wrapper_test.py; ctest sets it."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BIN = Path(os.environ.get("FARSAN_BIN", Path(__file__).resolve().parents[2] / "build/release/bin")).resolve()
SKIPPED = 77  # ctest's SKIP_RETURN_CODE


def has_runtime(mpi):
    return (BIN.parent / "lib/farsan" / f"libfarsan-{mpi}.so").exists()


def main():
    """unittest.main, but all tests skipped is a status of its own."""
    result = unittest.main(exit=False, verbosity=2).result
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if result.testsRun and len(result.skipped) == result.testsRun else 0)


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="farsan-cli-")).resolve()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        # Nothing that the caller has set may matter.
        own = ("FARSAN_", "OMPI_", "MPICH_", "UCX_")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(own)}

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path

    def run_command(self, *command, cwd=None, seconds=120, **variables):
        return subprocess.run([str(word) for word in command], cwd=cwd or self.folder, env=self.environment | variables,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=False)

    def farsan(self, *arguments, **more):
        return self.run_command(BIN / "farsan", *arguments, **more)

    def assert_one_line(self, result, *parts):
        """Wrong input: one clear line on standard error, exit status 2."""
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertEqual(result.stdout, "")
        for part in ("farsan: ", *parts):
            self.assertIn(part, result.stderr)
