#!/usr/bin/env python3
"""farsan run, doctor, help: with a launcher that only looks, so that no MPI is needed."""

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from harness import BIN, Case, main

# Prints what it was started with; leaves a report if one is given; exits as told.
LAUNCHER = """#!/bin/sh
for word; do printf '%s\\n' "$word"; done
env | grep -E '^(FARSAN_OPTIONS|OMPI_|UCX_)' | sort
if [ -n "$FAKE_REPORT" ]; then
  file=${FARSAN_OPTIONS##*json=}
  file=${file%%:*}
  cat "$FAKE_REPORT" >"$(echo "$file" | tr -d '"')"
fi
exit "${FAKE_STATUS:-0}"
"""

ACCESS = {"call": None, "type": "store", "function": "main", "file": "/a.c", "line": 1, "column": 1, "module": None,
          "offset": 0, "rank": 0, "thread": 0, "stack": []}
RACE = {"id": "0", "kind": "remote", "count": 1, "owner_rank": 0, "owner_ranks": [0], "accesses": [ACCESS, ACCESS],
        "memory": {"kind": "window", "name": None, "offset": 0, "size": 4, "allocated_at": None}, "region": None,
        "explanation": "", "mend": ""}


def report(races):
    return json.dumps({"schema": "farsan-report/1", "program": "p", "library": "l", "ranks": 2, "unfinished": False,
                       "unkept": 0, "races": races})


