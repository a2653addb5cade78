#!/usr/bin/env python3
"""Jobs that end badly: nothing hangs because of FarSan, what is known so far is reported, once, and nothing is left behind."""

import json
import os
import signal
import subprocess
import time

from harness import BIN, Case, has_runtime, main

# A race that is known at once (a store to an open buffer), then the end that is asked for.
PROGRAM = r"""
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const char* how = argv[1];
  int rank, value = 1;
  MPI_Request request;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  /* one */
    value = 2;                                                     /* other */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (!strcmp(how, "fork")) {
    if (fork() == 0) { value = 3; _exit(5); }
    int status;
    wait(&status);
    if (WEXITSTATUS(status) != 5) return 1;
  }
  if (!strcmp(how, "replace") && rank == 0) rename("newer", "bad");
  if (rank == 1) {
    if (!strcmp(how, "abort")) abort();
    if (!strcmp(how, "mpi-abort")) MPI_Abort(MPI_COMM_WORLD, 3);
    if (!strcmp(how, "exit")) exit(0);
    if (!strcmp(how, "_exit")) _exit(0);
    if (!strcmp(how, "segv")) *(volatile int*)8 = 1;
    if (!strcmp(how, "kill")) raise(SIGKILL);
    if (!strcmp(how, "term")) raise(SIGTERM);
  }
  if (!strcmp(how, "wait")) { puts("waiting"); fflush(stdout); sleep(60); }
  MPI_Finalize();
  return 0;
}
"""


# Rank 0 sends, and has its buffer changed by the part while the request is open (line 10).
LOADER = r"""#include <dlfcn.h>
#include <mpi.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 1;
  MPI_Request request;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  void (*change)(int*) = (void (*)(int*))dlsym(dlopen("./libpart.so", RTLD_NOW), "change");
  if (rank == 0) {
    MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    change(&value);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
"""

# What a message brought is looked at when something needs it. Libraries have handlers of their own for this signal.
LAST_MESSAGE = r"""
#include <mpi.h>
#include <signal.h>
#include <unistd.h>
int main(int argc, char** argv) {
  int rank, value = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    for (;;) pause();
  }
  memory[0] = 2;
  MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  raise(SIGSEGV);
}
"""

# An exclusive epoch, and later another one whose first operation is on its way when the job ends: nothing races. WITH_RACE has a put in a shared
# epoch that is not complete when its target, which has heard of it, looks.
IN_EPOCHS = r"""
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char** argv) {
  int rank, value = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef WITH_RACE
  if (rank == 0) {
    MPI_Win_lock_all(0, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    END;
  }
  if (rank == 2) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    value = memory[0];
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
#else
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_unlock(2, win);
  }
  if (rank == 2) {
    int flag;
    for (double begin = MPI_Wtime(); MPI_Wtime() < begin + 0.4;) MPI_Iprobe(0, 1, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
  }
  if (rank == 1) {
    usleep(200000);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    MPI_Get(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    usleep(400000);
    END;
  }
#endif
  sleep(2);
  return value == 77;
}
"""

# Both lock rank 2 exclusively and never unlock it: one of them at most has the lock. Only where MPI_Win_lock does not wait for it does that end.
BOTH_FOR_EVER = r"""
#include <mpi.h>
int main(int argc, char** argv) {
  int rank, value = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank < ORIGINS) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2 && ORIGINS == 1) value = memory[0];
  MPI_Finalize();
  return value == 77;
}
"""


