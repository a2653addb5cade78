#!/usr/bin/env python3
"""The plugin's steps change how accesses are recorded, not which: on random programs (generate.py), with each combination of
steps and at each level of optimisation, the same bytes are recorded for the same kind and the same line, from one
synchronisation to the next. And never a byte that the unoptimised program does not touch. What is recorded in line is what the calls
would have recorded last.

The same for programs of two modules (generate_modules.py), each by itself and instrumented by the linker with both in sight. There,
what counts are arrays of others and the objects that the program has shown to others (outside.c): that accesses to the rest are
left out is what a step is for.

    reduction_test.py [--seed N] [--programs N] [--functions N] [--only one|two|roads] [--keep FOLDER]

Needs clang 19 and FARSAN_PLUGIN_LIBRARY (or build/release).
"""

import argparse
import bisect
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import generate
import generate_modules

HERE = Path(__file__).resolve().parent
PLUGIN = os.environ.get("FARSAN_PLUGIN_LIBRARY", HERE.parent.parent / "build/release/lib/farsan/libfarsan-pass.so")
CLANG = "clang-19"
SYMBOLIZER = "llvm-symbolizer-19"
SKIPPED = 77

STEPS = ["relevance", "redundancy", "ranges", "spans", "copies", "grouping", "inline-test", "inline-record", "late-start"]
CALLS_ONLY = [step for step in STEPS if step not in ("ranges", "inline-record")]
IN_LINE = CALLS_ONLY + ["inline-record"]
PLAIN = []
COMBINATIONS = [STEPS, ["ranges"], ["redundancy"], ["grouping", "inline-test"], ["ranges", "redundancy", "inline-test"],
                ["spans", "inline-test", "late-start"], ["late-start"], ["ranges", "spans", "grouping", "inline-test"], ["spans", "copies", "inline-test"]]


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, check=False,
                          **options)


# Levels, as flags. Loops that were not rotated test at their beginning, and have accesses behind all their exits.
UNROTATED = ("-O2", "-mllvm", "-rotation-max-header-size=0")
# And instrumented by the linker.
AT_LINK = ("-O2", "-flto", "-mllvm", "-farsan-at-link", "-fuse-ld=lld", f"-Wl,--load-pass-plugin={PLUGIN}")
LEVELS = [("-O0",), ("-O1",), ("-O2",), ("-O3",), UNROTATED, *([AT_LINK] if shutil.which("ld.lld-19") else [])]
# Of two modules: most of what makes a difference is at the link.
LEVELS_OF_TWO = [("-O2",), *((level, *AT_LINK[1:]) for level in ("-O0", "-O1", "-O2", "-O3") if AT_LINK in LEVELS)]
COMBINATIONS_OF_TWO = [STEPS, ["relevance"], ["redundancy", "ranges", "inline-test"]]


def build(folder, sources, level, steps):
    """The program, linked with the logger."""
    name = f"{sources[0].stem}{''.join(level[:2])}-{'-'.join(steps) or 'plain'}"
    binary = folder / name
    switches = [word for step in STEPS for word in ("-mllvm", f"-farsan-{step}={int(step in steps)}")]
    switches += ["-mllvm", "-farsan-few=0"]  # loops of these programs are short
    result = run(CLANG, *level, "-g", "-w", "-fno-strict-aliasing", "-fwrapv", "-fno-pie", "-no-pie", "-Xclang", "-load",
                 "-Xclang", PLUGIN, f"-fpass-plugin={PLUGIN}", *switches, *sources, folder / "logger.o",
                 *([folder / "outside.o"] if len(sources) > 1 else []), "-o", binary)
    if result.returncode != 0:
        raise RuntimeError(f"{name}: does not compile\n{result.stderr[-2000:]}")
    return binary


def lines_of(binary, addresses):
    """File and line of the call that returns to each address."""
    ordered = sorted(addresses)
    # The executable is linked to a fixed address: an offset from its start is not an address in it.
    start = symbols_of(binary)["__executable_start"]
    result = run(SYMBOLIZER, "-e", binary, "--no-inlines", "--output-style=GNU",
                 input="\n".join(hex(start + int(address, 16) - 1) for address in ordered))
    places = [line for line in result.stdout.splitlines() if ":" in line]
    return {address: place.rsplit("/", 1)[-1].split()[0] for address, place in zip(ordered, places)}


def symbols_of(binary):
    rows = (line.split() for line in run("nm", binary).stdout.splitlines())
    return {row[2]: int(row[0], 16) for row in rows if len(row) == 3}


KINDS = {"0": "load", "1": "store", "2": "load by a call", "3": "store by a call"}
ARENA = 16 * 4096  # bytes, as in logger.c; before the variables
ARRAYS = ARENA // 2  # others know them anyway


class Variables:
    """Names for the bytes of variables, which are not at the same address in each build."""

    def __init__(self, binary):
        symbols = symbols_of(binary)
        self.start = symbols["__data_start"]
        self.symbols = sorted((address, name) for name, address in symbols.items())

    def name(self, number):
        if number < ARENA:
            return number
        address = number - ARENA + self.start
        begin, name = self.symbols[bisect.bisect_right(self.symbols, (address, chr(0x10FFFF))) - 1]
        return f"{name}+{address - begin}"


