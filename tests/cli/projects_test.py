#!/usr/bin/env python3
"""Projects that know nothing of FarSan, built with CC=farsan-mpicc: Make, CMake, Autotools; and a tree that was moved.

Each has a racy program, a static and a shared library of its own; the race is between the two libraries."""

import json
import shutil
import unittest

from harness import BIN, Case, has_runtime, main

MAIN = """#include <mpi.h>
void send_it(int *value, MPI_Win win);
void spoil(int *value);
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *memory, value = 1;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    send_it(&value, win);
    spoil(&value);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
"""
SENDING = """#include <mpi.h>
void send_it(int *value, MPI_Win win) {
  MPI_Put(value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
}
"""
SPOILING = """void spoil(int *value) {
  *value = 2;
}
"""
MAKEFILE = """CFLAGS = -O2 -Wall -Werror -MMD -MP
prog: main.o libsending.a libspoiling.so
\t$(CC) -o $@ main.o -L. -lsending -lspoiling -Wl,-rpath,'$$ORIGIN'
libsending.a: sending.o
\tar crs $@ $^
libspoiling.so: spoiling.c
\t$(CC) $(CFLAGS) -shared -fPIC -o $@ $<
-include *.d
"""
CMAKE_PLAIN = """cmake_minimum_required(VERSION 3.20)
project(Plain C)
add_library(sending STATIC sending.c)
add_library(spoiling SHARED spoiling.c)
add_executable(prog main.c)
target_link_libraries(prog sending spoiling)
"""
CMAKE_FIND = CMAKE_PLAIN.replace("add_library(sending", "find_package(MPI REQUIRED COMPONENTS C)\nadd_library(sending") + \
    "target_link_libraries(sending PUBLIC MPI::MPI_C)\n"
CMAKE_IPO = """include(CheckIPOSupported)
check_ipo_supported(LANGUAGES C)
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
"""
CONFIGURE = """AC_INIT([plain], [1.0])
AM_INIT_AUTOMAKE([foreign subdir-objects])
AC_PROG_CC
AC_PROG_RANLIB
AM_PROG_AR
AC_CHECK_FUNCS([MPI_Put], [], [AC_MSG_ERROR([no MPI])])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
"""
AUTOMAKE = """bin_PROGRAMS = prog
noinst_LIBRARIES = libsending.a libspoiling.a
libsending_a_SOURCES = sending.c
libspoiling_a_SOURCES = spoiling.c
prog_SOURCES = main.c
prog_LDADD = libsending.a libspoiling.a
"""


def needs(*programs):
    missing = [program for program in programs if shutil.which(program) is None]
    return unittest.skipIf(missing, "needs " + ", ".join(missing))


@unittest.skipUnless(has_runtime("openmpi"), "needs the runtime for Open MPI")
class Projects(Case):
    def setUp(self):
        super().setUp()
        self.write("main.c", MAIN)
        self.write("sending.c", SENDING)
        self.write("spoiling.c", SPOILING)

    def do(self, *command, **more):
        result = self.run_command(*command, **more)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result

    def expect_race(self, program="./prog", farsan=BIN / "farsan"):
        result = self.run_command(farsan, "run", "-n", "2", "--json", "report.json", program)
        self.assertEqual(result.returncode, 66, result.stdout + result.stderr)
        races = json.loads((self.folder / "report.json").read_text())["races"]
        lines = [[(access["file"].rsplit("/", 1)[1], access["line"]) for access in race["accesses"]] for race in races]
        self.assertEqual(lines, [[("sending.c", 3), ("spoiling.c", 2)]], result.stderr)

    @needs("make")
    def test_make(self):
        self.write("Makefile", MAKEFILE)
        self.do("make", f"CC={BIN}/farsan-mpicc")
        self.expect_race()
        self.assertIn("main.c", (self.folder / "main.d").read_text())

    @needs("make")
    @unittest.skipUnless(has_runtime("mpich"), "needs the runtime for MPICH")
    def test_make_with_mpich(self):
        self.write("Makefile", MAKEFILE)
        self.do("make", f"CC={BIN}/farsan-mpicc.mpich")
        self.expect_race()

    @needs("make", "clang-19")
    def test_make_with_clang(self):
        self.write("Makefile", MAKEFILE)
        self.do("make", f"CC={BIN}/farsan-mpicc", OMPI_CC="clang-19")
        self.expect_race()

    @needs("cmake")
    def test_cmake_with_the_wrapper_as_compiler(self):
        self.write("CMakeLists.txt", CMAKE_PLAIN)
        self.do("cmake", "-B", "build", f"-DCMAKE_C_COMPILER={BIN}/farsan-mpicc")
        self.do("cmake", "--build", "build")
        self.expect_race("build/prog")

    @needs("cmake", "gcc")
    def test_cmake_that_finds_mpi_itself(self):
        self.write("CMakeLists.txt", CMAKE_FIND)
        self.do("cmake", "-B", "build", f"-DCMAKE_C_COMPILER={BIN}/farsan-gcc")
        self.do("cmake", "--build", "build")
        self.expect_race("build/prog")

    def check_ipo(self, compiler):
        self.write("CMakeLists.txt", CMAKE_FIND.replace("add_library(sending", CMAKE_IPO + "add_library(sending"))
        self.do("cmake", "-B", "build", f"-DCMAKE_C_COMPILER={BIN}/{compiler}")
        self.do("cmake", "--build", "build")
        self.expect_race("build/prog")

    @needs("cmake", "gcc", "gcc-ar")
    def test_cmake_with_ipo_of_gcc(self):
        self.check_ipo("farsan-gcc")

    @needs("cmake", "clang-19", "llvm-ar-19")
    def test_cmake_with_ipo_of_clang(self):
        self.check_ipo("farsan-clang-19")

    @needs("autoreconf", "automake", "make")
    def test_autotools(self):
        self.write("configure.ac", CONFIGURE)
        self.write("Makefile.am", AUTOMAKE)
        self.do("autoreconf", "-i")
        self.do("./configure", f"CC={BIN}/farsan-mpicc")
        self.do("make")
        self.expect_race()

    @needs("cmake")
    def test_an_installed_tree_can_be_moved(self):
        installed = self.run_command("cmake", "--install", BIN.parent, "--prefix", self.folder / "there")
        if installed.returncode != 0:
            self.skipTest("not all is built: " + installed.stderr)
        shutil.move(self.folder / "there", self.folder / "here")
        farsan = self.folder / "here/bin/farsan"
        self.do(self.folder / "here/bin/farsan-mpicc", "main.c", "sending.c", "spoiling.c", "-o", "prog")
        needed = self.run_command("readelf", "-d", "prog").stdout
        self.assertIn(f"[{self.folder}/here/lib/farsan]", needed)
        self.expect_race(farsan=farsan)
        self.assertEqual(self.run_command(farsan, "doctor").returncode, 0)

    def test_a_plain_mpirun_works_too(self):
        self.do(BIN / "farsan-mpicc", "main.c", "sending.c", "spoiling.c", "-o", "prog")
        result = self.run_command(shutil.which("mpirun.openmpi") or "mpirun", "-n", "2", "./prog", OMPI_ALLOW_RUN_AS_ROOT="1",
                                  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertIn("FarSan: 1 race in 2 ranks, exit status 66", result.stderr)


if __name__ == "__main__":
    main()
