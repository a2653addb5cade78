"""Which combinations of the plugin's steps give the same code (classes.cpp): one of them is as good as all."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from levels import COMBINED, LEVELS, name_of

HERE = Path(__file__).resolve().parent
LIBRARY = Path(os.environ.get("FARSAN_CLASSES_LIBRARY", HERE.parent.parent / "build/release/lib/libfarsan-classes.so"))
FAILED = "0" * 32
SECONDS = 3600


class NoClasses(Exception):
    """The compiler has not come as far as to say."""


@dataclass
class Class:
    steps: str  # the combination that stands for it, as flags_of() and --steps take it
    combinations: list  # those that it stands for, as numbers: bit i is set for step i of COMBINED


def is_by_modules(level):
    """At the others, what a step does depends on all modules."""
    return level in LEVELS and level in ("-O0", "-O1", "-O2", "-O3")


def hashes_of(command, folder, objects=None):
    """For a command that compiles (-c) with the wrappers, at one of the levels by modules: of each source the list of what all combinations
    make of it, as hashes. The folder `objects` gets an object i.o for the combination that stands for each class, if the command compiles
    one source to standard output."""
    output = folder / "classes"
    output.unlink(missing_ok=True)
    words = ["-Xclang", "-load", "-Xclang", str(LIBRARY), f"-fpass-plugin={LIBRARY}", "-mllvm",
             f"-farsan-classes-of={','.join(COMBINED)}", "-mllvm", f"-farsan-classes-to={output}"]
    if objects is not None:
        words += ["-mllvm", f"-farsan-classes-objects={objects}"]
    result = subprocess.run([*map(str, command), *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, timeout=SECONDS, check=False, text=True, errors="replace")
    if result.returncode != 0 or not output.exists():
        raise NoClasses(result.stderr)
    return [line.split("\t")[1:] for line in output.read_text().splitlines()]


def classes_of(modules, stacks):
    """The classes for the modules of a program, from their hashes. All are compiled with the same steps: combinations are alike if they are
    for each of them. What could not be compiled is like nothing else."""
    alike = {}
    for number, hashes in enumerate(zip(*modules, strict=True)):
        alike.setdefault(hashes if FAILED not in hashes else number, []).append(number)
    return [Class(name_of(numbers[0], stacks), numbers) for numbers in alike.values()]


def unlike(classes, object_of, numbers):
    """Of the given combinations those whose object is not to a byte that of the one which stands for their class; none: as it should be.
    object_of(number) compiles with a combination and gives what was made."""
    standing = {number: one.combinations[0] for one in classes for number in one.combinations}
    made = {number: object_of(number) for number in {standing[number] for number in numbers}}
    return [number for number in numbers if number != standing[number] and object_of(number) != made[standing[number]]]
