#!/usr/bin/env python3
"""FarSan's runtime for GASPI has every routine of the library, but for those that mean nothing to it; and it lets programs end
that do not end as they should."""

import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from harness import defined

BIN = Path(os.environ["FARSAN_PGASRUN"]).resolve().parent
LIBRARIES = BIN.parent / "lib" / "farsan"
RUNTIME = LIBRARIES / "libfarsan-rt-gaspi.so"
ROOT = Path(__file__).resolve().parent.parent.parent

# They touch no segment and order nothing: questions, settings, and what must not be taken for a completion.
WITHOUT_MEANING = set("""
    gaspi_allreduce_buf_size gaspi_allreduce_elem_max gaspi_atomic_max gaspi_build_infrastructure gaspi_config_get
    gaspi_config_set gaspi_connect gaspi_cpu_frequency gaspi_disconnect gaspi_error_str gaspi_group_add gaspi_group_create gaspi_group_max gaspi_group_num gaspi_group_ranks gaspi_group_size
    gaspi_initialized gaspi_machine_type gaspi_network_type gaspi_notification_num gaspi_numa_socket gaspi_passive_queue_purge gaspi_passive_transfer_size_max
    gaspi_passive_transfer_size_min gaspi_pcontrol gaspi_print_affinity_mask gaspi_print_error gaspi_printf gaspi_printf_to
    gaspi_proc_kill gaspi_proc_local_num gaspi_proc_local_rank gaspi_proc_num gaspi_proc_ping gaspi_proc_rank gaspi_queue_max gaspi_queue_num
    gaspi_queue_size gaspi_queue_size_max gaspi_rw_list_elem_max gaspi_segment_avail_local gaspi_segment_list gaspi_segment_max
    gaspi_segment_num gaspi_segment_ptr gaspi_segment_size gaspi_set_socket_affinity gaspi_state_vec_get gaspi_statistic_counter_get
    gaspi_statistic_counter_info gaspi_statistic_counter_max gaspi_statistic_counter_reset gaspi_statistic_verbosity_level
    gaspi_threads_get_num_cores gaspi_threads_get_tid gaspi_threads_get_total gaspi_threads_init gaspi_threads_init_user
    gaspi_threads_register gaspi_threads_run gaspi_threads_sync gaspi_threads_sync_all gaspi_threads_term
    gaspi_time_get gaspi_time_ticks gaspi_transfer_size_max gaspi_transfer_size_min gaspi_version""".split())

RACE = """
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char** argv) {
  gaspi_notification_id_t id;
  gaspi_rank_t rank;
  gaspi_pointer_t memory;
  gaspi_proc_init(GASPI_BLOCK);
  gaspi_proc_rank(&rank);
  gaspi_segment_create(7, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT);
  gaspi_segment_ptr(7, &memory);
  if (rank == 0) gaspi_write(7, 8, 0, 7, 16, 4, 0, GASPI_BLOCK);
  if (rank == 0) ((int*)memory)[2] = 1;
  gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
  switch (argc > 1 ? *argv[1] : ' ') {
    case 'l': if (rank == 1) return 0; break;   /* leaves without gaspi_proc_term */
    case 'a': if (rank == 1) abort(); break;
    case 'e': if (rank == 1) _exit(3); break;
    case 't':                                   /* the target of a write that nothing completes */
    case 'w':
      if (rank == 0) gaspi_write(7, 32, 1, 7, 40, 4, 0, GASPI_BLOCK);
      if (rank == 1) printf("waits with %d\\n", ((int*)memory)[10]), fflush(stdout);
      gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
      if (rank == 1 && *argv[1] == 't') abort();
      if (rank == 1) gaspi_notify_waitsome(7, 0, 1, &id, GASPI_BLOCK);
      gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
      break;
  }
  gaspi_proc_term(GASPI_BLOCK);
  return 0;
}
"""