def recorded(binary, **variables):
    """(epoch, kind, line) -> set of bytes, of those that others can see; or raises."""
    result = run(binary, env=os.environ | variables)
    if result.returncode != 0:
        raise RuntimeError(f"{binary.name}: exit status {result.returncode}")
    rows = [line.split() for line in result.stdout.splitlines()]
    lines = lines_of(binary, {row[2] for row in rows if row[1] != "exposed"})
    exposed = set(range(ARRAYS)).union(*(numbers(row[3:]) for row in rows if row[1] == "exposed"))
    named = Variables(binary)
    found = defaultdict(set)
    for epoch, kind, address, *ranges in rows:
        touched = exposed & numbers(ranges) if kind != "exposed" else ()
        if touched:
            found[int(epoch), KINDS[kind], lines[address]].update(map(named.name, touched))
    return dict(found)


def numbers(ranges):
    pairs = (map(int, piece.split("-")) for piece in ranges)
    return {number for begin, end in pairs for number in range(begin, end)}


def without_lines(found):
    merged = defaultdict(set)
    for (epoch, kind, _), touched in found.items():
        merged[epoch, kind].update(touched)
    return merged


def differences(expected, got):
    texts = []
    for key in sorted(expected.keys() | got.keys()):
        missing = expected.get(key, set()) - got.get(key, set())
        extra = got.get(key, set()) - expected.get(key, set())
        if missing or extra:
            texts.append(f"epoch {key[0]}, {key[1]} of {key[2]}: missing {some(missing)}, too many {some(extra)}")
    return texts


def some(touched):
    return sorted(touched, key=str)[:6]


def written(folder, names, texts):
    for name, text in zip(names, texts):
        (folder / name).write_text(text)
    return [folder / name for name in names]


def problems_of_one(seed, functions, folder):
    sources = written(folder, [f"program-{seed}.c"], [generate.program(seed, functions)])
    return problems_of(sources, LEVELS, lambda level: COMBINATIONS if level == ("-O2",) else [STEPS], LEVELS, folder)


def problems_of_two(seed, functions, folder):
    sources = written(folder, [f"a-{seed}.c", f"b-{seed}.c"], generate_modules.program(seed, functions // 4))
    return problems_of(sources, LEVELS_OF_TWO, lambda level: COMBINATIONS_OF_TWO if level == AT_LINK else [STEPS], [AT_LINK], folder)


def problems_of_roads(seed, _, folder):
    sources = written(folder, [f"roads-a-{seed}.c", f"roads-b-{seed}.c"], generate_modules.all_roads(seed))
    return problems_of(sources, [LEVELS_OF_TWO[1], AT_LINK] if AT_LINK in LEVELS else [], lambda level: [["relevance"]], [], folder)


def problems_of(sources, levels, combinations, in_line_at, folder):
    problems = []
    unoptimised = without_lines(recorded(build(folder, sources, ("-O0",), PLAIN)))
    for level in levels:
        title = " ".join(level[:2])
        plain = recorded(build(folder, sources, level, PLAIN))
        for key, touched in without_lines(plain).items():
            invented = touched - unoptimised.get(key, set())
            if invented:
                problems.append(f"{title}: epoch {key[0]}, {key[1]}: bytes {some(invented)} are not the program's")
        for steps in combinations(level):
            got = recorded(build(folder, sources, level, steps))
            problems += [f"{title}, {'+'.join(steps)}: {text}" for text in differences(plain, got)[:5]]
        if level not in in_line_at:
            continue
        calls = recorded(build(folder, sources, level, CALLS_ONLY), LAST="1")
        in_line = recorded(build(folder, sources, level, IN_LINE), LAST="1")
        problems += [f"{title}, in line: {text}" for text in differences(calls, in_line)[:5]]
    return problems


KINDS_OF_PROGRAMS = {"one": problems_of_one, "two": problems_of_two, "roads": problems_of_roads}


def check(seed, kind, functions, folder):
    try:
        problems = KINDS_OF_PROGRAMS[kind](seed, functions, folder)
    except RuntimeError as error:
        problems = [error]
    return [f"seed {seed}, --only {kind}: {problem}" for problem in problems]


def seeds_of(arguments):
    """A fixed and a fresh one, or the one that was asked for, and those that follow."""
    fresh = random.SystemRandom().randrange(1000, 10**9)
    first = [1, fresh] if arguments.seed is None else [arguments.seed]
    return [seed + i for seed in first for i in range(arguments.programs)]


def report(seeds, problems):
    """Prints them, and returns the exit status."""
    print(f"seeds {', '.join(map(str, seeds[:8]))}{' ...' if len(seeds) > 8 else ''}: {len(problems)} problems")
    for problem in problems[:40]:
        print(problem)
    return 1 if problems else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, help="only this one, and those that follow it")
    parser.add_argument("--programs", type=int, default=1)
    parser.add_argument("--functions", type=int, default=8)
    parser.add_argument("--only", choices=KINDS_OF_PROGRAMS, help="programs of one module, of two, or with all roads out of them")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    if not shutil.which(CLANG) or not shutil.which(SYMBOLIZER) or not Path(PLUGIN).exists():
        print("no clang 19, no llvm-symbolizer or no plugin")
        return SKIPPED
    seeds = seeds_of(arguments)
    with tempfile.TemporaryDirectory(prefix="farsan-compiler-") as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for native in ("logger", "outside"):
            run(CLANG, "-O1", "-fno-builtin", "-c", HERE / f"{native}.c", "-o", folder / f"{native}.o")
        kinds = [arguments.only] if arguments.only else list(KINDS_OF_PROGRAMS)
        runs = [(seed, kind, arguments.functions) for kind in kinds for seed in seeds]
        with ThreadPoolExecutor(arguments.jobs) as pool:
            results = list(pool.map(lambda of: check(*of, folder), runs))
    problems = [problem for result in results for problem in result]
    return report(seeds, problems)


if __name__ == "__main__":
    sys.exit(main())