class Run(Case):
    def setUp(self):
        super().setUp()
        self.launcher = self.write("launcher", LAUNCHER, 0o755)
        self.write("racy.json", report([RACE]))
        self.write("clean.json", report([]))
        self.program = self.write("prog", "#!/bin/sh\n", 0o755)

    def start(self, *arguments, **variables):
        return self.farsan("run", "--launcher", self.launcher, *arguments, **variables)

    def options(self, *arguments, **variables):
        result = self.start(*arguments, "./prog", **variables)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = [line for line in result.stdout.splitlines() if line.startswith("FARSAN_OPTIONS=")]
        return lines[0].removeprefix("FARSAN_OPTIONS=")

    def test_the_program_gets_all_words_after_it(self):
        result = self.start("-n", "3", "./prog", "-n", "--json", "x y", "--", "-v")
        self.assertEqual(result.stdout.splitlines()[:8], ["-n", "3", "./prog", "-n", "--json", "x y", "--", "-v"])

    def test_options_may_end_before_the_program(self):
        result = self.start("-n", "3", "--", "./prog", "--", "-v")
        self.assertEqual(result.stdout.splitlines()[:5], ["-n", "3", "./prog", "--", "-v"])

    def test_a_script_is_said_to_be_one(self):
        self.write("path/mpirun", LAUNCHER, 0o755)
        path = f"{self.folder / 'path'}:{os.environ['PATH']}"
        self.assertIn("./prog is a script: which MPI it uses is not known", self.farsan("run", "./prog", PATH=path).stderr)
        self.assertNotIn("script", self.start("./prog").stderr)

    def test_what_a_script_of_libtool_runs_is_looked_at(self):
        for name in ("prog", "lt-prog"):
            self.write(f".libs/{name}", "", 0o755)
            shutil.copy(BIN / "farsan", self.folder / ".libs" / name)  # links something, and no MPI
            result = self.farsan("run", "-v", "--launcher", self.launcher, "./prog")
            self.assertIn("was not linked by farsan-mpicc", result.stderr)
            (self.folder / ".libs" / name).unlink()

    def test_files_become_absolute_and_are_quoted(self):
        self.assertIn(f"json=\"{self.folder}/out.json\"", self.options("--json", "sub/../out.json"))
        self.assertIn(f"text=\"{self.folder}/a:b\"", self.options("--text", "a:b"))

    def test_options_add_up(self):
        options = self.options("--options", "color=never", FARSAN_OPTIONS="stacks=0")
        self.assertTrue(options.startswith("stacks=0:color=never:"), options)

    def test_the_report_decides_about_66(self):
        racy, clean = self.folder / "racy.json", self.folder / "clean.json"
        for status, text, expected in (("0", racy, 66), ("0", clean, 0), ("3", clean, 3), ("67", racy, 66),
                                       ("0", "", 0)):
            result = self.start("./prog", FAKE_STATUS=status, FAKE_REPORT=str(text))
            self.assertEqual(result.returncode, expected, (status, text))
        self.assertEqual(self.start("--options", "exitcode=5", "./prog", FAKE_REPORT=str(racy)).returncode, 5)
        self.assertEqual(self.start("--options", "exitcode=0", "./prog", FAKE_REPORT=str(racy)).returncode, 0)

    def test_an_old_report_is_none_of_this_run(self):
        self.write("out.json", report([RACE]))
        self.assertEqual(self.start("--json", "out.json", "./prog").returncode, 0)

    def test_the_report_goes_where_the_user_says(self):
        racy = str(self.folder / "racy.json")
        self.write("real.json", "old")
        (self.folder / "link.json").symlink_to("real.json")
        self.start("--json", "link.json", "./prog", FAKE_REPORT=racy)
        self.assertTrue((self.folder / "link.json").is_symlink())
        self.assertEqual(len(json.loads((self.folder / "real.json").read_text())["races"]), 1)
        self.assertEqual(self.start("--json", "/dev/null", "./prog", FAKE_REPORT=racy).returncode, 66)
        self.assertTrue(Path("/dev/null").is_char_device())
        self.assertIn('"farsan-report/1"', self.start("--json", "-", "./prog", FAKE_REPORT=racy).stdout)
        self.assertFalse((self.folder / "-").exists())
        for option in ("--json", "--text"):
            for file in ("missing/out", "."):
                result = self.start(option, file, "./prog")
                self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1), result.stderr)

    def test_exit_statuses_are_those_that_there_are(self):
        for wrong in ("256", "-1"):
            self.assertEqual(self.start("--options", f"exitcode={wrong}", "./prog").returncode, 2)

    def test_what_is_set_is_said(self):
        result = self.start("-v", "-n", "1000", "./prog")
        for part in ("OMPI_MCA_rmaps_base_oversubscribe=1", "OMPI_MCA_mpi_yield_when_idle=1", "UCX_MEM_EVENTS=no",
                     "-n 1000 ./prog"):
            self.assertIn(part, result.stderr)
        self.assertIn("UCX_MEM_EVENTS=no\n", result.stdout)

    def test_what_the_user_has_set_stays(self):
        result = self.start("-v", "./prog", UCX_MEM_EVENTS="yes")
        self.assertIn("UCX_MEM_EVENTS=yes\n", result.stdout)
        self.assertNotIn("UCX_MEM_EVENTS", result.stderr)

    def test_each_job_has_a_folder_of_its_own_for_a_while(self):
        where = self.folder / "temporary"
        where.mkdir()
        self.write("prog", "#!/bin/sh\nls -d \"$OMPI_MCA_orte_tmpdir_base\"\nmkdir \"$OMPI_MCA_orte_tmpdir_base/left\"\n", 0o755)
        seen = set()
        for _ in range(2):
            result = self.farsan("run", "--launcher", self.write("starts", '#!/bin/sh\nexec "$3"\n', 0o755), "./prog", TMPDIR=str(where))
            self.assertEqual(result.returncode, 0, result.stderr)
            seen.add(result.stdout)
            self.assertEqual(Path(result.stdout.strip()).parent, where)
            self.assertEqual(list(where.iterdir()), [])
        self.assertEqual(len(seen), 2)
        given = self.start("./prog", OMPI_MCA_orte_tmpdir_base="/mine", TMPDIR=str(where))
        self.assertIn("OMPI_MCA_orte_tmpdir_base=/mine\n", given.stdout)
        missing = self.start("./prog", TMPDIR=str(where / "missing"))
        self.assertEqual(missing.returncode, 0, missing.stderr)
        self.assertNotIn("orte_tmpdir_base", missing.stdout)

    def test_a_program_without_farsan_is_named(self):
        result = self.start("/bin/true")
        self.assertIn("farsan: /bin/true was not linked by farsan-mpicc", result.stderr)

    def test_wrong_input_is_one_line(self):
        self.write("plain", "text")
        for arguments, part in (([], "program"), (["./nobody"], "no program './nobody'"), (["./plain"], "'./plain' is not a program"),
                                (["prog"], "the one in this folder is ./prog"), (["plain"], "'plain' is not a program"),
                                (["--frob", "./prog"], "--frob"), (["-n", "0", "./prog"], "range"),
                                (["-n", "x", "./prog"], "x"), (["--options", "frob=1", "./prog"], "frob"),
                                (["--json", "a\"b", "./prog"], "quote"), (["--json"], "--json"),
                                (["--launcher", "nobody", "./prog"], "nobody")):
            self.assert_one_line(self.farsan("run", *arguments), part)
        self.assert_one_line(self.farsan("run", "./prog", FARSAN_OPTIONS="frob=1"), "frob")

    def test_signals_reach_the_launcher(self):
        # Here by kill, which reaches farsan alone; a terminal's own go to the launcher anyway.
        launcher = self.write("waiter", "#!/bin/sh\ntrap 'exit 9' TERM\ntrap 'exit 8' INT\necho ready\n"
                                        "while :; do sleep 0.05; done\n", 0o755)
        for number, expected in ((signal.SIGTERM, 9), (signal.SIGINT, 8)):
            with subprocess.Popen([BIN / "farsan", "run", "--launcher", launcher, self.program], cwd=self.folder,
                                  env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
                self.assertEqual(process.stdout.readline(), b"ready\n")
                process.send_signal(number)
                started = time.monotonic()
                try:
                    self.assertEqual(process.wait(20), expected)
                except subprocess.TimeoutExpired:
                    process.kill()
                    raise
                self.assertLess(time.monotonic() - started, 10)

    def test_the_launcher_does_not_outlive_farsan(self):
        # As subprocess.run(timeout=...) ends what takes too long: whoever reads the output waits for all that have it.
        launcher = self.write("waiter", "#!/bin/sh\ntrap 'echo told; exit 9' TERM\necho ready\n"
                                        "for i in $(seq 400); do sleep 0.05; done\n", 0o755)
        with subprocess.Popen([BIN / "farsan", "run", "--launcher", launcher, self.program], cwd=self.folder,
                              env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            self.assertEqual(process.stdout.readline(), b"ready\n")
            process.kill()
            self.assertEqual(process.communicate(timeout=10)[0], b"told\n")


class Others(Case):
    def test_help(self):
        top = self.farsan("help")
        self.assertEqual(top.returncode, 0)
        for command in ("run", "cc", "doctor", "replay", "help"):
            self.assertIn(f"\n  {command} ", top.stdout)
            self.assertIn("Usage: farsan " + command, self.farsan("help", command).stdout)
            self.assertEqual(self.farsan(command, "--help").returncode, 0)
        self.assertIn("exitcode=66", self.farsan("run", "--options", "help").stdout)

    def test_version(self):
        self.assertRegex(self.farsan("--version").stdout, r"^farsan \d+\.\d+\.\d+\n$")

    def test_wrong_input_is_one_line(self):
        for words, part in (([], "subcommand"), (["frob"], "frob"), (["--frob"], ""), (["help", "frob"], "frob")):
            self.assert_one_line(self.farsan(*words), part)

    def test_doctor_names_what_is_missing_and_how_to_get_it(self):
        os.mkdir(self.folder / "empty")
        result = self.farsan("doctor", PATH=str(self.folder / "empty"), FARSAN_LIB_DIR=str(self.folder / "empty"))
        self.assertEqual(result.returncode, 1)
        for part in ("apt install gcc", "apt install openmpi-bin libopenmpi-dev", "apt install mpich libmpich-dev",
                     "NO  libtsan.a", "ok  memfd_create", "ok  /proc", "cores"):
            self.assertIn(part, result.stdout)

    def test_doctor_knows_the_runtimes_for_two_models(self):
        for runtime in ("mpich", "mpich-shmem"):
            self.write(f"lib/libfarsan-{runtime}.so", "")
        said = self.farsan("doctor", FARSAN_LIB_DIR=str(self.folder / "lib")).stdout
        self.assertRegex(said, r"(?m)^ok  MPICH \+ OpenSHMEM .*libfarsan-mpich-shmem.so \(farsan-mpicc.mpich --embedded-shmem\)$")
        self.assertRegex(said, r"(?m)^--  MPICH \+ GASPI .*libfarsan-mpich-gaspi.so")
        self.assertNotIn("Open MPI + ", said)


if __name__ == "__main__":
    main()
