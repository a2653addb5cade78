#!/usr/bin/env python3
"""What a report says would mend a race does: each program is run as it is, and with -DMEND, which does what the mend says."""

import json
import unittest

from harness import BIN, Case, has_runtime, main

MPI = r"""
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int rank, *memory, x = 1, y = 2;
  MPI_Win win;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(256, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "mine");
  for (int i = 0; i < 64; ++i) memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
BODY
  MPI_Win_free(&win);
  MPI_Finalize();
  (void)x, (void)y, (void)request;
  return 0;
}
"""

SHMEM = r"""
#include <shmem.h>
#include <stdio.h>
static int x[8], y[8];
static long counter;
int main(void) {
  int me, value = 3, got = 0;
  shmem_init();
  me = shmem_my_pe();
  shmem_barrier_all();
BODY
  shmem_barrier_all();
  shmem_finalize();
  (void)value, (void)got, (void)counter;
  return 0;
}
"""

GASPI = r"""
#include <GASPI.h>
#include <stdio.h>
int main(void) {
  gaspi_rank_t me;
  gaspi_pointer_t memory;
  gaspi_atomic_value_t old = 0;
  gaspi_notification_id_t id;
  gaspi_notification_t value;
  gaspi_proc_init(GASPI_BLOCK);
  gaspi_proc_rank(&me);
  gaspi_segment_create(0, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
  gaspi_segment_ptr(0, &memory);
  gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
BODY
  gaspi_wait(0, GASPI_BLOCK);
  gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
  gaspi_proc_term(GASPI_BLOCK);
  (void)old, (void)id, (void)value;
  return 0;
}
"""

# What is "first" is decided by time, not by the line: the loop comes to the second call first.
BUFFERS_IN_A_LOOP = """
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    for (int i = 0; i < 2; ++i) {
      if (i == 1) MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      if (i == 0) MPI_Put(&x, 1, MPI_INT, 1, 8, 1, MPI_INT, win);
#ifdef MEND
      MPI_Win_flush_local(1, win);
#endif
    }
  MPI_Win_unlock_all(win);
"""
PUTS_IN_A_LOOP = """
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    for (int i = 0; i < 2; ++i) {
      if (i == 1) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      if (i == 0) MPI_Put(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
#ifdef MEND
      MPI_Win_flush(1, win);
#endif
    }
  MPI_Win_unlock_all(win);
"""
OTHER_NUMBERS = """
  MPI_Comm reversed;
  MPI_Win other;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Win_create(memory, 256, 4, MPI_INFO_NULL, reversed, &other);
  MPI_Win_lock_all(0, other);
  if (rank == 0) {  /* to rank 2 of the job */
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, other);
#ifdef MEND
    MPI_Win_flush(0, other);
#endif
    MPI_Put(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, other);
  }
  MPI_Win_unlock_all(other);
  MPI_Win_free(&other);
  MPI_Comm_free(&reversed);
"""
RECEIVE_FIRST = """
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Irecv(&memory[2], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
#ifdef MEND
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    MPI_Put(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
"""
UNCHECKED_LOCKS = """
#ifdef MEND
  const int assert = 0;
#else
  const int assert = MPI_MODE_NOCHECK;
#endif
  if (rank < 2) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, assert, win);
    if (rank == 0) MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    if (rank == 1) MPI_Put(&y, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_unlock(2, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
"""
TWO_WINDOWS = """
  MPI_Win other;
  MPI_Win_create(memory, 256, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_set_name(other, "other");
#ifdef MEND
  MPI_Win first = other;
#else
  MPI_Win first = win;
#endif
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, first);
    MPI_Accumulate(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, first);
    MPI_Win_unlock(2, first);
  }
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, other);
    MPI_Accumulate(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, other);
    MPI_Win_unlock(2, other);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&other);
"""
PUTS_THROUGH_TWO_WINDOWS = """
  MPI_Win other;
  MPI_Win_create(memory, 256, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, other);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
#ifdef MEND
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 1) MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, other);
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&other);
"""
ONE_BUFFER_FOR_TWO = """
#ifdef MEND
  MPI_Sendrecv_replace(&x, 1, MPI_INT, 1 - rank, 0, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
  MPI_Sendrecv(&x, 1, MPI_INT, 1 - rank, 0, &x, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
"""
PART_OF_A_WINDOW = """
  MPI_Win part;
  MPI_Win_create(memory + 16, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &part);
  MPI_Win_set_name(part, "part");
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 17, 1, MPI_INT, win);
#ifdef MEND
  MPI_Win_fence(0, win);
#endif
  if (rank == 1) memory[17] = 1;
  MPI_Win_fence(0, win);
  MPI_Win_free(&part);
"""
EVERYBODY = """
  MPI_Win_fence(0, win);
#ifdef MEND
  for (int i = 0; i < 2; ++i) {
    if (i == rank)
#endif
      MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
#ifdef MEND
    MPI_Win_fence(0, win);
  }
#endif
  MPI_Win_fence(0, win);
"""
OPERANDS_AND_TARGET = """
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
#ifdef MEND
    MPI_Win_flush(1, win);
#endif
    MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
"""
ACCUMULATE_AND_STORE = """
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(1, win);
  }
#ifdef MEND
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 1) memory[0] = 5;
  MPI_Win_unlock_all(win);
"""
RECEIVE_WHILE_EXPOSED = """
  MPI_Group all, one;
  const int other = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &one);
  if (rank == 0) {
    MPI_Win_start(one, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Win_post(one, 0, win);
#ifdef MEND
    MPI_Win_wait(win);
#endif
    MPI_Irecv(memory, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifndef MEND
    MPI_Win_wait(win);
#endif
  }
"""