# Rank 0 stores to an open buffer, and rank 1 leaves. The others go on: two writes of rank 0 then meet loads of their targets, rank 1 and rank 2.
LEAVES = """
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char** argv) {
  gaspi_rank_t rank;
  gaspi_group_t pair;
  gaspi_pointer_t memory;
  gaspi_proc_init(GASPI_BLOCK);
  gaspi_proc_rank(&rank);
  gaspi_segment_create(7, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT);
  gaspi_segment_ptr(7, &memory);
  volatile int* at = memory;
  gaspi_group_create(&pair);
  gaspi_group_add(pair, 0);
  gaspi_group_add(pair, 2);
  if (rank != 1) gaspi_group_commit(pair, GASPI_BLOCK);
  if (rank == 0) {
    gaspi_write(7, 8, 0, 7, 16, 4, 0, GASPI_BLOCK);
    at[2] = 1;
    gaspi_wait(0, GASPI_BLOCK);
  }
  gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
  if (rank == 1) {
    (void)at[10];
    if (*argv[1] == 'e') exit(0);
    if (*argv[1] == '_') _exit(0);
    if (*argv[1] == 't') gaspi_proc_term(GASPI_BLOCK);
    return 0;
  }
  if (*argv[1] != '_') sleep(1);   /* the launcher ends the job after _exit */
  if (rank == 0) {
    gaspi_write(7, 0, 1, 7, 40, 4, 0, GASPI_BLOCK);
    gaspi_write(7, 0, 2, 7, 48, 4, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
  }
  gaspi_barrier(pair, GASPI_BLOCK);
  if (rank == 2) (void)at[12], sleep(1);
  if (*argv[1] == '_') sleep(20);
  gaspi_proc_term(GASPI_BLOCK);
  return 0;
}
"""


@unittest.skipUnless(RUNTIME.exists(), "a build without the runtime")
class Binding(unittest.TestCase):
    def test_has_every_routine_that_means_something(self):
        public = defined(LIBRARIES / "libfarsan-gaspi.so", "W")
        self.assertGreater(len(public), 70)
        wrapped = {name for name in defined(RUNTIME, "T") if name.startswith("gaspi_")}
        self.assertEqual(sorted(public - wrapped), sorted(WITHOUT_MEANING))
        self.assertEqual(wrapped - public, set())

    def test_the_manual_says_of_every_routine_what_it_means(self):
        section = (ROOT / "docs/gaspi.md").read_text().split("## What the routines mean to FarSan")[1]
        rows = re.findall(r"^\| (`gaspi_[^|]+) \|", section, re.M)
        documented = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
        listed = defined(LIBRARIES / "libfarsan-gaspi.so", "W")
        self.assertEqual(sorted(listed - documented), [])
        self.assertEqual(sorted(documented - listed), [])


