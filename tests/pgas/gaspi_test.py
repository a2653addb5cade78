#!/usr/bin/env python3
"""The embedded GASPI library: every family with values checked by the programs, timeouts, and the delay mode."""

import re

from harness import PROGRAMS, ROOT, Case, main

FAMILIES = ("one-sided", "groups", "edges", "gpi2", "gpi2-c99", "gpi2-c++", "threads")


class Families(Case):
    """The programs check the values themselves and say ok."""

    def test_work_with_any_number_of_processes(self):
        for program in FAMILIES:
            for processes in (1, 2, 4, 7, 64):
                with self.subTest(program=program, processes=processes):
                    self.assert_ok(self.launch(processes, f"gaspi-{program}"))

    def test_work_without_a_launcher_as_a_job_of_one(self):
        for program in FAMILIES:
            with self.subTest(program=program):
                self.assert_ok(self.run_command(PROGRAMS / f"gaspi-{program}"))

    def test_work_when_effects_are_delayed(self):
        for program in FAMILIES:
            with self.subTest(program=program):
                self.assert_ok(self.launch(3, f"gaspi-{program}", options=["--delay=5"]))


class Memory(Case):
    def test_the_same_memory_can_be_bound_any_number_of_times(self):
        self.assert_ok(self.launch(2, "gaspi-rebind", FARSAN_PGAS_SEGMENT_MEMORY="1m"))

    def test_memory_of_the_stack_is_refused(self):
        result = self.launch(1, "gaspi-stack")
        self.assertEqual((result.returncode, result.stdout), (0, "ok\n"))
        self.assertEqual(result.stderr.count("rank 0: memory of the stack cannot be a segment"), 3, result.stderr)


class Prints(Case):
    def test_with_the_rank_before_it(self):
        result = self.launch(1, "gaspi-prints")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"^before 1\n\[Rank 0\]: after init\n\[Rank 0\]: to 0\n\[Rank 0\]: runs on processors( \d+)+\n$")


class Delay(Case):
    def seen(self, what, *options):
        result = self.launch(2, "gaspi-delay", what, options=options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return int(result.stdout)

    def test_racy_programs_show_wrong_values(self):
        # The notification on another queue is to overtake the write in whatever time each step takes, so the limit is shorter than
        # the steps. A barrier shows wrong values only while nothing is due: its limit is longer than the test.
        for what, right, wrong, limit in (("source", 1, 2, 5), ("barrier", 1, 0, 60000), ("otherqueue", 1, 0, 5), ("read", 1, 0, 5)):
            with self.subTest(what=what):
                self.assertEqual(self.seen(what), right)
                self.assertEqual(self.seen(what, f"--delay={limit}"), wrong)

    def test_race_free_programs_show_right_values(self):
        for what in ("waited", "notified", "writenotify"):
            with self.subTest(what=what):
                self.assertEqual(self.seen(what), 1)
                self.assertEqual(self.seen(what, "--delay"), 1)

    def test_what_is_held_back_passes_while_its_rank_polls(self):
        for what in ("barriertest", "resettest", "passivetest"):
            with self.subTest(what=what):
                self.assertEqual(self.seen(what, "--delay"), 1)


class Manual(Case):
    """docs/gaspi.md says of every routine whether it is there: it and the library must agree."""

    def test_names_every_routine_of_the_header_and_no_other(self):
        listed = set(self.run_command(PROGRAMS / "gaspi-all-routines").stdout.split())
        self.assertGreater(len(listed), 70)
        documented = set()
        for row in re.finditer(r"^\| (`gaspi_[^|]+`) \| yes", (ROOT / "docs/gaspi.md").read_text(), re.M):
            documented.update(re.findall(r"`(\w+)`", row[1]))
        self.assertEqual(listed, documented)


if __name__ == "__main__":
    main()
