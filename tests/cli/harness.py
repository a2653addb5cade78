"""What the tests of the command line share: where farsan is, running it, skipping, a folder that goes away.

Run a test by hand with FARSAN_BIN=build/release/bin tests/cli/wrapper_test.py; ctest sets it."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BIN = Path(os.environ.get("FARSAN_BIN", Path(__file__).resolve().parents[2] / "build/release/bin")).resolve()
SKIPPED = 77  # ctest's SKIP_RETURN_CODE
LAUNCHERS = {"farsan", "mpirun.openmpi"}  # as /proc names them


def has_runtime(mpi):
    return (BIN.parent / "lib/farsan" / f"libfarsan-{mpi}.so").exists()


def main():
    """unittest.main, but all tests skipped is a status of its own."""
    result = unittest.main(exit=False, verbosity=2).result
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if result.testsRun and len(result.skipped) == result.testsRun else 0)


def processes_of(first):
    """The name of each living process that descends from that one or is in its session, by number."""
    parents, names, found = {}, {}, {first}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                name, rest = (entry / "stat").read_text().split("(", 1)[1].rsplit(")", 1)
                state, parent, _, session = rest.split()[:4]
                if state != "Z":
                    number = int(entry.name)
                    names[number], parents[number] = name, int(parent)
                    if int(session) == first:
                        found.add(number)
    while more := {process for process, parent in parents.items() if parent in found} - found:
        found |= more
    return {process: names[process] for process in found if process in names}


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
        """What subprocess.run does. A launcher that stays although its processes have ended is killed, and all is tried
        again: Open MPI's mpirun now and then waits for itself (in PMIx_server_finalize) after a job that failed."""
        words = [str(word) for word in command]
        for tries_left in (2, 1, 0):
            with subprocess.Popen(words, cwd=cwd or self.folder, env=self.environment | variables, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as job:
                try:
                    output, errors = job.communicate(timeout=seconds)
                    return subprocess.CompletedProcess(words, job.returncode, output, errors)
                except BaseException as problem:
                    alive = processes_of(job.pid)
                    for process in alive:
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(process, signal.SIGKILL)
                    only_launchers = "mpirun.openmpi" in alive.values() and set(alive.values()) <= LAUNCHERS
                    if not isinstance(problem, subprocess.TimeoutExpired) or not only_launchers or not tries_left:
                        raise
        raise AssertionError("not reached")

    def farsan(self, *arguments, **more):
        return self.run_command(BIN / "farsan", *arguments, **more)

    def assert_one_line(self, result, *parts):
        """Wrong input: one clear line on standard error, exit status 2."""
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertEqual(result.stdout, "")
        for part in ("farsan: ", *parts):
            self.assertIn(part, result.stderr)
