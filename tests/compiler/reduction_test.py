#!/usr/bin/env python3
"""The plugin's steps change how accesses are recorded, not which: on random programs (generate.py), with each combination of
steps and at each level of optimisation, the same bytes are recorded for the same kind and the same line, from one
synchronisation to the next. And never a byte that the unoptimised program does not touch. What is recorded in line is what the calls
would have recorded last.

    reduction_test.py [--seed N] [--programs N] [--functions N] [--keep FOLDER]

Needs clang 19 and FARSAN_PLUGIN_LIBRARY (or build/release).
"""

import argparse
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

HERE = Path(__file__).resolve().parent
PLUGIN = os.environ.get("FARSAN_PLUGIN_LIBRARY", HERE.parent.parent / "build/release/lib/farsan/libfarsan-pass.so")
CLANG = "clang-19"
SYMBOLIZER = "llvm-symbolizer-19"
SKIPPED = 77

STEPS = ["relevance", "redundancy", "ranges", "spans", "grouping", "inline-test", "inline-record"]
CALLS_ONLY = [step for step in STEPS if step not in ("ranges", "inline-record")]
IN_LINE = CALLS_ONLY + ["inline-record"]
PLAIN = []
COMBINATIONS = [STEPS, ["ranges"], ["redundancy"], ["grouping", "inline-test"], ["ranges", "redundancy", "inline-test"],
                ["spans", "inline-test"], ["ranges", "spans", "grouping", "inline-test"]]


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, check=False,
                          **options)


# Levels, as flags. Loops that were not rotated test at their beginning, and have accesses behind all their exits.
UNROTATED = ("-O2", "-mllvm", "-rotation-max-header-size=0")
# And instrumented by the linker.
AT_LINK = ("-O2", "-flto", "-mllvm", "-farsan-at-link", "-fuse-ld=lld", f"-Wl,--load-pass-plugin={PLUGIN}")
LEVELS = [("-O0",), ("-O1",), ("-O2",), ("-O3",), UNROTATED, *([AT_LINK] if shutil.which("ld.lld-19") else [])]


def build(folder, source, level, steps):
    """The program, linked with the logger."""
    name = f"{source.stem}{''.join(level[:2])}-{'-'.join(steps) or 'plain'}"
    binary = folder / name
    switches = [word for step in STEPS for word in ("-mllvm", f"-farsan-{step}={int(step in steps)}")]
    switches += ["-mllvm", "-farsan-few=0"]  # loops of these programs are short
    result = run(CLANG, *level, "-g", "-w", "-fno-strict-aliasing", "-fwrapv", "-fno-pie", "-no-pie", "-Xclang", "-load",
                 "-Xclang", PLUGIN, f"-fpass-plugin={PLUGIN}", *switches, source, folder / "logger.o", "-o", binary)
    if result.returncode != 0:
        raise RuntimeError(f"{name}: does not compile\n{result.stderr[-2000:]}")
    return binary


def lines_of(binary, addresses):
    """Line of the call that returns to each address."""
    ordered = sorted(addresses)
    # The executable is linked to a fixed address: an offset from its start is not an address in it.
    start = int(next(line.split()[0] for line in run("nm", binary).stdout.splitlines()
                     if line.endswith(" __executable_start")), 16)
    result = run(SYMBOLIZER, "-e", binary, "--no-inlines", "--output-style=GNU",
                 input="\n".join(hex(start + int(address, 16) - 1) for address in ordered))
    places = [line for line in result.stdout.splitlines() if ":" in line]
    return {address: int(place.rsplit(":", 1)[1].split()[0].replace("?", "0")) for address, place in zip(ordered, places)}


KINDS = {"0": "load", "1": "store", "2": "load by a call", "3": "store by a call"}


def recorded(binary, **variables):
    """(epoch, kind, line) -> set of bytes, or raises."""
    result = run(binary, env=os.environ | variables)
    if result.returncode != 0:
        raise RuntimeError(f"{binary.name}: exit status {result.returncode}")
    rows = [line.split() for line in result.stdout.splitlines()]
    lines = lines_of(binary, {row[2] for row in rows})
    found = defaultdict(set)
    for epoch, kind, address, *ranges in rows:
        for piece in ranges:
            begin, end = map(int, piece.split("-"))
            found[int(epoch), KINDS[kind], lines[address]].update(range(begin, end))
    return dict(found)


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
            texts.append(f"epoch {key[0]}, {key[1]} of line {key[2]}: missing {sorted(missing)[:6]}, "
                         f"too many {sorted(extra)[:6]}")
    return texts


def problems_of(seed, functions, folder):
    source = folder / f"program-{seed}.c"
    source.write_text(generate.program(seed, functions))
    problems = []
    unoptimised = without_lines(recorded(build(folder, source, ("-O0",), PLAIN)))
    for level in LEVELS:
        title = " ".join(level[:2])
        plain = recorded(build(folder, source, level, PLAIN))
        for key, touched in without_lines(plain).items():
            invented = touched - unoptimised.get(key, set())
            if invented:
                problems.append(f"{title}: epoch {key[0]}, {key[1]}: bytes {sorted(invented)[:6]} are not the program's")
        for steps in COMBINATIONS if level == ("-O2",) else COMBINATIONS[:1]:
            got = recorded(build(folder, source, level, steps))
            problems += [f"{title}, {'+'.join(steps)}: {text}" for text in differences(plain, got)[:5]]
        calls = recorded(build(folder, source, level, CALLS_ONLY), LAST="1")
        in_line = recorded(build(folder, source, level, IN_LINE), LAST="1")
        problems += [f"{title}, in line: {text}" for text in differences(calls, in_line)[:5]]
    return [f"seed {seed}: {problem}" for problem in problems]


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
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    if not shutil.which(CLANG) or not shutil.which(SYMBOLIZER) or not Path(PLUGIN).exists():
        print("no clang 19, no llvm-symbolizer or no plugin")
        return SKIPPED
    fresh = random.SystemRandom().randrange(1000, 10**9)
    first = [1, fresh] if arguments.seed is None else [arguments.seed]
    seeds = [seed + i for seed in first for i in range(arguments.programs)]
    with tempfile.TemporaryDirectory(prefix="farsan-compiler-") as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        run(CLANG, "-O1", "-c", HERE / "logger.c", "-o", folder / "logger.o")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda seed: check(seed, arguments.functions, folder), seeds))
    problems = [problem for result in results for problem in result]
    print(f"seeds {', '.join(map(str, seeds[:8]))}{' ...' if len(seeds) > 8 else ''}: {len(problems)} problems")
    for problem in problems[:40]:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
