#!/usr/bin/env python3
"""The plugin for gcc: calls for whole loops, tests before the calls of -fsanitize=thread, and what is recorded in line, change how accesses are
recorded, not which. On random programs (generate.py), at each level of optimisation, the same bytes are recorded for the same kind and the same
line, with the plugin and without. And no line that the unoptimised program has not. And small functions: what is left of them.

    gcc_test.py [--seed N] [--programs N] [--functions N]

Needs farsan-gcc (in FARSAN_BIN, or build/release/bin) with a plugin for this gcc, and llvm-symbolizer."""

import argparse
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import generate
import reduction_test
from reduction_test import HERE, SKIPPED, run

WRAPPER = Path(os.environ.get("FARSAN_BIN", HERE.parent.parent / "build/release/bin")) / "farsan-gcc"
LEVELS = ("-O0", "-Og", "-O1", "-O2", "-O3")
FLAGS = ("-w", "-fno-strict-aliasing", "-fwrapv")

# What is left of a function, at -O2: (source, tests of pages, calls that are there). Numbered calls are those of accesses that are recorded in
# line. A function may have calls of its own for entry and exit.
SHAPES = {
    "one load": ("int f(int* p) { return *p; }", 1, ["__tsan_read4"]),
    "a store in a loop": ("void f(double* p, long n) { for (long i = 0; i < n; i++) p[i] = 1; }", 2, ["__tsan_write_range"]),
    "backwards": ("void f(int* p, long n) { for (long i = 0; i < n; i++) p[n - i] = 1; }", 2, ["__tsan_write_range"]),
    "every other one": ("long f(long* p, long n) { long s = 0; for (long i = 0; i < n; i++) s += p[2 * i]; return s; }", 0,
                        ["__farsan_read_strided"]),
    "always the same one": ("void f(int* p, int* q, long n) { for (long i = 0; i < n; i++) *p = q[i]; }", 3,
                            ["__tsan_read_range", "__tsan_write4"]),
    "the rows of a matrix": ("void f(float p[][64], int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) p[i][j]++; }", 2,
                             ["__tsan_read_range", "__tsan_write_range"]),
    "rounds of which nobody knows": ("long f(long* p) { long i = 0; while (p[i] != 0) i++; return i; }", 2,
                                     ["__farsan_read8", "__tsan_read8"]),
    "two ways out": ("long f(long* p, long n) { for (long i = 0; i < n; i++) if (p[i] == 7) return i; return n; }", 1,
                     ["__farsan_read8"]),
    "not in every round": ("void f(long* p, char* c, long n) { for (long i = 0; i < n; i++) if (c[i]) p[i] = 1; }", 3,
                           ["__farsan_write8", "__tsan_read_range"]),
    "through an index": ("void f(double* p, int* k, long n) { for (long i = 0; i < n; i++) p[k[i]] = 1; }", 3,
                         ["__farsan_write8", "__tsan_read_range"]),
    "what is called may synchronise": ("void g(); void f(double* p, long n) { for (long i = 0; i < n; i++) { p[i] = 1; g(); } }", 1,
                                       ["__farsan_write8"]),
    "what is called cannot": ("double sqrt(double); void f(double* p, long n) { for (long i = 0; i < n; i++) p[i] = sqrt(p[i]); }", 2,
                              ["__tsan_read_range", "__tsan_write_range"]),
    "something volatile": ("void f(double* p, volatile int* q, long n) { for (long i = 0; i < n; i++) { p[i] = 1; *q; } }", 2,
                           ["__farsan_read4", "__farsan_write8"]),
    "a short in a loop": ("void g(); void f(short* p, long n) { for (long i = 0; i < n; i++) { p[i] = 1; g(); } }", 1, ["__tsan_write2"]),
    "may end on the next page": ("typedef double v __attribute__((vector_size(16), aligned(8))); void f(v* p, v* q) { *p = *q; }",
                                 4, ["__tsan_read16", "__tsan_write16"]),
    "a structure": ("struct s { char c[24]; }; void f(struct s* p, struct s* q) { *p = *q; }", 4,
                    ["__tsan_read_range", "__tsan_write_range"]),
    "a large structure looks for itself": ("struct s { char c[5000]; }; void f(struct s* p, struct s* q) { *p = *q; }", 0,
                                           ["__tsan_read_range", "__tsan_write_range"]),
    "a copy": ("#include <string.h>\nvoid f(char* p, char* q) { memcpy(p, q, 24); }", 0, ["__tsan_memcpy"]),
    "a comparison": ("#include <string.h>\nint f(char* p, char* q) { return memcmp(p, q, 8) == 0; }", 0, ["memcmp"]),
    "a private variable": ("int f(int n) { int a[4] = {1, 2, 3, 4}; return a[n & 3]; }", 0, []),
}


# C++ that gcc has to get through, at each level.
COMPILED = {
    "a comparison that only reads": """#include <cstdlib>
#include <string>
void f(int count, char** words, unsigned number) {
  const char* last = nullptr;
  for (int i = 1; i < count; ++i) last = words[++i];
  if (last != nullptr && last != std::to_string(number)) std::exit(3);
}
""",
}