class BadDays(Case):
    mpi = "mpich"

    def setUp(self):
        super().setUp()
        if not has_runtime(self.mpi):
            self.skipTest(f"no runtime for {self.mpi}")
        self.write("bad.c", PROGRAM)
        built = self.run_command(BIN / f"farsan-mpicc.{self.mpi}", "-o", "bad", "bad.c")
        self.assertEqual(built.returncode, 0, built.stderr)
        text = PROGRAM.splitlines()
        self.lines = [next(i for i, line in enumerate(text, 1) if f"/* {mark} */" in line) for mark in ("one", "other")]

    def assert_reported(self, text):
        for line in self.lines:
            self.assertIn(f"bad.c:{line}", text)
        self.assertEqual(text.count("local buffer race"), 1, text)

    def ends(self, how):
        result = self.farsan("run", "-n", "2", "./bad", how, seconds=60)
        self.assert_reported(result.stderr)
        self.assertNotEqual(result.returncode, 0)
        return result

    def test_a_rank_that_aborts(self):
        self.ends("abort")

    def test_mpi_abort(self):
        self.ends("mpi-abort")

    def test_exit_without_finalize(self):
        self.ends("exit")

    def test_underscore_exit_without_finalize(self):
        self.ends("_exit")

    def test_a_rank_that_crashes(self):
        self.ends("segv")

    def test_a_rank_that_crashes_after_a_message(self):
        self.write("last.c", LAST_MESSAGE)
        built = self.run_command(BIN / f"farsan-mpicc.{self.mpi}", "-o", "last", "last.c")
        self.assertEqual(built.returncode, 0, built.stderr)
        result = self.farsan("run", "-n", "2", "./last", seconds=60)
        for line in (13, 18):
            self.assertIn(f"last.c:{line}", result.stderr)
        self.assertNotEqual(result.returncode, 0)

    def test_a_rank_that_is_terminated(self):
        self.ends("term")

    def ends_in_an_epoch(self, how, *flags):
        self.write("epochs.c", IN_EPOCHS)
        built = self.run_command(BIN / f"farsan-mpicc.{self.mpi}", f"-DEND={how}", *flags, "-o", "epochs", "epochs.c")
        self.assertEqual(built.returncode, 0, built.stderr)
        return self.farsan("run", "-n", "3", "./epochs", seconds=60)

    def test_what_may_not_have_begun_when_the_job_ends_races_with_nothing(self):
        for how in ("raise(SIGTERM)", "exit(3)", "MPI_Abort(MPI_COMM_WORLD, 3)"):
            result = self.ends_in_an_epoch(how)
            self.assertNotIn("race", result.stderr, how)
            self.assertNotEqual(result.returncode, 66, how)

    def test_what_is_open_under_a_shared_lock_when_the_job_ends_is_compared(self):
        if self.mpi == "mpich":
            self.skipTest("its launcher kills the target before that looks")
        result = self.ends_in_an_epoch("exit(3)", "-DWITH_RACE")
        self.assertEqual(result.stderr.count("remote race"), 1, result.stderr)

    def test_a_rank_that_is_killed(self):
        self.ends("kill")

    def test_a_killed_rank_leaves_the_json_report_too(self):
        self.farsan("run", "-n", "2", "--json", "out.json", "./bad", "kill", seconds=60)
        report = json.loads((self.folder / "out.json").read_text())
        self.assertTrue(report["unfinished"])
        self.assertEqual([access["line"] for access in report["races"][0]["accesses"]], self.lines)

    def test_a_child_process_is_not_the_rank(self):
        result = self.ends("fork")
        self.assertEqual(result.returncode, 66, result.stderr)

    def test_interrupt(self):
        job = subprocess.Popen([BIN / "farsan", "run", "-n", "2", "./bad", "wait"], cwd=self.folder, env=self.environment,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while "waiting" not in job.stdout.readline():
            pass
        time.sleep(0.2)
        os.kill(job.pid, signal.SIGINT)
        _, errors = job.communicate(timeout=30)
        self.assert_reported(errors)

    def test_wrong_options_are_one_line(self):
        result = self.run_command("./bad", "none", FARSAN_OPTIONS="frobnicate=1")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertIn("frobnicate", result.stderr)

    def test_options_help(self):
        result = self.run_command("./bad", "none", FARSAN_OPTIONS="help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("exitcode=66", result.stdout)

    def test_a_stripped_program_is_still_reported(self):
        self.run_command("strip", "bad")
        result = self.farsan("run", "-n", "2", "./bad", "none", seconds=60)
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertIn("MPI_Isend", result.stderr)
        self.assertNotIn("__libc_start", result.stderr)

    def test_a_program_that_is_built_again_while_it_runs_has_no_lines(self):
        self.write("newer.c", "\n\n\n" + PROGRAM)
        built = self.run_command(BIN / f"farsan-mpicc.{self.mpi}", "-o", "newer", "newer.c")
        self.assertEqual(built.returncode, 0, built.stderr)
        result = self.farsan("run", "-n", "2", "./bad", "replace", seconds=60)
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertIn("FarSan: bad was built again since the program was started", result.stderr)
        self.assertIn("MPI_Isend", result.stderr)
        self.assertNotIn(".c:", result.stderr)

    def build_loader(self, compiler_of_part):
        """A program that calls a part in a shared object, which stores to an open buffer."""
        self.write("part.c", "void change(int* value) {\n  *value = 2;\n}\n")
        self.write("loader.c", LOADER)
        part = self.run_command(compiler_of_part, "-g", "-shared", "-fPIC", "-o", "libpart.so", "part.c")
        self.assertEqual(part.returncode, 0, part.stderr)
        loader = self.run_command(BIN / f"farsan-mpicc.{self.mpi}", "-o", "loader", "loader.c", "-ldl")
        self.assertEqual(loader.returncode, 0, loader.stderr)
        return self.farsan("run", "-n", "2", "./loader", seconds=60)

    def test_code_that_is_loaded_later(self):
        result = self.build_loader(BIN / f"farsan-mpicc.{self.mpi}")
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertIn("part.c:2", result.stderr)
        self.assertIn("loader.c:10", result.stderr)

    def test_code_that_is_not_instrumented_is_not_seen_and_does_no_harm(self):
        result = self.build_loader("gcc")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_nothing_is_left_in_shared_memory(self):
        before = set(os.listdir("/dev/shm"))
        self.farsan("run", "-n", "2", "./bad", "segv", seconds=60)
        left = {name for name in set(os.listdir("/dev/shm")) - before if "farsan" in name.lower()}
        self.assertEqual(left, set())


class BadDaysWithOpenMpi(BadDays):
    mpi = "openmpi"

    def test_epochs_without_end_that_exclude_each_other_are_not_compared(self):
        self.write("ever.c", BOTH_FOR_EVER)
        for origins, races in ((2, 0), (1, 1)):
            built = self.run_command(BIN / "farsan-mpicc.openmpi", f"-DORIGINS={origins}", "-o", "ever", "ever.c")
            self.assertEqual(built.returncode, 0, built.stderr)
            result = self.farsan("run", "-n", "3", "./ever", seconds=60, OMPI_MCA_osc="pt2pt")
            self.assertEqual(result.stderr.count("remote race"), races, result.stderr)
            self.assertEqual(result.returncode, 66 if races else 0, result.stderr)


if __name__ == "__main__":
    main()
