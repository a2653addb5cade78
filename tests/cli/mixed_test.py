#!/usr/bin/env python3
"""Programs with two models, from the wrapper to the words of the report."""

import unittest
from pathlib import Path

from harness import BIN, Case, has_runtime, main

PROGRAMS = Path(__file__).resolve().parents[1] / "programs/mixed"
# Every PE is a job of its own, whatever MPI has.
ALONE = """
#include <mpi.h>
#include <shmem.h>
#include <stdlib.h>
int x;
int main(int argc, char** argv) {
  (void)argc;
  int rank, one = 1, memory = 0;
  MPI_Win win;
  setenv("FARSAN_PGAS_RANK", "0", 1);
  setenv("FARSAN_PGAS_SIZE", "1", 1);
  if (argv[1][0] == 's') shmem_init();
  MPI_Init(NULL, NULL);
  if (argv[1][0] == 'm') shmem_init();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  else memory = 2;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  shmem_int_p(&x, 1, 0);
  shmem_barrier_all();
  shmem_finalize();
  MPI_Finalize();
  return x == 1 ? 0 : 1;
}
"""

# Process 0 finalises MPI first, the others the other model.
OTHER_ORDER = """
#include <mpi.h>
#include <stddef.h>
#ifdef SHMEM
#include <shmem.h>
#include <unistd.h>
static int x[64];
static void init(void) { shmem_init(); }
static void write_x(void) { shmem_int_p(&x[0], 1, 1); }
static int* memory(void) { return x; }
static void end(void) { alarm(5), shmem_finalize(); }
#else
#include <GASPI.h>
static gaspi_pointer_t x;
static void init(void) {
  gaspi_proc_init(GASPI_BLOCK);
  gaspi_segment_create(0, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
  gaspi_segment_ptr(0, &x);
}
static void write_x(void) { gaspi_write(0, 64, 1, 0, 0, 4, 0, GASPI_BLOCK); }
static int* memory(void) { return x; }
static void end(void) { gaspi_proc_term(GASPI_BLOCK); }
#endif
int main(void) {
  int rank;
  MPI_Init(NULL, NULL);
  init();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) write_x();
  if (rank == 1) memory()[0] = 2;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Finalize();
  end();
  if (rank != 0) MPI_Finalize();
  return 0;
}
"""


@unittest.skipUnless(has_runtime("mpich-shmem"), "no MPICH")
class Mixed(Case):
    def build(self, source, *flags, model="shmem"):
        result = self.run_command(BIN / "farsan-mpicc.mpich", f"--embedded-{model}", "-g", "-O0", *flags, "-I",
                                  PROGRAMS / model, source, "-o", "program")
        self.assertEqual(result.returncode, 0, result.stderr)

    def run_it(self, status, ranks, *words):
        result = self.farsan("run", "-v", "-n", ranks, "./program", *words)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertIn("mpirun.mpich -n", result.stderr)
        return result.stderr

    def assert_in_order(self, text, *parts):
        at = 0
        for part in parts:
            self.assertIn(part, text[at:])
            at = text.index(part, at) + len(part)

    def test_processes_go_by_the_numbers_of_the_model(self):
        self.build(PROGRAMS / "shmem/other-numbers.c", "-DTO=1")
        self.assert_in_order(self.run_it(66, 3), 'on symmetric variable "x" of PE 0', "PE 2: shmem_int_p", "PE 0: load",
                             "in memory of PE 0 ")

    def test_the_same_with_gaspi(self):
        self.build(PROGRAMS / "gaspi/other-numbers.c", "-DTO=1", model="gaspi")
        self.assert_in_order(self.run_it(66, 3), "on segment 0 of rank 0", "rank 2: gaspi_read", "rank 0: store",
                             "in memory of rank 0 ")

    def test_each_access_has_the_word_of_its_model(self):
        self.build(PROGRAMS / "shmem/window-on-symmetric-memory.c", "-DSHMEM_PUT", "-DMPI_PUT")
        text = self.run_it(66, 3)
        self.assertIn("PE 0: shmem_putmem", text)
        self.assertIn("rank 2: MPI_Put", text)
        self.assertIn("FarSan's OpenSHMEM and MPICH", text)

    def test_a_model_of_fewer_processes_joins(self):
        self.build(self.write("alone.c", ALONE))
        self.assertIn("rank 0: MPI_Put", self.run_it(66, 2, "mpi-first"))

    def test_a_model_of_other_processes_is_not_followed(self):
        self.build(self.write("alone.c", ALONE))
        text = self.run_it(0, 2, "shmem-first")
        self.assertIn("FarSan: not following MPICH", text)

    def test_gaspi_ends_in_any_order(self):
        self.build(self.write("order.c", OTHER_ORDER), model="gaspi")
        self.assert_in_order(self.run_it(66, 3), "rank 0: gaspi_write", "rank 1: store", "1 race in 3 ranks")

    def test_models_that_wait_for_each_other_at_the_end_are_named(self):
        # Both finalise together with all others. That hangs without FarSan, too.
        self.build(self.write("order.c", OTHER_ORDER), "-DSHMEM")
        result = self.farsan("run", "-n", 3, "./program")
        self.assertRegex(result.stderr, "FarSan: process [0-2] finalises (MPI|OpenSHMEM) first, process [0-2] (OpenSHMEM|MPI)")
        self.assertEqual(result.stderr.count("in the same order everywhere"), 1)


if __name__ == "__main__":
    main()