PLAIN = ("-farsan-no-plugin",)
GUARDED = ()
STILL = ("-fno-tree-loop-im",)  # nothing is moved out of loops, as in what is plain
ORDERED = {"FARSAN_RANGES": "0"}  # and no call is for a whole loop: the order of accesses is the same


def build(folder, source, level, switches, variables=None):
    binary = folder / f"{source.stem}{level}{''.join((*switches, *(variables or ()))) or '-guarded'}"
    # The wrapper's own way to link would bring the shim in, which has the same entry points as the logger.
    parts = [(WRAPPER, level, *FLAGS, "-fno-pie", *switches, "-c", source, "-o", f"{binary}.o"),
             ("gcc", "-no-pie", f"{binary}.o", folder / "logger.o", "-o", binary)]
    for part in parts:
        result = run(*part, env=os.environ | (variables or {}))
        if result.returncode != 0:
            raise RuntimeError(f"{binary.name}: does not compile\n{result.stderr[-2000:]}")
    return binary


def recorded(source, binary, **variables):
    """But for memmove and its like, which only the plugin, or gcc when it makes loads and stores of them, lets the runtime know of."""
    copies = {f"{source.name}:{number}" for number, line in enumerate(source.read_text().splitlines(), 1) if "mem" in line}
    return {key: touched for key, touched in reduction_test.recorded(binary, **variables).items() if key[2] not in copies}


def wrong_lines(unoptimised, found):
    return [f"epoch {epoch}: line {line} has no {kind} of bytes {sorted(wrong)[:6]}"
            for (epoch, kind, line), touched in found.items()
            if (wrong := touched - unoptimised.get((epoch, kind, line), set()))]


def problems_of(seed, functions, folder):
    source = folder / f"gcc-{seed}.c"
    source.write_text(generate.program(seed, functions))
    problems = []
    unoptimised = recorded(source, build(folder, source, "-O0", PLAIN))
    for level in LEVELS:
        plain, still, guarded = (build(folder, source, level, switches) for switches in (PLAIN, STILL, GUARDED))
        ordered = build(folder, source, level, STILL, ORDERED)
        for title, binary, variables in (("ranges", still, {}), ("calls", ordered, {}), ("in line", ordered, {"LAST": "1"})):
            expected, got = (recorded(source, each, **variables) for each in (plain, binary))
            if not expected:
                problems.append(f"{level}, {title}: nothing is recorded at all")
            problems += [f"{level}, {title}: {text}" for text in reduction_test.differences(expected, got)[:5]]
        problems += [f"{level}: {text}" for text in wrong_lines(unoptimised, recorded(source, guarded))[:5]]
    return [f"seed {seed}: {problem}" for problem in problems]


def problems_of_shapes(folder):
    problems = []
    for title, (source, tests, calls) in SHAPES.items():
        (folder / "shape.c").write_text(source + "\n")
        result = run(WRAPPER, "-O2", *FLAGS, "-fdump-tree-optimized=shape.dump", "-S", "shape.c", cwd=folder)
        if result.returncode != 0:
            problems.append(f"{title}: {result.stderr[-500:]}")
            continue
        text = (folder / "shape.dump").read_text()
        text = text[: text.find(";; Function _sub_I")] if ";; Function _sub_I" in text else text
        found_tests = len(re.findall(r"& 68719476735;", text))
        found = sorted(set(re.findall(r"(__(?:farsan|tsan)_(?:read|write|mem)\w*|memcmp) \(", text)))
        if (found_tests, found) != (tests, calls):
            problems.append(f"{title}: {found_tests} tests instead of {tests}, calls {found} instead of {calls}")
    return problems


def problems_of_compiling(folder):
    problems = []
    for title, source in COMPILED.items():
        (folder / "whole.cpp").write_text(source)
        for level in LEVELS:
            result = run(WRAPPER.with_name("farsan-g++"), "-std=c++20", level, "-w", "-c", "whole.cpp", cwd=folder)
            if result.returncode != 0:
                problems.append(f"{title}, {level}: {result.stderr[-500:]}")
    return problems


def check(seed, functions, folder):
    try:
        return problems_of(seed, functions, folder)
    except RuntimeError as error:
        return [f"seed {seed}: {error}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, help="only this one, and those that follow it")
    parser.add_argument("--programs", type=int, default=1)
    parser.add_argument("--functions", type=int, default=8)
    arguments = parser.parse_args()
    if not WRAPPER.exists() or not shutil.which("gcc") or not shutil.which(reduction_test.SYMBOLIZER):
        print("no farsan-gcc, no gcc or no llvm-symbolizer")
        return SKIPPED
    if "plugin for gcc (" not in run(WRAPPER, "-farsan-v", "-E", "-x", "c", os.devnull).stderr:
        print("no plugin for this gcc")
        return SKIPPED
    seeds = reduction_test.seeds_of(arguments)
    with tempfile.TemporaryDirectory(prefix="farsan-gcc-") as temporary:
        folder = Path(temporary)
        run("gcc", "-O1", "-c", HERE / "logger.c", "-o", folder / "logger.o")
        problems = problems_of_shapes(folder) + problems_of_compiling(folder)
        for seed in seeds:
            problems += check(seed, arguments.functions, folder)
    return reduction_test.report(seeds, problems)


if __name__ == "__main__":
    sys.exit(main())
