"""The programs, and how each is built and run. Native or with a sanitizer: only the compiler's command differs."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1]

# The flag for FarSan's wrapper that has every access instrumented, whether others can reach it or not. Only the compiler
# plugin knows it: a wrapper that does not take it instruments everything anyway.
FILTER_OFF = ("-mllvm", "-farsan-relevance=0")

STATUS_RACES = 66
RESULT = re.compile(r"^result app=(\S+) ranks=(\d+) seconds=(\S+) cpu_seconds=(\S+) peak_kib=(\d+) exposed_kib=(\d+)$",
                    re.MULTILINE)


@dataclass(frozen=True)
class Program:
    name: str
    source: str
    iterations: int  # a second or two natively, on two cores
    quick: tuple  # arguments for a run that takes no time
    aims: tuple  # time with FarSan : native, filter on and off
    flags: tuple = ()

    def arguments(self, part):
        """For a run with an N-th of the iterations."""
        return ("--iterations", str(max(1, self.iterations // part)))

    @property
    def path(self):
        return SOURCES / self.source


PROGRAMS = (
    Program("stencil-halo", "stencil.c", 150, ("--size", "60", "--iterations", "30"), (1.02, 1.05)),
    Program("stencil-grid", "stencil.c", 150, ("--size", "60", "--iterations", "30"), (1.1, 1.1), ("-DEXPOSE_GRID=1",)),
    Program("transpose", "transpose.c", 45, ("--size", "96", "--iterations", "5"), (1.05, 1.2)),
    Program("hydro", "hydro.cpp", 150, ("--size", "24", "--iterations", "20"), (1.10, 1.25)),
    Program("md", "md.cpp", 80, ("--size", "5", "--iterations", "25"), (1.05, 1.15)),
    Program("graph", "graph.cpp", 40, ("--size", "2048", "--iterations", "20"), (1.2, 1.5)),
    Program("gups", "gups.c", 200000, ("--size", "1000", "--iterations", "2000"), (1.5, 1.6)),
    Program("solver", "solver.cpp", 200, ("--size", "16", "--iterations", "4"), (1.5, 1.6)),
    Program("notify", "notify.c", 200, ("--size", "48", "--iterations", "20"), (None, None)),
)


@dataclass(frozen=True)
class Result:
    seconds: float
    cpu_seconds: float
    peak_kib: int
    exposed_kib: int


class Failed(Exception):
    """A program could not be built, or did not do what it should."""


class Mpi:
    """One of the MPIs that are installed, with the compiler that its wrappers call."""

    def __init__(self, name, compiler="clang"):
        self.name = name
        self.compiler = compiler
        self.launcher = shutil.which(f"mpirun.{name}") or shutil.which("mpirun")
        suffix = f".{name}" if shutil.which(f"mpicc.{name}") else ""
        self.wrappers = {".c": f"mpicc{suffix}", ".cpp": f"mpicxx{suffix}"}

    @staticmethod
    def installed():
        return [name for name in ("openmpi", "mpich")
                if shutil.which(f"mpicc.{name}") and shutil.which(f"mpirun.{name}")]

    def environment(self, ranks=2):
        c, cxx = {"clang": ("clang-19", "clang++-19"), "gcc": ("gcc", "g++")}[self.compiler]
        variables = {"OMPI_CC": c, "OMPI_CXX": cxx, "MPICH_CC": c, "MPICH_CXX": cxx,
                     "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                     "OMPI_MCA_rmaps_base_oversubscribe": "1",
                     # Hooks into memory do not go with sanitizers; all columns do without, to be comparable.
                     "OMPI_MCA_memory": "^patcher", "UCX_MEM_EVENTS": "no"}
        if ranks > (os.cpu_count() or 1):
            variables["OMPI_MCA_mpi_yield_when_idle"] = "1"  # with a core each it only helps other programs
        return os.environ | variables

    def command(self, program, output, wrapper_prefix="", flags=(), link=True):
        """What builds a program; the prefix is FarSan's."""
        suffix = program.path.suffix
        wrapper = self.wrappers[suffix]
        language = ["-std=c++20", "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX"] if suffix == ".cpp" else ["-std=gnu11"]
        end = ["-lm"] if link else ["-c"]
        return [wrapper_prefix + wrapper, *language, "-O2", "-g", *program.flags, *flags, "-o", str(output),
                str(program.path), *end]

    def build(self, program, output, wrapper_prefix="", flags=(), seconds=300):
        run = subprocess.run(self.command(program, output, wrapper_prefix, flags), env=self.environment(), text=True,
                             stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False)
        if run.returncode != 0:
            raise Failed(f"does not build: {first_line(run.stderr)}")
        return output

    def run(self, executable, ranks, arguments=(), before=(), variables=None, seconds=600):
        """The result that the program printed. `before` are words between the launcher and the program."""
        command = [self.launcher, "-n", str(ranks), *before, str(executable), *arguments]
        try:
            run = subprocess.run(command, env=self.environment(ranks) | (variables or {}), stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            raise Failed(f"took longer than {seconds} s") from None
        if run.returncode == STATUS_RACES:
            raise Failed("a race was reported")
        if run.returncode != 0:
            raise Failed(f"ended with status {run.returncode}: {first_line(run.stderr)}")
        found = RESULT.search(run.stdout)
        if found is None:
            raise Failed("printed no result")
        return Result(float(found[3]), float(found[4]), int(found[5]), int(found[6]))

    def version(self):
        text = subprocess.run([self.launcher, "--version"], env=self.environment(), capture_output=True, text=True,
                              check=False).stdout
        found = re.search(r"(?:Open MPI\)|OpenRTE\)|Version:)\s*([\d.]+)", text)
        return f"{ {'openmpi': 'Open MPI', 'mpich': 'MPICH'}[self.name] } {found[1] if found else '?'}"

    def compiler_version(self):
        name = {"clang": "clang-19", "gcc": "gcc"}[self.compiler]
        text = subprocess.run([name, "--version"], capture_output=True, text=True, check=False).stdout
        found = re.search(r"(\d+\.\d+\.\d+)", text)
        return f"{self.compiler} {found[1] if found else '?'}"


def first_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip(" -=")]
    return lines[0][:160] if lines else "said nothing"
