#!/usr/bin/env python3
"""Libraries that are installed: Sandia OpenSHMEM and GPI-2, with stand-ins for them (tests/libraries), since they are not on every
machine. FarSan's runtimes are built against those, and programs are compiled and run as a user would.

FARSAN_LIBRARIES_ALL=1 runs the whole corpus with them, not only some of it."""

import os
import re
import shutil
import subprocess
import unittest
from pathlib import Path

from harness import BIN, Case, main

TESTS = Path(__file__).resolve().parents[1]
SOME = ["shmem/order/signal.c * sandia", "shmem/order/team.c * sandia", "gaspi/notification/which.c * gpi2",
        "gaspi/segment/made-again.c * gpi2"]

GASPI_PROGRAM = """
#include <GASPI.h>
#include <stdio.h>
int main(void) {
  gaspi_rank_t rank;
  gaspi_pointer_t at;
  gaspi_proc_init(GASPI_BLOCK);
  gaspi_proc_rank(&rank);
  gaspi_segment_create(0, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
  gaspi_segment_ptr(0, &at);
  if (rank == 0) gaspi_write(0, 8, 1, 0, 0, 4, 0, GASPI_BLOCK);
  if (rank == 1) printf("%d\\n", *(volatile int*)at);
  gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
  gaspi_proc_term(GASPI_BLOCK);
  return 0;
}
"""
SHMEM_PROGRAM = """
#include <shmem.h>
#include <stdio.h>
static long there;
int main(void) {
  shmem_init();
  if (shmem_my_pe() == 0) shmem_long_p(&there, 3, 1);
  if (shmem_my_pe() == 1) printf("%ld\\n", there);
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
"""


def cached(name):
    """What the build that is tested was configured with."""
    text = (BIN.parent / "CMakeCache.txt").read_text()
    found = re.search(rf"^{name}(?::\w+)?=(.*)$", text, re.MULTILINE)
    return found.group(1) if found else ""


def symbols(*arguments):
    text = subprocess.run(["nm", *map(str, arguments)], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in text.splitlines() if " T " in line or " W " in line or " A " in line}


@unittest.skipUnless(shutil.which("cmake") and shutil.which("ninja") and (BIN.parent / "libfarsan_runtime.a").exists(),
                     "needs CMake, Ninja and a tree that FarSan was built in")
