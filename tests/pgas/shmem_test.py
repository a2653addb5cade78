#!/usr/bin/env python3
"""The embedded OpenSHMEM library: every family with values checked by the programs, the delay mode, and jobs that end badly."""

import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from harness import PGASRUN, PROGRAMS, ROOT, SANITIZED, Case, main

FAMILIES = ("rma", "atomics", "waits", "signals", "collectives", "reductions", "teams", "memory", "locks", "generics",
            "overloads", "old-names", "old-names-c99", "old-names-c++",
            "profiling", "setup", "globals", "globals-no-pie", "globals-no-relro")


class Families(Case):
    """The programs check the values themselves and say ok."""

    def test_work_with_any_number_of_processes(self):
        for program in FAMILIES:
            for processes in (1, 2, 4, 7):
                with self.subTest(program=program, processes=processes):
                    self.assert_ok(self.launch(processes, f"shmem-{program}"))

    def test_work_with_many_more_processes_than_cores(self):
        for program in FAMILIES:
            with self.subTest(program=program):
                self.assert_ok(self.launch(64, f"shmem-{program}"))

    def test_work_without_a_launcher_as_a_job_of_one(self):
        for program in FAMILIES:
            with self.subTest(program=program):
                self.assert_ok(self.run_command(PROGRAMS / f"shmem-{program}"))

    def test_work_when_effects_are_delayed(self):
        # Programs without races see no difference.
        for program in ("rma", "atomics", "waits", "signals", "collectives", "teams", "memory", "locks", "globals"):
            with self.subTest(program=program):
                self.assert_ok(self.launch(3, f"shmem-{program}", options=["--delay"]))

    def test_threads_can_call_at_the_same_time(self):
        for options in ((), ("--delay=5",)):
            for processes in (1, 2, 5):
                with self.subTest(processes=processes, options=options):
                    self.assert_ok(self.launch(processes, "shmem-threads", options=options))


