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
    model: str = "mpi"  # or shmem, gaspi

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
    Program("shmem-stencil", "shmem_stencil.c", 150, ("--size", "60", "--iterations", "30"), (1.1, 1.1), (), "shmem"),
    Program("shmem-stencil-grid", "shmem_stencil.c", 150, ("--size", "60", "--iterations", "30"), (1.1, 1.1),
            ("-DSYMMETRIC_GRID=1",), "shmem"),
    Program("shmem-solver", "shmem_solver.cpp", 200, ("--size", "16", "--iterations", "4"), (1.5, 1.5), (), "shmem"),
    Program("gaspi-mesh", "mesh.cpp", 600, ("--size", "24", "--iterations", "30"), (2.0, 2.0), (), "gaspi"),
)


@dataclass(frozen=True)
class Result:
    seconds: float
    cpu_seconds: float
    peak_kib: int
    exposed_kib: int


class Failed(Exception):
    """A program could not be built, or did not do what it should."""


class Library:
    """What programs communicate by, with the compiler behind it. Says how they are compiled and started."""
    models = ()

    def __init__(self, name, compiler):
        self.name = name
        self.compiler = compiler
        self.compilers = {"clang": ("clang-19", "clang++-19"), "gcc": ("gcc", "g++")}[compiler]

    def programs(self):
        return [program for program in PROGRAMS if program.model in self.models]

    def environment(self, ranks=2):
        raise NotImplementedError

    def wrapper(self, program, wrapper_prefix):
        """The compiler's words; the prefix is FarSan's."""
        raise NotImplementedError

    def launch(self, ranks):
        raise NotImplementedError

    def version(self):
        raise NotImplementedError

    def command(self, program, output, wrapper_prefix="", flags=(), link=True):
        """What builds a program."""
        first, last = self.wrapper(program, wrapper_prefix)
        language = ["-std=c++20"] if program.path.suffix == ".cpp" else ["-std=gnu11"]
        end = [*last, "-lm"] if link else ["-c"]
        return [*first, *language, "-O2", "-g", *program.flags, *flags, "-o", str(output), str(program.path), *end]

    def build(self, program, output, wrapper_prefix="", flags=(), seconds=300):
        run = subprocess.run(self.command(program, output, wrapper_prefix, flags), env=self.environment(), text=True,
                             stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False)
        if run.returncode != 0:
            raise Failed(f"does not build: {first_line(run.stderr)}")
        return output

    def run(self, executable, ranks, arguments=(), before=(), variables=None, seconds=600):
        """The result that the program printed. `before` are words between the launcher and the program."""
        command = [*self.launch(ranks), *before, str(executable), *arguments]
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

    def compiler_version(self):
        text = subprocess.run([self.compilers[0], "--version"], capture_output=True, text=True, check=False).stdout
        found = re.search(r"(\d+\.\d+\.\d+)", text)
        return f"{self.compiler} {found[1] if found else '?'}"


class Mpi(Library):
    """One of the MPIs that are installed, with the compiler that its wrappers call."""
    models = ("mpi",)

    def __init__(self, name, compiler="clang"):
        super().__init__(name, compiler)
        self.launcher = shutil.which(f"mpirun.{name}") or shutil.which("mpirun")
        suffix = f".{name}" if shutil.which(f"mpicc.{name}") else ""
        self.wrappers = {".c": f"mpicc{suffix}", ".cpp": f"mpicxx{suffix}"}

    @staticmethod
    def installed():
        return [name for name in ("openmpi", "mpich")
                if shutil.which(f"mpicc.{name}") and shutil.which(f"mpirun.{name}")]

    def environment(self, ranks=2):
        c, cxx = self.compilers
        variables = {"OMPI_CC": c, "OMPI_CXX": cxx, "MPICH_CC": c, "MPICH_CXX": cxx,
                     "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                     "OMPI_MCA_rmaps_base_oversubscribe": "1",
                     # Hooks into memory do not go with sanitizers; all columns do without, to be comparable.
                     "OMPI_MCA_memory": "^patcher", "UCX_MEM_EVENTS": "no"}
        if ranks > (os.cpu_count() or 1):
            variables["OMPI_MCA_mpi_yield_when_idle"] = "1"  # with a core each it only helps other programs
        return os.environ | variables

    def wrapper(self, program, wrapper_prefix):
        suffix = program.path.suffix
        cxx = ["-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX"] if suffix == ".cpp" else []
        return [wrapper_prefix + self.wrappers[suffix], *cxx], []

    def launch(self, ranks):
        return [self.launcher, "-n", str(ranks)]

    def version(self):
        text = subprocess.run([self.launcher, "--version"], env=self.environment(), capture_output=True, text=True,
                              check=False).stdout
        found = re.search(r"(?:Open MPI\)|OpenRTE\)|Version:)\s*([\d.]+)", text)
        return f"{ {'openmpi': 'Open MPI', 'mpich': 'MPICH'}[self.name] } {found[1] if found else '?'}"


class Embedded(Library):
    """The OpenSHMEM and GASPI that FarSan brings, native programs included."""
    models = ("shmem", "gaspi")
    WRAPPERS = {"shmem": {".c": "oshcc", ".cpp": "oshc++"}, "gaspi": {".c": "gaspicc", ".cpp": "gaspic++"}}

    def __init__(self, bin_folder, compiler="clang"):
        super().__init__("embedded", compiler)
        self.bin = Path(bin_folder)

    def is_there(self):
        libraries = self.bin.parent / "lib/farsan"
        return all((libraries / f"libfarsan-{prefix}{model}.so").exists() for model in self.models
                   for prefix in ("", "rt-"))

    def environment(self, ranks=2):
        c, cxx = self.compilers
        return os.environ | {"FARSAN_OSHCC": c, "FARSAN_OSHCXX": cxx, "FARSAN_GASPICC": c, "FARSAN_GASPICXX": cxx}

    def wrapper(self, program, wrapper_prefix):
        suffix = program.path.suffix
        if wrapper_prefix:
            return [wrapper_prefix + self.WRAPPERS[program.model][suffix], "--embedded"], []
        libraries = self.bin.parent / "lib/farsan"
        return ([self.compilers[suffix == ".cpp"], f"-I{libraries}/include/{program.model}"],
                [f"-L{libraries}", f"-lfarsan-{program.model}", f"-Wl,-rpath,{libraries}"])

    def launch(self, ranks):
        return [str(self.bin / "farsan-pgasrun"), "-n", str(ranks)]

    def version(self):
        return "FarSan's OpenSHMEM and GASPI"


def first_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip(" -=")]
    return lines[0][:160] if lines else "said nothing"