PUT_AND_GET = """
  if (me == 0) {
    shmem_int_put(&x[0], &value, 1, 1);
#ifdef MEND
    shmem_quiet();
#endif
    shmem_int_get(&got, &x[0], 1, 1);
  }
"""
GET_FIRST = """
  if (me == 0) {
    shmem_int_get_nbi(&x[2], &x[0], 1, 1);
#ifdef MEND
    shmem_quiet();
#endif
    shmem_int_put(&x[2], &value, 1, 0);
  }
"""
PUT_AND_BROADCAST = """
  if (me == 0) shmem_int_put(y, x, 4, 1);
#ifdef MEND
  shmem_quiet();
#endif
  shmem_int_broadcast(SHMEM_TEAM_WORLD, y, x, 4, 0);
"""
GET_AND_BROADCAST = """
  if (me == 0) shmem_int_get_nbi(y, &x[4], 4, 1);
#ifdef MEND
  shmem_quiet();
  shmem_sync_all();
#endif
  shmem_int_broadcast(SHMEM_TEAM_WORLD, y, x, 4, 1);
"""
ADD_AND_STORE = """
  if (me == 0) shmem_long_atomic_add(&counter, 1, 1);
#ifdef MEND
  if (me == 1) shmem_long_atomic_set(&counter, 5, 1);
#else
  if (me == 1) counter = 5;
#endif
"""
THIRD_PE = """
  static int flag;
  const int* there = shmem_ptr(x, 1);
  if (me == 0) {
    shmem_int_put(x, &value, 1, 1);
#ifdef MEND
    shmem_quiet();
    shmem_int_atomic_set(&flag, 1, 2);
#endif
  }
#ifdef MEND
  if (me == 2) shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
#endif
  if (me == 2) printf("%d %d\\n", there[0], flag);
"""

SIGNAL_NOT_WAITED_FOR = """
  static uint64_t signal;
  if (me == 0) shmem_int_put_signal(x, &value, 1, &signal, 1, SHMEM_SIGNAL_SET, 1);
#ifdef MEND
  if (me == 1) shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, 1);
#endif
  if (me == 1) printf("%d\\n", x[0]);
"""

