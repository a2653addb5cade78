#!/usr/bin/env python3
"""Programs that use MPI wrongly: they end as they do without FarSan, in the words of the library, and no later."""

import re
import shutil
import time
import unittest

from harness import BIN, Case, has_runtime, main
from refused_test import OPEN_MPI

SOURCE = r"""
#include <mpi.h>
#include <string.h>
static void is_printed(MPI_Comm* comm, int* error, ...) { (void)comm; (void)error; }
int main(int argc, char** argv) {
  const char* how = argv[1];
  int rank, a[4] = {0}, *memory;
  MPI_Win win;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm none = (MPI_Comm)0;
  int wrong = rank == 0;  /* the other one waits, so that it is known who speaks */
  if (wrong && !strcmp(how, "send")) MPI_Send(a, 1, MPI_INT, 0, 0, none);
  if (wrong && !strcmp(how, "isend")) MPI_Isend(a, 1, MPI_INT, 0, 0, none, &request);
  if (wrong && !strcmp(how, "barrier")) MPI_Barrier(none);
  if (wrong && !strcmp(how, "ibcast")) MPI_Ibcast(a, 1, MPI_INT, 0, none, &request);
  if (wrong && !strcmp(how, "type")) MPI_Bcast(a, 1, (MPI_Datatype)0, 0, MPI_COMM_WORLD);
  if (wrong && !strcmp(how, "handler")) {
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(is_printed, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Errhandler_free(&handler);
    MPI_Send(a, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Send(a, 1, MPI_FLOAT, 99, 0, MPI_COMM_WORLD);
  }
  if (!strcmp(how, "fences")) {  /* MPI_MODE_NOPRECEDE is to be given by all or none */
    MPI_Win_fence(rank == 0 ? MPI_MODE_NOPRECEDE : 0, win);
    if (rank == 0) MPI_Put(a, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    a[1] = memory[0];
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(a, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    a[1] = memory[0];
  }
  if (!strcmp(how, "no-post") && rank == 0) {  /* MPI_MODE_NOCHECK says that the target has posted: it never does */
    int one = 1;
    MPI_Group world, target;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &one, &target);
    MPI_Win_start(target, MPI_MODE_NOCHECK, win);
    MPI_Win_complete(win);
  }
  if (wrong && !strcmp(how, "name")) MPI_Win_set_name(win, NULL);
  MPI_Finalize();
  return 0;
}
"""


def words_of(library):
    """What it says, without numbers of processes and addresses, in any order."""
    text = re.sub(r"0x[0-9a-f]+|\d{3,}", "N", library)
    return {line for line in text.splitlines() if re.search(r"rror|MPI_", line) and " help" not in line}


class Wrong(Case):
    def build(self, mpi):
        compiler, launcher = shutil.which(f"mpicc.{mpi}"), shutil.which(f"mpirun.{mpi}")
        if not has_runtime(mpi) or not compiler or not launcher:
            raise unittest.SkipTest(f"no {mpi}")
        source = self.write("wrong.c", SOURCE)
        for driver, program in ((compiler, "plain"), (BIN / f"farsan-mpicc.{mpi}", "followed")):
            built = self.run_command(driver, "-w", "-g", source, "-o", program)
            self.assertEqual(built.returncode, 0, built.stderr)
        return launcher

    def end_of(self, *command):
        """Exit status and words. Launchers that end a job now and then lose what it said, or crash themselves: then once more."""
        for _ in range(20):
            result = self.run_command(*command, seconds=60, **OPEN_MPI)
            words = words_of(result.stdout + result.stderr)
            if words and result.returncode >= 0:
                break
        return result.returncode, words

    def assert_alike(self, launcher, *how):
        for each in how:
            with self.subTest(each):
                plain = self.end_of(launcher, "-n", "2", "./plain", each)
                self.assertEqual(self.end_of(BIN / "farsan", "run", "-n", "2", "./followed", each), plain)

    def test_mpich_says_the_same(self):
        self.assert_alike(self.build("mpich"), "send", "isend", "barrier", "ibcast", "type", "handler", "name")

    def test_nobody_waits_for_a_post_that_is_not_to_be_checked(self):
        self.build("mpich")  # Open MPI waits for it
        result = self.farsan("run", "-n", "2", "./followed", "no-post", seconds=60)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_openmpi_says_the_same(self):
        self.assert_alike(self.build("openmpi"), "send", "isend", "barrier", "ibcast", "type", "handler")

    def test_fences_that_do_not_agree(self):
        for mpi in ("mpich", "openmpi"):
            with self.subTest(mpi):
                self.build(mpi)
                result = self.farsan("run", "-n", "2", "./followed", "fences", seconds=60)
                self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_nobody_waits_for_a_report_that_nobody_writes(self):
        """MPICH kills all processes after an error. That once cost a second; the best of some tries has to do here."""
        self.build("mpich")
        best = 60.0
        for _ in range(20):
            begin = time.monotonic()
            self.assertNotEqual(self.farsan("run", "-n", "2", "./followed", "send").returncode, 0)
            best = min(best, time.monotonic() - begin)
            if best < 0.9:
                return
        self.fail(f"{best:.2f} s")


if __name__ == "__main__":
    main()
