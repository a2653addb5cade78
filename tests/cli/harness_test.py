#!/usr/bin/env python3
"""The harness itself: a launcher that stays alone is tried again, a program that stays is a hang."""

import shutil
import subprocess
import time

from harness import Case, main


class Harness(Case):
    def seconds_until_given_up(self, *command):
        begin = time.monotonic()
        with self.assertRaises(subprocess.TimeoutExpired):
            self.run_command(*command, seconds=1)
        return time.monotonic() - begin

    def test_a_launcher_that_stays_alone_is_tried_again(self):
        shutil.copy(shutil.which("sleep"), self.folder / "mpirun.openmpi")
        self.assertGreater(self.seconds_until_given_up("./mpirun.openmpi", "60"), 2.5)

    def test_a_program_that_stays_is_a_hang(self):
        shutil.copy(shutil.which("sleep"), self.folder / "program")
        shutil.copy(shutil.which("bash"), self.folder / "mpirun.openmpi")
        counted = "echo try >> tries; setsid ./program 60; true"
        self.seconds_until_given_up("./mpirun.openmpi", "-c", counted)
        self.assertEqual((self.folder / "tries").read_text(), "try\n")


if __name__ == "__main__":
    main()
