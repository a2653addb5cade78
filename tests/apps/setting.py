"""What tests of bench/apps run with: the installation of FarSan, a compiler, and the libraries that are there."""

import os
import shutil
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/apps"))

from harness.programs import Embedded, Mpi  # noqa: E402

BIN = Path(os.environ.get("FARSAN_BIN", ROOT / "build/release/bin")).resolve()
# The plugin is clang's.
COMPILER = os.environ.get("FARSAN_TEST_COMPILER") or ("clang" if shutil.which("clang-19") else "gcc")
SKIPPED = 77  # ctest's SKIP_RETURN_CODE


def libraries(which_mpi):
    """One MPI, if FarSan has any: the first of them (0) or the last (-1). And the embedded ones."""
    installed = [name for name in Mpi.installed() if (BIN.parent / "lib/farsan" / f"libfarsan-{name}.so").exists()]
    found = [Mpi(installed[which_mpi], COMPILER)] if installed else []
    return found + [one for one in (Embedded(BIN, COMPILER),) if one.is_there()]


def main():
    outcome = unittest.main(exit=False, verbosity=2).result
    if not outcome.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if outcome.skipped and len(outcome.skipped) >= outcome.testsRun else 0)