class Delay(Case):
    def seen(self, what, *options):
        result = self.launch(2, "shmem-delay", what, options=options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return int(result.stdout)

    def test_racy_programs_show_wrong_values(self):
        # Long enough for a machine that is busy with other things; where a wait would let it pass, longer than the test.
        for what, right, wrong, limit in (("buffer", 1, 2, 300), ("unfenced", 1, 0, 300), ("noquiet", 1, 0, 60000),
                                          ("get", 1, 0, 300), ("atomic", 1, 0, 60000), ("order", 2, 1, 300)):
            with self.subTest(what=what):
                self.assertEqual(self.seen(what), right)
                self.assertEqual(self.seen(what, f"--delay={limit}"), wrong)

    def test_race_free_programs_show_right_values(self):
        for what, right in (("fenced", 1), ("barrier", 1), ("signal", 1), ("pingpong", 5)):
            with self.subTest(what=what):
                self.assertEqual(self.seen(what), right)
                self.assertEqual(self.seen(what, "--delay"), right)


class Ends(Case):
    def end(self, how, processes=3, **more):
        return self.launch(processes, "shmem-ends", how, **more)

    def test_return_from_main_without_finalize_is_one(self):
        self.assert_ended(self.end("return"), 0)

    def test_finalize_twice_is_once(self):
        self.assert_ended(self.end("twice"), 0)

    def test_a_killed_process_ends_the_job(self):
        self.assert_ended(self.end("kill"), 128 + signal.SIGKILL, "process 1 was killed by signal 9")

    def test_an_aborted_process_ends_the_job(self):
        self.assert_ended(self.end("abort"), 128 + signal.SIGABRT, "process 1 was killed by signal 6")

    def test_a_failed_process_ends_the_job(self):
        self.assert_ended(self.end("exit"), 7, "process 1 exited with status 7")

    def test_a_process_that_leaves_without_finalize_ends_the_job(self):
        self.assert_ended(self.end("_exit"), 1, "process 1 left without finalizing")

    def test_global_exit_ends_all_with_its_status(self):
        self.assert_ended(self.end("global"), 9)
        self.assert_ended(self.end("global-zero"), 0)
        self.assert_ended(self.end("global", processes=1), 9)

    def test_a_child_process_keeps_its_variables_to_itself(self):
        self.assert_ok(self.end("fork"))

    def test_signals_reach_the_processes(self):
        launcher = subprocess.Popen([PGASRUN, "-n", "3", PROGRAMS / "shmem-ends", "wait"], env=self.environment,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(launcher.stdout.readline(), "waiting\n")
        launcher.send_signal(signal.SIGTERM)
        _, said = launcher.communicate(timeout=20)
        self.assertEqual(launcher.returncode, 128 + signal.SIGTERM)
        self.assertIn("was killed by signal 15", said)

    def test_nobody_outlives_a_killed_launcher(self):
        launcher = subprocess.Popen([PGASRUN, "-n", "2", PROGRAMS / "shmem-ends", "wait"], env=self.environment,
                                    stdout=subprocess.PIPE, text=True)
        self.assertEqual(launcher.stdout.readline(), "waiting\n")
        launcher.kill()
        started = time.monotonic()
        self.assertEqual(launcher.stdout.read(), "")  # ends when the last process that has it does
        launcher.wait()
        launcher.stdout.close()
        self.assertLess(time.monotonic() - started, 20)

    def test_nobody_outlives_a_killed_launcher_of_mpi(self):
        # One of two is killed, the other waits for it; then the launcher goes.
        script = 'for rank in 0 1; do OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_SIZE=2 "$0" kill & done; wait'
        launcher = subprocess.Popen(["sh", "-c", script, PROGRAMS / "shmem-ends"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                    text=True, env=self.environment | {"PMIX_NAMESPACE": f"orphans-{os.getpid()}"})
        time.sleep(1)
        self.assertIsNone(launcher.poll())
        launcher.kill()
        started = time.monotonic()
        launcher.stdout.read()
        launcher.wait()
        launcher.stdout.close()
        self.assertLess(time.monotonic() - started, 20)


class WrongUse(Case):
    """One clear line that names the PE and the routine, and what is wrong."""

    def test_calls_that_make_no_sense(self):
        for how, line in (("pe", "shmem_int_p: PE 3 does not exist (there are 3)"),
                          ("address", "shmem_int_p: address 0x"),
                          ("lock", "shmem_clear_lock: nobody holds this lock"),
                          ("free", "shmem_free: the address is not that of a block"),
                          ("cmp", "shmem_int_wait_until: cmp is none of"),
                          ("set", "shmem_barrier: no active set"),
                          ("ctx", "shmem_ctx_int_p: called with SHMEM_CTX_INVALID"),
                          ("team", "shmem_int_sum_reduce: called with SHMEM_TEAM_INVALID"),
                          ("malloc", "shmem_malloc: called with 100 here and with 200 on PE 0")):
            with self.subTest(how=how):
                result = self.launch(3, "shmem-ends", how)
                self.assert_ended(result, 2, f"farsan-shmem: PE 1: {line}", "process 1 exited with status 2")

    def test_calls_outside_of_init_and_finalize(self):
        self.assert_ended(self.run_command(PROGRAMS / "shmem-ends", "uninitialised"), 2,
                          "shmem_barrier_all: called before shmem_init or after shmem_finalize")
        self.assert_ended(self.run_command(PROGRAMS / "shmem-ends", "after"), 2, "shmem_my_pe: called before")

    def test_environments_that_make_no_sense(self):
        program = PROGRAMS / "shmem-locks"
        for variables, line in (({"FARSAN_PGAS_RANK": "x", "FARSAN_PGAS_SIZE": "2"}, "FARSAN_PGAS_RANK=x is not a number"),
                                ({"FARSAN_PGAS_RANK": "2", "FARSAN_PGAS_SIZE": "2"}, "the rank below the size"),
                                ({"FARSAN_PGAS_RANK": "0"}, "have to be set together"),
                                ({"FARSAN_PGAS_RANK": "0", "FARSAN_PGAS_SIZE": "2"}, "FARSAN_PGAS_JOB is not set"),
                                ({"FARSAN_PGAS_RANK": "0", "FARSAN_PGAS_SIZE": "2", "FARSAN_PGAS_FILE": "0,1"},
                                 "is not the memory of a job that runs"),
                                ({"SHMEM_SYMMETRIC_SIZE": "lots"}, "SHMEM_SYMMETRIC_SIZE=lots is not a size"),
                                ({"SHMEM_SYMMETRIC_SIZE": "3x"}, "SHMEM_SYMMETRIC_SIZE=3x is not a size"),
                                ({"FARSAN_PGAS_DELAY": "-1"}, "FARSAN_PGAS_DELAY=-1 is not a number")):
            with self.subTest(variables=variables):
                self.assert_ended(self.run_command(program, **variables), 2, line)

    def test_launching_wrongly(self):
        for words, line in ((("-n", "0", "x"), "takes a number of processes"), (("-n", "2"), "which program?"),
                            (("x",), "how many processes?"), (("-q", "x"), "unknown option '-q'"),
                            (("--delay=x", "-n", "1", "x"), "takes a number of milliseconds")):
            with self.subTest(words=words):
                self.assert_ended(self.run_command(PGASRUN, *words), 2, line)
        self.assert_ended(self.run_command(PGASRUN, "-n", "3", "/nonexistent/program"), 127, "cannot start")


class Environment(Case):
    def meet(self, rank_variable, **variables):
        """Three processes that only the environment tells who they are."""
        programs = [subprocess.Popen([PROGRAMS / "shmem-teams"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                     env=self.environment | variables | {rank_variable: str(rank)})
                    for rank in (2, 1, 0)]
        outputs = [program.communicate(timeout=60) for program in programs]
        self.assertEqual([program.returncode for program in programs], [0, 0, 0], outputs)
        self.assertEqual(outputs[-1], ("ok\n", ""))

    def test_processes_can_meet_by_the_name_of_their_job(self):
        self.meet("FARSAN_PGAS_RANK", FARSAN_PGAS_SIZE="3", FARSAN_PGAS_JOB=f"test-{os.getpid()}")

    def test_processes_of_an_mpi_launcher_are_a_job(self):
        self.meet("OMPI_COMM_WORLD_RANK", OMPI_COMM_WORLD_SIZE="3", PMIX_NAMESPACE=f"test-{os.getpid()}")
        self.meet("PMI_RANK", PMI_SIZE="3")  # which have this process as parent

    def test_descriptors_may_be_closed_on_the_way(self):
        script = "import subprocess,sys; sys.exit(subprocess.run(sys.argv[1:], close_fds=True).returncode)"
        result = self.run_command(PGASRUN, "-n", 2, "python3", "-c", script, PROGRAMS / "shmem-locks")
        self.assert_ok(result)

    def test_the_heap_has_the_size_that_is_asked_for(self):
        result = self.launch(2, "shmem-memory", SHMEM_SYMMETRIC_SIZE="20m")
        self.assert_ok(result)
        self.assertEqual(self.launch(2, "shmem-memory", SHMEM_SYMMETRIC_SIZE="1M").returncode, 1)  # 16 MiB do not fit
        self.assertEqual(self.launch(2, "shmem-memory", SMA_SYMMETRIC_SIZE="1M").returncode, 1)
        self.assert_ok(self.launch(2, "shmem-memory", SMA_SYMMETRIC_SIZE="1M", SHMEM_SYMMETRIC_SIZE="1g"))

    def test_version_and_information_are_printed_on_demand(self):
        self.assertIn("OpenSHMEM 1.5", self.launch(2, "shmem-locks", SMA_VERSION="1").stdout)
        result = self.launch(2, "shmem-locks", SHMEM_VERSION="1", SHMEM_INFO="1")
        self.assertIn("OpenSHMEM 1.5", result.stdout)
        self.assertIn("SHMEM_SYMMETRIC_SIZE", result.stdout)

    def test_no_memory_is_left_behind(self):
        before = set(os.listdir("/dev/shm"))
        self.launch(3, "shmem-ends", "kill")
        self.assertEqual({name for name in set(os.listdir("/dev/shm")) - before if "farsan" in name}, set())


class Manual(Case):
    """What docs/ says holds."""

    @unittest.skipIf(SANITIZED, "the command line is for a library without sanitizers")
    def test_the_command_line_of_the_manual_works(self):
        text = (ROOT / "docs/shmem-embedded.md").read_text()
        line = next(line for line in text.splitlines() if line.startswith("cc program.c"))
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program"
            program.with_suffix(".c").write_text("#include <shmem.h>\nint main(void) { shmem_init(); return 0; }\n")
            built = self.run_command("sh", "-c", f"cd {folder} && {line}", FARSAN=str(PGASRUN.parents[1]))
            self.assertEqual((built.returncode, built.stderr), (0, ""))
            self.assertEqual(self.run_command(PGASRUN, "-n", 2, program).returncode, 0)


class Routines(Case):
    """docs/shmem.md says of every routine whether it is there: it and the library must agree."""

    def documented(self):
        text = (ROOT / "docs/shmem.md").read_text()
        types = {match[1]: match[2].split() for match in re.finditer(r"^\| `(\w+)` \| ([\w ]+) \|", text, re.M)}
        names = set()
        for row in re.finditer(r"^\| (`[^|]+`) \| ([^|]*) \|", text, re.M):
            if row[2].strip() not in ("yes", "yes, deprecated"):
                continue
            for name in re.findall(r"`([^`]+)`", row[1]):
                names.update(self.expand(name, types))
        return names

    def expand(self, name, types):
        """`shmem_[ctx_]{RMA}_put[_nbi]`: brackets are optional, braces name a row of the table of types or alternatives."""
        if "[" in name:
            before, rest = name.split("[", 1)
            inside, after = rest.split("]", 1)
            return self.expand(before + after, types) | self.expand(before + inside + after, types)
        if "{" in name:
            before, rest = name.split("{", 1)
            inside, after = rest.split("}", 1)
            choices = types.get(inside) or inside.split(",")
            return {expanded for choice in choices for expanded in self.expand(before + choice + after, types)}
        return {name}

    def test_names_every_routine_of_the_header_and_no_other(self):
        listed = set(self.run_command(PROGRAMS / "shmem-all-routines").stdout.split())
        self.assertGreater(len(listed), 1500)
        documented = self.documented()
        self.assertEqual(sorted(listed - documented), [], "in the header, not in docs/shmem.md")
        self.assertEqual(sorted(documented - listed), [], "in docs/shmem.md, not in the header")


if __name__ == "__main__":
    main()
