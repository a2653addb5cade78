#!/usr/bin/env python3
"""Combinations of the plugin's steps that classes.cpp takes for alike give the same object, to a byte; so one of them can stand for
all when programs are run (corpus --classes). A sample; `--all` takes every combination."""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import classes
import generate
from levels import COMBINED, combine_apart, flags_of, name_of

HERE = Path(__file__).resolve().parent
PLUGIN = os.environ.get("FARSAN_PLUGIN_LIBRARY", HERE.parent.parent / "build/release/lib/farsan/libfarsan-pass.so")
CLANG = "clang-19"
SKIPPED = 77
combine_apart()
EVERY = 2 ** len(COMBINED)
SAMPLE = 8

STRAIGHT = """
void MPI_Win_fence(int, int);
void f(int* p, int* q) { *p = *q; p[1] = *p + 1; MPI_Win_fence(0, 0); *p = 2; *q = 3; }
"""
LOOPS = """
void MPI_Win_fence(int, int);
void f(double* a, const double* b, const int* at, long n) {
  for (long i = 0; i < n; i++) a[i] = 3 * b[i];
  MPI_Win_fence(0, 0);
  for (long i = 0; i < n; i++) a[at[i]] += b[i];
}
"""
OBJECTS = """
extern "C" void shmem_barrier_all();
struct base { virtual ~base() = default; virtual long value(long i) const = 0; };
struct held : base { long* content; long value(long i) const override { return content[i]; } };
long sum(const base& b, long n) {
  long all = 0;
  for (long i = 0; i < n; i++) all += b.value(i);
  try { shmem_barrier_all(); } catch (...) { all = 0; }
  return all;
}
long first() { held h; long x = 3; h.content = &x; return sum(h, 1); }
"""


class Classes(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="farsan-classes-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.rng = random.Random(1)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def command(self, level, number, *sources):
        flags = [word for word in flags_of(level, name_of(number, stacks=False)).split() if word != "-farsan-no-whole-program"]
        return [CLANG, "-g", "-Xclang", "-load", "-Xclang", PLUGIN, f"-fpass-plugin={PLUGIN}", *flags, "-c", *sources]

    def object_of(self, level, number, source):
        subprocess.run([*map(str, self.command(level, number, source)), "-o", "a.o"], cwd=self.folder, timeout=60, check=True)
        return (self.folder / "a.o").read_bytes()

    def check(self, level, source, fewest):
        found = classes.classes_of(classes.hashes_of(self.command(level, 0, source), self.folder), stacks=False)
        self.assertEqual(sorted(number for one in found for number in one.combinations), list(range(EVERY)))
        self.assertGreaterEqual(len(found), fewest)
        self.assertLess(len(found), EVERY)
        numbers = range(EVERY) if "--all" in sys.argv else self.rng.sample(range(EVERY), SAMPLE)
        self.assertEqual(classes.unlike(found, lambda number: self.object_of(level, number, source), numbers), [])
        return found

    def test_those_of_a_class_give_the_same_object_and_others_do_not(self):
        self.check("-O2", self.write("straight.c", STRAIGHT), 4)
        source = self.write("loops.c", LOOPS)
        some = self.rng.sample(self.check("-O2", source, 10), 3)
        self.assertEqual(len({self.object_of("-O2", one.combinations[0], source) for one in some}), 3)
        self.check("-O2", self.write("objects.cpp", OBJECTS), 4)
        self.check("-O2", self.write("random.c", generate.program(seed=7, functions=2)), 10)

    def test_at_other_levels_the_same_object_too(self):
        self.check("-O0", self.write("straight.c", STRAIGHT), 4)

    def test_of_two_modules_are_alike_in_both(self):
        sources = [self.write("straight.c", STRAIGHT), self.write("loops.c", LOOPS)]
        modules = classes.hashes_of(self.command("-O2", 0, *sources), self.folder)
        self.assertEqual(len(modules), 2)
        both, *each = (classes.classes_of(some, stacks=False) for some in (modules, modules[:1], modules[1:]))
        for one in both:
            for classes_of_one in each:
                self.assertEqual(sum(set(one.combinations) <= set(other.combinations) for other in classes_of_one), 1)

    def test_what_is_not_compiled_is_like_nothing(self):
        hashes = [classes.FAILED if number % 2 else "1" for number in range(EVERY)]
        self.assertEqual(len(classes.classes_of([hashes], stacks=False)), 1 + EVERY // 2)


if __name__ == "__main__":
    if shutil.which(CLANG) is None or not Path(PLUGIN).exists() or not classes.LIBRARY.exists():
        print(f"no {CLANG}, no plugin {PLUGIN} or no {classes.LIBRARY}")
        sys.exit(SKIPPED)
    unittest.main(argv=[word for word in sys.argv if word != "--all"])
