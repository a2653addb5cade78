"""Builds every program in all its columns, runs them in turns, and keeps medians."""

import os
import resource
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field

from .programs import FILTER_OFF, Failed

NATIVE, FARSAN, UNFILTERED, TSAN = "native", "farsan", "farsan-unfiltered", "tsan"
TITLES = {NATIVE: "native", FARSAN: "FarSan", UNFILTERED: "FarSan, filter off", TSAN: "ThreadSanitizer"}


@dataclass
class Column:
    """One way to build and run a program."""
    key: str
    wrapper_prefix: str = ""
    flags: tuple = ()
    before: tuple = ()  # words before the program
    variables: dict = field(default_factory=dict)


def columns(library, bin_folder, work, say):
    """All columns that work here. Says which do not, and why."""
    found = [Column(NATIVE)]
    farsan = Column(FARSAN, f"{bin_folder}/farsan-", variables={"FARSAN_OPTIONS": "text=/dev/null"})
    found.append(farsan)
    if knows_filter(library, farsan, work):
        found.append(Column(UNFILTERED, farsan.wrapper_prefix, FILTER_OFF, variables=farsan.variables))
    else:
        say("with this compiler there is no filter: one column of FarSan, everything instrumented")
    tsan = Column(TSAN, flags=("-fsanitize=thread",), variables={"TSAN_OPTIONS": "report_bugs=0"})
    if why := tsan_trouble(library, tsan, work):
        say(f"no column of ThreadSanitizer: {why}")
    else:
        found.append(tsan)
    return found


def knows_filter(library, farsan, work):
    try:
        library.build(library.programs()[0], work / "knows-filter", farsan.wrapper_prefix, FILTER_OFF)
    except Failed:
        return False
    return True


def tsan_trouble(library, tsan, work):
    """Why it cannot be used, or nothing. Where addresses are too random for it, they are made less so."""
    why = ""
    for before in ((), ("setarch", "-R")):
        tsan.before = before
        try:
            executable = library.build(library.programs()[0], work / "tsan-trial", flags=tsan.flags)
            library.run(executable, 2, library.programs()[0].quick, before, tsan.variables, seconds=60)
        except Failed as failure:
            why = why or str(failure)
        else:
            return ""
    return why


def measure(library, programs, chosen, work, *, ranks, repetitions, part, quick, say):
    """{program: {column: {seconds, cpu_seconds, peak_kib}, "exposed_kib": n}}; a failed column says why instead."""
    measured = {}
    for program in programs:
        say(f"{program.name}: building")
        built, samples, trouble = {}, {}, {}
        for column in chosen:
            try:
                built[column.key] = library.build(program, work / f"{program.name}-{column.key}", column.wrapper_prefix,
                                              column.flags)
            except Failed as failure:
                trouble[column.key] = str(failure)
        for repetition in range(repetitions):
            turn = repetition % len(chosen)  # nobody is always the first
            for column in chosen[turn:] + chosen[:turn]:
                if column.key in trouble:
                    continue
                try:
                    arguments = program.quick if quick else program.arguments(part)
                    result = library.run(built[column.key], ranks, arguments, column.before, column.variables)
                except Failed as failure:
                    trouble[column.key] = str(failure)
                    say(f"{program.name}, {TITLES[column.key]}: {failure}")
                    continue
                samples.setdefault(column.key, []).append(result)
        entry = {key: summary(samples[key]) for key in samples if key not in trouble}
        entry |= {key: {"trouble": why} for key, why in trouble.items()}
        if NATIVE in samples:
            entry["exposed_kib"] = samples[NATIVE][0].exposed_kib
        measured[program.name] = entry
        say(f"{program.name}: " + ", ".join(f"{TITLES[key]} {value['seconds']:.3f} s" for key, value in entry.items()
                                              if isinstance(value, dict) and "seconds" in value))
    return measured


def summary(results):
    return {what: round(statistics.median(getattr(result, what) for result in results), 6)
            for what in ("seconds", "cpu_seconds", "peak_kib")}


def compile_times(library, chosen, work, repetitions):
    """Processor time of compiling the longest program, without linking: the machine may be busy with other things."""
    program = max(library.programs(), key=lambda one: len(one.path.read_text()))
    times = {column.key: [] for column in chosen}
    for _ in range(repetitions):
        for column in chosen:
            command = library.command(program, work / "compiled.o", column.wrapper_prefix, column.flags, link=False)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run = subprocess.run(command, env=library.environment(), capture_output=True, check=False)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if run.returncode == 0:
                times[column.key].append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    medians = {key: round(statistics.median(values), 3) for key, values in times.items() if values}
    return {"program": program.source} | medians


def machine(library):
    """What the figures depend on, without names of machines or people."""
    return {"architecture": os.uname().machine, "cores": os.cpu_count(), "compiler": library.compiler_version(),
            "mpi": library.version()}


class Log:
    """Says what is going on, on standard error, with the time since the start."""

    def __init__(self):
        self.started = time.monotonic()

    def __call__(self, text):
        print(f"[{time.monotonic() - self.started:5.0f} s] {text}", file=sys.stderr, flush=True)
