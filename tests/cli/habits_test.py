#!/usr/bin/env python3
"""Programs with handlers, children and ends of their own: they do with FarSan what they do without it, and what races is reported all the same."""

import resource
import subprocess

from harness import BIN, Case, has_runtime, main

# The habit, then a race (a store to an open buffer), then the end. What "quiet" says to do has no race.
PROGRAM = r"""
#include <mpi.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile int depth, deepest, again;

static void jump(int signal) { siglongjmp(back, signal); }
static void count(int signal) {
  if (++depth > deepest) deepest = depth;
  if (signal == SIGUSR1 && !again++) raise(signal);
  --depth;
}
static void and_die(int number) {
  signal(number, SIG_DFL);
  raise(number);
}
static void leave(int signal) { _exit(signal == SIGUSR1 ? 9 : 8); }
static void at_exit(void) { puts("at exit"); }
static void* of_thread(void* buffer) { *(int*)buffer += 1; return buffer; }
__attribute__((destructor)) static void at_the_end(void) { puts("destructor"); fflush(stdout); }

int main(int argc, char** argv) {
  const char* how = argv[1];
  int rank, value = 1, message = 1;
  MPI_Request request;
  atexit(at_exit);
  if (!strcmp(how, "jump")) signal(SIGUSR1, jump);
  if (!strcmp(how, "handler")) signal(SIGHUP, count), signal(SIGUSR1, count);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!strcmp(how, "jump") && sigsetjmp(back, 1) == 0) raise(SIGUSR1);
  if (!strcmp(how, "handler")) {
    raise(SIGHUP);
    raise(SIGUSR1);
    struct sigaction now;
    sigaction(SIGTERM, NULL, &now);
    printf("deepest %d, default %d\n", deepest, now.sa_handler == SIG_DFL);
  }
  if (!strcmp(how, "no-children")) signal(SIGCHLD, SIG_IGN);
  if (!strcmp(how, "fork")) {
    if (rank == 0) MPI_Irecv(&message, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    if (fork() == 0) { message = 3; exit(0); }
    wait(NULL);
    if (rank == 1) MPI_Send(&message, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    if (rank == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (!strcmp(how, "threads")) {
    MPI_Win win;
    int* memory;
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    pthread_t threads[8];
    for (int round = 0; round < 50; ++round) {
      for (int i = 0; i < 8; ++i) pthread_create(&threads[i], NULL, of_thread, memory + i);
      for (int i = 0; i < 8; ++i) pthread_join(threads[i], NULL);
    }
    MPI_Win_free(&win);
  }
  if (strcmp(how, "quiet") && strcmp(how, "fork") && strcmp(how, "threads")) {
    if (rank == 0) {
      MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
      value = 2;
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
      MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (!strcmp(how, "alarm")) raise(SIGALRM);
  if (!strcmp(how, "quick")) quick_exit(0);
  if (!strcmp(how, "dies")) signal(SIGTERM, and_die), raise(SIGTERM);
  if (!strcmp(how, "leaves")) signal(SIGUSR1, leave), raise(SIGUSR1);
  MPI_Finalize();
  if (!strcmp(how, "late") && rank == 0) { sleep(4); puts("written"); }
  return 0;
}
"""


class Habits(Case):
    mpi = "mpich"

    def setUp(self):
        super().setUp()
        if not has_runtime(self.mpi):
            self.skipTest(f"no runtime for {self.mpi}")
        self.write("habit.c", PROGRAM)
        built = self.run_command(BIN / f"farsan-mpicc.{self.mpi}", "-o", "habit", "habit.c", "-pthread")
        self.assertEqual(built.returncode, 0, built.stderr)

    def does(self, how, races=1):
        """By the plain launcher, and by farsan run."""
        results = [self.run_command(f"mpirun.{self.mpi}", "-n", "2", "./habit", how, seconds=60, OMPI_ALLOW_RUN_AS_ROOT="1",
                                    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1"),
                   self.farsan("run", "-n", "2", "./habit", how, seconds=60)]
        for result in results:
            self.assertEqual(result.stderr.count("FarSan: local buffer race"), races, result.stderr)
            self.assertEqual(result.returncode != 0, races > 0, result.stderr)
        return results

    def test_a_handler_that_jumps(self):
        for result in self.does("jump"):
            self.assertNotIn("there may be more", result.stderr)

    def test_handlers_that_return(self):
        for result in self.does("handler"):
            self.assertIn("deepest 1, default 1", result.stdout)
            self.assertNotIn("there may be more", result.stderr)

    def test_children_that_nobody_waits_for(self):
        for result in self.does("no-children"):
            self.assertEqual(result.returncode, 66, result.stderr)

    def test_a_forked_child_has_memory_of_its_own(self):
        self.does("fork", races=0)

    def test_threads_are_not_seen_and_do_no_harm(self):
        self.does("threads", races=0)

    def test_what_the_program_does_at_its_exit(self):
        for how, races in (("quiet", 0), ("race", 1)):
            for result in self.does(how, races):
                self.assertEqual((result.stdout.count("at exit"), result.stdout.count("destructor")), (2, 2), result.stdout)

    def test_work_after_the_end_of_the_job(self):
        for result in self.does("late"):
            self.assertIn("written", result.stdout)

    def test_deaths_that_are_none_of_the_usual(self):
        for how in ("alarm", "quick", "dies", "leaves"):
            with self.subTest(how=how):
                self.does(how)

    def test_a_limit_on_the_size_of_files(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
        result = subprocess.run([BIN / "farsan", "run", "-n", "2", "./habit", "race"], cwd=self.folder, env=self.environment,
                                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, preexec_fn=limit, check=False)
        self.assertEqual(result.returncode, 66, result.stderr)


class HabitsWithOpenMpi(Habits):
    mpi = "openmpi"


if __name__ == "__main__":
    main()
