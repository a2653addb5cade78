#!/usr/bin/env python3
"""Programs do with FarSan what they do without it: what libc and libstdc++ tell them, code that is loaded while they run, and what they
tell ThreadSanitizer."""

import json
import shutil
import unittest
from pathlib import Path

from harness import BIN, Case, has_runtime, main

BEGIN = """#define _GNU_SOURCE
#include <mpi.h>
#include <dlfcn.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int rank;
static char *memory;
static MPI_Win win;
static inline void begin(void) {
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
}
static inline void end(void) {
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
"""


@unittest.skipUnless(has_runtime("openmpi"), "needs the runtime for Open MPI")
class SameProgramCase(Case):
    def build(self, name, text, *flags, wrapper="farsan-mpicc"):
        source = self.write(name, text)
        program = self.folder / source.stem
        self.succeeds(wrapper, "-g", "-O0", "-w", "-o", program, source, *flags)
        return program

    def succeeds(self, *command):
        done = self.run_command(*([self.tool(command[0])] + list(command[1:])))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def tool(self, name):
        return BIN / name if (BIN / name).exists() else shutil.which(name)

    def run_job(self, *program, ranks=1):
        return self.run_command(self.tool("farsan"), "run", "-n", str(ranks), *program)

    def lines_of(self, *program):
        done = self.run_job(*program)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout.splitlines()

    def accesses_of(self, *program):
        """All accesses in the report about two processes."""
        report = self.folder / "report.json"
        done = self.run_command(self.tool("farsan"), "run", "-n", "2", "--json", report, *program)
        self.assertEqual(done.returncode, 66, done.stdout + done.stderr)
        return [access for race in json.loads(report.read_text())["races"] for access in race["accesses"]]


class Routines(SameProgramCase):
    def test_sprintf_appends_to_the_text_that_it_reads(self):
        program = self.build("append.c", BEGIN + """int main(void) {
  char text[32] = "head";
  begin();
  sprintf(text, "%s-%d", text, 7);
  puts(text);
  end();
}
""")
        self.assertEqual(self.lines_of(program), ["head-7"])

    def test_a_number_with_a_wrong_base_has_no_end(self):
        program = self.build("base.c", BEGIN + """int main(void) {
  char here[4], *rest = here;
  begin();
  strtol("12", &rest, 1);
  puts(rest == here ? "as it was" : "another one");
  strtol("12x", &rest, 10);
  puts(rest);
  end();
}
""")
        self.assertEqual(self.lines_of(program), ["as it was", "x"])

    def test_dlerror_says_what_it_was_about_to_say(self):
        program = self.build("error.c", BEGIN + """int main(void) {
  begin();
  dlopen("libnot-there.so", RTLD_NOW);
  fprintf(stdout, "%s", "error: ");
  const char *error = dlerror();
  puts(error ? error : "none");
  end();
}
""", "-ldl")
        self.assertIn("libnot-there.so", self.lines_of(program)[0])

    def test_parts_of_an_item_are_read_as_without_farsan(self):
        program = self.build("items.c", BEGIN + """int main(void) {
  char items[3][8] = {"", "", "......."};
  begin();
  FILE *file = tmpfile();
  fwrite("0123456789abcdefghi", 1, 19, file);
  rewind(file);
  size_t count = fread(items, 8, 3, file);
  printf("%zu %.8s %.5s %d\\n", count, items[1], items[2], feof(file) != 0);
  printf("%zu\\n", fread(items, 0, 3, file));
  end();
}
""")
        self.assertEqual(self.lines_of(program), ["2 89abcdef ghi.. 1", "0"])

    def test_streams_extract_every_value_and_store_it_when_they_throw(self):
        program = self.build("streams.cpp", """#include <mpi.h>
#include <iostream>
#include <sstream>
template <class Number> void extract(const char *text) {
  Number number = 5;
  std::istringstream stream(text);
  stream.exceptions(std::ios::failbit);
  try {
    stream >> number;
    std::cout << number << '\\n';
  } catch (const std::ios::failure &) {
    std::cout << "failed " << number << '\\n';
  }
}
int main() {
  MPI_Init(nullptr, nullptr);
  extract<unsigned short>(" 42405");
  extract<int>("-1515870811");
  extract<int>("word");
  extract<double>("word");
  extract<double>("  ");
  extract<char>(" c");
  extract<char>(" ");
  MPI_Finalize();
}
""", wrapper="farsan-mpicxx")
        self.assertEqual(self.lines_of(program), ["42405", "-1515870811", "failed 0", "failed 0", "failed 5", "c", "failed \x05"])

    def test_what_is_for_threadsanitizer_may_be_called(self):
        text = """#include <stdio.h>
#ifdef MPI
#include <mpi.h>
#endif
void __tsan_acquire(void *);
void __tsan_release(void *);
void __tsan_mutex_post_lock(void *, unsigned, int);
void *__tsan_create_fiber(unsigned);
void __tsan_ignore_thread_begin(void);
void __tsan_ignore_thread_end(void);
void AnnotateHappensBefore(const char *, int, const volatile void *);
#ifdef OWN
void AnnotateHappensBefore(const char *file, int line, const volatile void *at) { puts("own"); }
#endif
int main(void) {
  int x;
#ifdef MPI
  MPI_Init(NULL, NULL);
#endif
  __tsan_release(&x), __tsan_acquire(&x), __tsan_mutex_post_lock(&x, 0, 1);
  AnnotateHappensBefore(__FILE__, __LINE__, &x);
  __tsan_ignore_thread_begin(), __tsan_ignore_thread_end();
  puts(__tsan_create_fiber(0) ? "a fiber" : "none");
#ifdef MPI
  MPI_Finalize();
#endif
  return 0;
}
"""
        self.assertEqual(self.lines_of(self.build("told.c", text, "-DMPI")), ["a fiber"])
        self.assertEqual(self.lines_of(self.build("own.c", text, "-DMPI", "-DOWN")), ["own", "a fiber"])
        alone = self.build("alone.c", text, "-DOWN", wrapper="farsan-gcc")
        self.assertEqual(self.succeeds(str(alone)).stdout.splitlines(), ["own", "a fiber"])

    def test_nothing_counts_where_threadsanitizer_is_to_ignore_the_thread(self):
        text = BEGIN + """void __tsan_ignore_thread_begin(void);
void __tsan_ignore_thread_end(void);
int main(void) {
  char value = 1;
  begin();
  if (rank == 1)
    MPI_Put(&value, 1, MPI_CHAR, 0, 0, 1, MPI_CHAR, win);
  if (rank == 0) {
    if (IGNORE) __tsan_ignore_thread_begin();
    memory[0] = 2;
    if (IGNORE) __tsan_ignore_thread_end();
  }
  end();
}
"""
        self.assertEqual(self.run_job(self.build("ignored.c", text, "-DIGNORE=1"), ranks=2).returncode, 0)
        self.assertEqual(self.run_job(self.build("seen.c", text, "-DIGNORE=0"), ranks=2).returncode, 66)