class Libraries(Case):
    @classmethod
    def setUpClass(cls):
        # Beside the build: what is compiled here seldom changes.
        cls.place = BIN.parent / "tests" / "libraries"
        cls.prefix = cls.place / "prefix"
        cls.build("standins", f"-DCMAKE_INSTALL_PREFIX={cls.prefix}", f"-DFARSAN_PGASRUN={BIN / 'farsan-pgasrun'}", target="install")
        cls.build("runtimes", f"-DFARSAN_BUILD={BIN.parent}", f"-DFARSAN_SANDIA={cls.prefix / 'sandia'}",
                  f"-DFARSAN_GPI2={cls.prefix / 'gpi2'}", target="all")
        cls.lib = cls.place / "runtimes" / "lib" / "farsan"
        for name in ("shim", "include", "libfarsan-shmem.so", "libfarsan-gaspi.so", "libfarsan-rt-shmem.so", "libfarsan-rt-gaspi.so"):
            if not (cls.lib / name).exists():
                (cls.lib / name).symlink_to(BIN.parent / "lib" / "farsan" / name)
        if not (cls.lib.parents[1] / "libexec").exists():
            (cls.lib.parents[1] / "libexec").symlink_to(BIN.parent / "libexec")

    @classmethod
    def build(cls, project, *settings, target):
        folder = cls.place / project
        compilers = [f"-D{name}={cached(name)}" for name in ("CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER")]
        for command in (["cmake", "-S", TESTS / "libraries" / project, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None",
                         "-DCMAKE_CXX_FLAGS=-O0", "-DFARSAN_UNITY=ON", *compilers, *settings], ["ninja", "-C", folder, target]):
            done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise AssertionError(done.stdout + done.stderr)

    def setUp(self):
        super().setUp()
        self.environment |= {"PATH": f"{self.prefix / 'sandia' / 'bin'}:{BIN}:{os.environ['PATH']}", "FARSAN_LIB_DIR": str(self.lib)}

    def builds(self, *command, **variables):
        result = self.run_command(*command, **variables)
        self.assertEqual(result.returncode, 0, result.stderr)

    def finds_the_race(self, result):
        self.assertIn("1 race in 2", result.stderr + result.stdout)

    def test_the_front_has_every_routine_that_the_runtime_wraps(self):
        exported = {name for name in symbols("-D", self.lib / "libfarsan-rt-gpi2.so") if name.startswith("gaspi_")}
        self.assertGreater(len(exported), 20)
        self.assertEqual(exported, symbols(self.lib / "farsan-gpi2-front.o"))
        self.assertLessEqual({f"farsan_{name}" for name in exported}, symbols("-D", self.lib / "libfarsan-rt-gpi2.so"))

    def test_a_program_with_an_archive_of_gpi2_comes_to_the_runtime(self):
        self.write("g.c", GASPI_PROGRAM)
        self.builds("farsan-gaspicc", "-O0", "g.c", "-o", "g")
        result = self.farsan("run", "-v", "-n", "2", "./g")
        self.assertIn("links GPI-2", result.stderr)
        self.assertEqual(result.returncode, 66)
        self.finds_the_race(result)

    def test_a_shared_gpi2_that_any_wrapper_links_is_found_out(self):
        self.write("g.c", GASPI_PROGRAM)
        shared = self.prefix / "gpi2-shared"
        self.builds("farsan-cc", "-O0", "g.c", "-o", "g", f"-I{shared}/include", f"-L{shared}/lib64", f"-Wl,-rpath,{shared}/lib64", "-lGPI2")
        self.finds_the_race(self.farsan("run", "-n", "2", "./g"))

    def test_gaspi_run_starts_the_program_by_itself_and_for_farsan(self):
        self.write("g.c", GASPI_PROGRAM)
        self.write("machines", "localhost\nlocalhost\n")
        self.builds("farsan-gaspicc", "-O0", "g.c", "-o", "g")
        gaspi_run = self.prefix / "gpi2" / "bin" / "gaspi_run"
        self.finds_the_race(self.run_command(gaspi_run, "-m", "machines", "-n", "2", "./g"))
        result = self.farsan("run", "-n", "2", "--launcher", gaspi_run, "./g")
        self.assertIn("gaspi_run of GPI-2's", result.stderr)
        self.finds_the_race(result)

    def test_the_binding_takes_the_headers_of_other_versions_of_gpi2(self):
        """Some have more const, no name for the state of a reduction, and a profiling name among the others."""
        routines = TESTS.parent / "src" / "bindings" / "gaspi"
        lists = TESTS.parent / "src" / "pgas" / "gaspi" / "include"
        types = (self.prefix / "gpi2/include/GASPI_types.h").read_text()
        types, count = re.subn(r"typedef void\* gaspi_reduce_state_t;|typedef const void\* gaspi_const_pointer_t;", "", types)
        self.assertEqual(count, 2)
        declared = """
            typedef void* my_state;
            extern "C" gaspi_return_t gaspi_allreduce_user(gaspi_pointer_t const, gaspi_pointer_t const, const gaspi_number_t,
              const gaspi_size_t, gaspi_reduce_operation_t const, my_state const, const gaspi_group_t, const gaspi_timeout_t);
            extern "C" gaspi_return_t gaspi_allreduce(gaspi_pointer_t const, gaspi_pointer_t const, const gaspi_number_t,
              const gaspi_operation_t, const gaspi_datatype_t, const gaspi_group_t, const gaspi_timeout_t);
            extern "C" gaspi_return_t pgaspi_allreduce(gaspi_pointer_t const, gaspi_pointer_t const, const gaspi_number_t,
              const gaspi_operation_t, const gaspi_datatype_t, const gaspi_group_t, const gaspi_timeout_t);"""
        self.write("GASPI.h", "#pragma once\n" + types.replace("gaspi_reduce_state_t", "void*") + declared)
        made = self.place / "runtimes" / "gpi2"
        folders = [f"-I{TESTS.parent / 'src'}", *(word for folder in (routines / "gpi2", made, self.folder, lists)
                                                 for word in ("-isystem", folder))]
        for source in sorted(routines.glob("routines_*.cpp")):
            with self.subTest(source=source.name):
                self.builds(cached("CMAKE_CXX_COMPILER"), "-std=c++20", "-fsyntax-only", *folders, source)

    def test_processes_get_what_gpi2_looks_for(self):
        result = self.run_command(BIN / "farsan-pgasrun", "-n", "2", "sh", "-c",
                                  "echo $GASPI_RANK of $GASPI_NRANKS: $(wc -l <$GASPI_MFILE) $(head -n 1 $GASPI_MFILE) $GASPI_SOCKET")
        self.assertEqual(sorted(result.stdout.splitlines()), ["0 of 2: 2 localhost 0", "1 of 2: 2 localhost 1"])

    def test_sandia_without_profiling_names_is_started_by_its_oshrun(self):
        self.assertFalse({name for name in symbols("-D", self.prefix / "sandia/lib/libsma.so") if name.startswith("pshmem")})
        self.write("s.c", SHMEM_PROGRAM)
        self.builds("farsan-oshcc", "-O0", "s.c", "-o", "s")
        result = self.farsan("run", "-v", "-n", "2", "./s")
        self.assertIn("links Sandia OpenSHMEM", result.stderr)
        self.assertIn("oshrun of Sandia's", result.stderr)
        self.assertIn('symmetric variable "there" of PE 1', result.stderr)
        self.finds_the_race(result)
        self.finds_the_race(self.run_command("oshrun", "-n", "2", "./s"))

    def test_what_sandia_does_not_have_is_not_exported(self):
        exported = symbols("-D", self.lib / "libfarsan-rt-sandia.so")
        self.assertIn("shmem_ushort_test_some", exported)
        self.assertNotIn("shmem_ushort_test_some_vector", exported)

    def test_without_a_wrapper_in_the_path_the_build_knows_where_sandia_is(self):
        tools = self.folder / "tools"
        tools.mkdir()
        for tool in ("cc", "as", "ld"):
            (tools / tool).symlink_to(shutil.which(tool))
        self.write("s.c", SHMEM_PROGRAM)
        self.builds(BIN / "farsan-oshcc", "-O0", "s.c", "-o", "s", PATH=str(tools))
        result = self.farsan("run", "-v", "-n", "2", "./s")
        self.assertIn("links Sandia OpenSHMEM", result.stderr)
        self.finds_the_race(result)

    def test_embedded_takes_our_own(self):
        self.write("s.c", SHMEM_PROGRAM)
        self.write("g.c", GASPI_PROGRAM)
        for driver, program, own in (("oshcc", "s", "FarSan's OpenSHMEM"), ("gaspicc", "g", "FarSan's GASPI")):
            self.builds(f"farsan-{driver}", "--embedded", "-O0", f"{program}.c", "-o", program)
            result = self.farsan("run", "-v", "-n", "2", f"./{program}")
            self.assertIn(f"links {own}", result.stderr)
            self.finds_the_race(result)

    def test_the_doctor_tells_of_both(self):
        said = self.farsan("doctor").stdout
        self.assertRegex(said, r"ok +Sandia OpenSHMEM +.*prefix/sandia")
        self.assertRegex(said, r"ok +GPI-2 +.*prefix/gpi2")

    def test_corpus(self):
        patterns = ["* sandia", "* gpi2"] if os.environ.get("FARSAN_LIBRARIES_ALL") else SOME
        result = self.run_command(TESTS / "programs" / "run", "--bin", BIN, "--mpi", "none", "--jobs", "2", *patterns, seconds=3600)
        self.assertRegex(result.stdout, r"[1-9]\d* passed, 0 failed", result.stdout)


if __name__ == "__main__":
    main()