READ_AND_ATOMIC = """
  if (me == 0) {
    gaspi_read(0, 0, 1, 0, 64, 8, 0, GASPI_BLOCK);
#ifdef MEND
    gaspi_wait(0, GASPI_BLOCK);
#endif
    gaspi_atomic_fetch_add(0, 0, 0, 1, &old, GASPI_BLOCK);
  }
"""
WRITE_AND_ATOMIC = """
  if (me == 0)
    for (int i = 0; i < 2; ++i) {
      if (i == 1) gaspi_atomic_fetch_add(0, 512, 1, 1, &old, GASPI_BLOCK);
      if (i == 0) gaspi_write(0, 128, 1, 0, 512, 8, 0, GASPI_BLOCK);
#ifdef MEND
      if (i == 0) {
        gaspi_notify(0, 1, 3, 1, 0, GASPI_BLOCK);
        gaspi_notify_waitsome(0, 4, 1, &id, GASPI_BLOCK);
      }
#endif
    }
#ifdef MEND
  if (me == 1) {
    gaspi_notify_waitsome(0, 3, 1, &id, GASPI_BLOCK);
    gaspi_notify(0, 0, 4, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
  }
#endif
"""
NOTIFICATION_NOT_WAITED_FOR = """
  if (me == 0) gaspi_write_notify(0, 0, 1, 0, 64, 8, 2, 1, 0, GASPI_BLOCK);
  gaspi_wait(0, GASPI_BLOCK);
  gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
#ifdef MEND
  if (me == 1) gaspi_notify_waitsome(0, 2, 1, &id, GASPI_BLOCK);
#endif
  if (me == 1) printf("%d\\n", ((int*)memory)[16]);
"""


class Mends(Case):
    def races(self, wrapper, program, ranks, *flags):
        self.write("main.c", program)
        built = self.run_command(BIN / wrapper[0], *wrapper[1:], "-g", "-O0", *flags, "main.c", "-o", "main")
        self.assertEqual(built.returncode, 0, built.stderr)
        result = self.farsan("run", "-n", str(ranks), "--json", "report.json", "./main")
        races = json.loads((self.folder / "report.json").read_text())["races"]
        self.assertEqual(result.returncode, 66 if races else 0, result.stderr)
        return races

    def check(self, wrapper, program, ranks, *parts, never=()):
        """One race, whose mend has these parts, and which goes away with what it says. Returns it."""
        races = self.races(wrapper, program, ranks)
        self.assertEqual(len(races), 1, races)
        for part in parts:
            self.assertIn(part, races[0]["mend"])
        for part in never:
            self.assertNotIn(part, races[0]["mend"])
        self.assertEqual(self.races(wrapper, program, ranks, "-DMEND"), [])
        return races[0]