@unittest.skipUnless(RUNTIME.exists() and (BIN / "farsan-gaspicc").exists(), "a build without the runtime or the wrappers")
class Ends(unittest.TestCase):
    """One race in all of them, whatever comes after."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="farsan-gaspi-")
        source = Path(cls.folder.name) / "race.c"
        source.write_text(RACE)
        cls.program = Path(cls.folder.name) / "race"
        subprocess.run([BIN / "farsan-gaspicc", "--embedded", "-O0", source, "-o", cls.program], check=True, timeout=120)
        source.write_text(LEAVES)
        cls.leaves = Path(cls.folder.name) / "leaves"
        subprocess.run([BIN / "farsan-gaspicc", "--embedded", "-O0", source, "-o", cls.leaves], check=True, timeout=120)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_it(self, *arguments):
        return subprocess.run([BIN / "farsan", "run", "-n", "2", self.program, *arguments], capture_output=True, text=True,
                              timeout=30)

    def test_the_report_speaks_of_ranks_segments_and_gaspi_routines(self):
        result = self.run_it()
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertIn("local buffer race on segment 7 of rank 0", result.stderr)
        self.assertIn("bytes 8..11", result.stderr)
        self.assertIn("made by gaspi_segment_create", result.stderr)
        self.assertIn("Call gaspi_wait on queue 0", result.stderr)
        for word in ("MPI_", "shmem_", "PE "):
            self.assertNotIn(word, result.stderr)

    def test_ranks_that_end_otherwise_keep_nobody_waiting(self):
        for how in ("leaves", "aborts", "exits"):
            with self.subTest(how=how):
                result = self.run_it(how)
                self.assertEqual(result.returncode, 66, result.stderr)
                self.assertIn("segment 7 of rank 0", result.stderr)

    def test_what_is_found_after_a_rank_has_left_is_reported(self):
        for how in ("exits", "returns", "terminates"):
            with self.subTest(how=how):
                result = subprocess.run([BIN / "farsan", "run", "-n", "3", self.leaves, how], capture_output=True, text=True,
                                        timeout=60)
                self.assertEqual(result.returncode, 66, result.stderr)
                for race in ("local buffer race on segment 7 of rank 0", "remote race on segment 7 of rank 1",
                             "remote race on segment 7 of rank 2"):
                    self.assertIn(race, result.stderr)
                self.assertNotIn("the job ended before", result.stderr)

    def test_a_report_that_was_written_too_early_is_written_again(self):
        result = subprocess.run([BIN / "farsan", "run", "-n", "3", self.leaves, "_exits"], capture_output=True, text=True,
                                timeout=60)
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertEqual(result.stderr.count("local buffer race on segment 7 of rank 0"), 1, result.stderr)
        self.assertEqual(result.stderr.count("remote race on segment 7 of rank 2"), 1, result.stderr)
        self.assertIn("the job ended before gaspi_proc_term", result.stderr)
        alone = subprocess.run([BIN / "farsan-pgasrun", "-n", "3", self.leaves, "_exits"], capture_output=True, text=True,
                               timeout=60)
        self.assertIn("more races since the report above", alone.stderr)
        self.assertEqual(alone.stderr.count("remote race on segment 7 of rank 2"), 1, alone.stderr)

    def test_what_a_rank_finds_out_only_at_its_end_is_reported_when_it_aborts(self):
        result = self.run_it("target")
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertIn("remote race on segment 7 of rank 1", result.stderr)

    def test_a_job_that_is_ended_from_outside_reports_and_does_not_linger(self):
        for number in signal.SIGTERM, signal.SIGINT:
            with self.subTest(signal=number):
                job = subprocess.Popen([BIN / "farsan", "run", "-n", "2", self.program, "waits"], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True, start_new_session=True)
                while "waits" not in job.stdout.readline():
                    pass
                time.sleep(0.2)
                begin = time.monotonic()
                # As `timeout` does it: to the process, and to all that it started, which the launchers tell again.
                job.send_signal(number)
                os.killpg(job.pid, number)
                _, errors = job.communicate(timeout=30)
                self.assertLess(time.monotonic() - begin, 2, errors)
                self.assertIn("remote race on segment 7 of rank 1", errors)

    def test_a_whole_program_is_silent_and_its_broken_twin_is_not(self):
        for flag, wanted in ((), 0), (("-DBROKEN=1",), 66):
            with self.subTest(flag=flag):
                program = Path(self.folder.name) / "mesh"
                subprocess.run([BIN / "farsan-gaspic++", "--embedded", "-std=c++20", "-O1", *flag, ROOT / "bench/apps/mesh.cpp",
                                "-o", program], check=True, timeout=120)
                result = subprocess.run([BIN / "farsan", "run", "-n", "3", program, "--size", "24", "--iterations", "30"],
                                        capture_output=True, text=True, timeout=60)
                self.assertEqual(result.returncode, wanted, result.stderr)
                self.assertIn("result app=gaspi-mesh", result.stdout)


if __name__ == "__main__":
    unittest.main()
