"""What the plugin is tested with: levels of optimisation, and combinations of its steps."""

import shutil

STEPS = ["relevance", "redundancy", "ranges", "spans", "copies", "grouping", "inline-test", "inline-record", "late-start",
         "stacks"]
# Those that are switched together where all combinations are tried. Stacks change what a report says, not what is found.
COMBINED = ["relevance", "redundancy", "ranges", "inline-test+spans+copies+grouping+inline-record", "late-start"]
LEVELS = {
    "-O0": "-O0",
    "-O1": "-O1 -farsan-no-whole-program",
    "-O2": "-O2 -farsan-no-whole-program",
    "-O3": "-O3 -farsan-no-whole-program",
    "-flto": "-O2 -flto",
    "-flto-O0": "-O0 -flto",
    "one-line": "-O3",  # all modules are there: as -flto
    "-flto=thin": "-O2 -flto=thin -fuse-ld=lld",
}
if not shutil.which("ld.lld-19"):  # others do not read what clang 19 writes
    del LEVELS["-flto=thin"]
COMBINATIONS = {"all": STEPS, "none": [], **{f"without-{step}": [s for s in STEPS if s != step] for step in STEPS},
                **{f"only-{step}": [step] for step in STEPS}}
COMPILERS = {"MPICH_CC": "clang-19", "MPICH_CXX": "clang++-19", "OMPI_CC": "clang-19", "OMPI_CXX": "clang++-19",
             "FARSAN_OSHCC": "clang-19", "FARSAN_OSHCXX": "clang++-19", "FARSAN_GASPICC": "clang-19",
             "FARSAN_GASPICXX": "clang++-19"}


def steps_of(combination):
    """Of its name, or of what name_of() gives."""
    steps = COMBINATIONS[combination] if combination in COMBINATIONS else combination.split("+")
    if unknown := set(steps) - set(STEPS):
        raise ValueError(f"no step of the plugin: {', '.join(sorted(unknown))}")
    return steps


def combine_apart():
    """Each by itself, from now on."""
    COMBINED[:] = [step for step in STEPS if step != "stacks"]


def name_of(number, stacks):
    """Of the combination of those steps of COMBINED whose bit is set in the number."""
    return "+".join([step for i, step in enumerate(COMBINED) if number >> i & 1] + ["stacks"] * stacks) or "none"


def flags_of(level, combination):
    steps = steps_of(combination)
    switches = [f"-mllvm -farsan-{step}={int(step in steps)}" for step in STEPS]
    return " ".join([LEVELS[level], *switches, "-mllvm -farsan-few=0"])  # loops of the corpus are short


def combinations_of(levels, steps):
    """All pairs, in an order in which the levels take turns, and so do the steps from one level to the next."""
    stride = 5  # those with one step after those without one
    return [(levels[i % len(levels)], steps[(i // len(levels) + stride * (i % len(levels))) % len(steps)])
            for i in range(len(levels) * len(steps))]