@unittest.skipUnless(has_runtime("mpich") or has_runtime("openmpi"), "no MPI")
class OfMpi(Mends):
    def mpi(self, body, ranks, *parts, never=()):
        name = "mpich" if has_runtime("mpich") else "openmpi"
        return self.check([f"farsan-mpicc.{name}"], MPI.replace("BODY", body), ranks, *parts, never=never)

    def test_the_first_of_two_is_the_first_in_time(self):
        race = self.mpi(BUFFERS_IN_A_LOOP, 2, "MPI_Win_flush_local", "and before the next")
        self.assertEqual([access["call"] for access in race["accesses"]], ["MPI_Put", "MPI_Get"])
        self.mpi(PUTS_IN_A_LOOP, 2, "MPI_Win_flush(1, win)", "and before the next")

    def test_a_target_has_its_rank_in_the_window(self):
        race = self.mpi(OTHER_NUMBERS, 3, "MPI_Win_flush(0, win)", never=["MPI_Win_flush(2, win)"])
        self.assertEqual(race["owner_rank"], 2)

    def test_a_receive_comes_before_the_put(self):
        self.mpi(RECEIVE_FIRST, 2, "MPI_Wait", never=["MPI_Win_flush"])

    def test_locks_that_are_not_checked(self):
        self.mpi(UNCHECKED_LOCKS, 3, "Leave out MPI_MODE_NOCHECK", never=["Lock both"])

    def test_two_windows_on_the_same_memory(self):
        race = self.mpi(TWO_WINDOWS, 3, "use one window for both")
        self.assertIn("they go through two windows", race["explanation"])
        self.mpi(PUTS_THROUGH_TWO_WINDOWS, 3, "on its window", "MPI_Win_flush(2, win)", never=["one window for both"])

    def test_one_buffer_for_two_arguments(self):
        self.mpi(ONE_BUFFER_FOR_TWO, 2, "Use two buffers, or MPI_Sendrecv_replace.")

    def test_the_window_is_that_of_the_operation(self):
        race = self.mpi(PART_OF_A_WINDOW, 2, "MPI_Win_fence")
        self.assertEqual((race["memory"]["name"], race["memory"]["offset"]), ("mine", 68))

    def test_one_line_of_all_ranks(self):
        self.mpi(EVERYBODY, 2, " of rank 0 and main.c:", " of rank 1", never=["one execution"])

    def test_two_kinds_of_race_between_two_lines(self):
        self.mpi(OPERANDS_AND_TARGET, 2, "MPI_Win_flush(1, win)", " For the ")

    def test_a_store_is_ordered(self):
        self.mpi(ACCUMULATE_AND_STORE, 2, "let rank 1 know", never=["MPI_REPLACE"])

    def test_a_buffer_in_an_exposed_window(self):
        self.mpi(RECEIVE_WHILE_EXPOSED, 2, "let MPI_Win_wait return at rank 1 before main.c:")


@unittest.skipUnless((BIN.parent / "lib/farsan/libfarsan-rt-shmem.so").exists(), "no embedded OpenSHMEM")
class OfShmem(Mends):
    def shmem(self, body, ranks, *parts, never=()):
        return self.check(["farsan-oshcc", "--embedded"], SHMEM.replace("BODY", body), ranks, *parts, never=never)

    def test_a_fence_is_for_writes(self):
        self.shmem(PUT_AND_GET, 2, "Call shmem_quiet()", never=["fence"])
        self.shmem(PUT_AND_BROADCAST, 2, "Call shmem_quiet()", never=["fence"])

    def test_a_get_comes_before_the_put(self):
        self.shmem(GET_FIRST, 2, "Call shmem_quiet()", "two buffers")

    def test_a_get_is_completed_before_a_collective(self):
        self.shmem(GET_AND_BROADCAST, 2, "shmem_quiet()", "shmem_sync_all")

    def test_a_store_is_made_an_atomic(self):
        self.shmem(ADD_AND_STORE, 2, "use an atomic on PE 1", never=["wait_until"])

    def test_the_signal_of_a_put_is_waited_for(self):
        self.shmem(SIGNAL_NOT_WAITED_FOR, 2, "Let PE 1 wait for the signal of main.c:", never=["fence"])

    def test_memory_of_a_third_pe(self):
        self.shmem(THIRD_PE, 3, "call shmem_quiet and update a flag of PE 2", never=["fence"])


@unittest.skipUnless((BIN.parent / "lib/farsan/libfarsan-rt-gaspi.so").exists(), "no embedded GASPI")
class OfGaspi(Mends):
    def gaspi(self, body, ranks, *parts, never=()):
        return self.check(["farsan-gaspicc", "--embedded"], GASPI.replace("BODY", body), ranks, *parts, never=never)

    def test_an_atomic_comes_after_what_is_open(self):
        self.gaspi(READ_AND_ATOMIC, 2, "Call gaspi_wait on queue 0", never=["MPI", "accumulate", "return"])
        self.gaspi(WRITE_AND_ATOMIC, 2, "call gaspi_notify to rank 1 on queue 0", never=["MPI", "accumulate"])

    def test_the_notification_of_a_write_is_waited_for(self):
        self.gaspi(NOTIFICATION_NOT_WAITED_FOR, 2, "Let rank 1 wait for the notification of main.c:", never=["call gaspi_notify"])


if __name__ == "__main__":
    main()