class Jumps(SameProgramCase):
    def test_calls_that_were_left_by_longjmp_are_in_no_report(self):
        program = self.build("jump.c", BEGIN + """static jmp_buf place;
__attribute__((noinline)) static void fail(volatile int *depth) {
  if (*depth == 0)
    longjmp(place, 1);
  --*depth;
  fail(depth);
  *depth = 2;
}
__attribute__((noinline)) static void put(int at) {
  static char value;
  MPI_Put(&value, 1, MPI_CHAR, 0, at, 1, MPI_CHAR, win);
}
int main(void) {
  begin();
  for (volatile int i = 0; i < 1000; ++i) {
    volatile int depth = 5;
    if (!setjmp(place))
      fail(&depth);
  }
  if (rank == 1)
    put(0);
  else
    memory[0] = 1;
  end();
}
""")
        put, = [access for access in self.accesses_of(program) if access["call"] == "MPI_Put"]
        self.assertEqual([call["function"] for call in put["stack"]], ["put", "main"])


class LoadedLater(SameProgramCase):
    def library(self, name, text, *flags):
        source = self.write(name, text)
        library = self.folder / f"lib{source.stem}.so"
        self.succeeds("farsan-mpicc", "-g", "-O0", "-w", "-shared", "-fPIC", "-o", library, source, *flags)
        return library

    def test_a_plain_program_loads_a_library(self):
        library = self.library("plugin.c", BEGIN + """int run(void) {
  char value = 1;
  begin();
  if (rank == 1)
    MPI_Put(&value, 1, MPI_CHAR, 0, 0, 1, MPI_CHAR, win);
  else
    memory[0] = 1;
  end();
  return 0;
}
""")
        source = self.write("host.c", """#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return puts(dlerror()), 1;
  return ((int (*)(void))dlsym(library, "run"))();
}
""")
        self.succeeds("gcc", "-o", self.folder / "host", source, "-ldl")
        accesses = self.accesses_of(self.folder / "host", library)
        self.assertEqual({Path(access["file"]).name for access in accesses}, {"plugin.c"})

    def test_a_library_takes_the_place_of_another_one(self):
        first = self.library("first.c", """#include <string.h>
void touch(char *at, size_t size) {
  at[0] = 1;
  memset(at + 8, 1, size);
}
""")
        second = self.library("second.c", """#include <string.h>
/* As long as the first one,
   but elsewhere in its file. */
void touch(char *at, size_t size) {
  at[0] = 1;
  memset(at + 8, 1, size);
}
""")
        program = self.build("reload.c", BEGIN + """typedef void (*Touch)(char *, size_t);
int main(int argc, char **argv) {
  char value[32] = "";
  begin();
  void *library = dlopen(argv[1], RTLD_NOW), *before;
  Touch touch = (Touch)dlsym(library, "touch");
  before = (void *)touch;
  touch(memory, 8);
  dlclose(library);
  touch = (Touch)dlsym(dlopen(argv[2], RTLD_NOW), "touch");
  if (before != (void *)touch)
    fprintf(stderr, "another place\\n");
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Put(value, 32, MPI_CHAR, 0, 0, 32, MPI_CHAR, win);
  else
    touch(memory, 8);
  end();
}
""", "-ldl")
        places = {(Path(access["file"]).name, access["line"], access["function"])
                  for access in self.accesses_of(program, first, second) if access["rank"] == 0}
        self.assertEqual(places, {("second.c", 5, "touch"), ("second.c", 6, "touch")})

    def test_what_a_library_imports_is_found_wherever_its_names_are(self):
        """As patchelf leaves them: the names before the symbols. That the program sends synchronously has to be known."""
        linked = "-Wl,--section-start=.dynsym=0x800000,--section-start=.dynstr=0x1000"  # symbols behind all else
        library = self.library("sending.c", """#include <mpi.h>
void send_it(int *value) {
  MPI_Ssend(value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
}
""", linked)
        program = self.build("sends.c", BEGIN + """void send_it(int *);
int main(void) {
  int value = 1;
  begin();
  if (rank == 1) {
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    send_it(&value);
    memory[0] = 3;
  }
  end();
}
""", f"-L{self.folder}", "-lsending", f"-Wl,-rpath,{self.folder}")
        self.assertTrue(library.exists())
        done = self.run_job(program, ranks=2)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    main()
