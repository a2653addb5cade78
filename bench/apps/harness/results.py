"""Results as they are kept (JSON), compared with the ones before, and shown (text, Markdown)."""

import json

from .measure import FARSAN, NATIVE, TITLES, TSAN, UNFILTERED
from .programs import PROGRAMS

SCHEMA = "farsan-bench-apps/1"
WORTH_SAYING = 0.10  # a ratio that moved by more
MEMORY_FACTOR, MEMORY_PER_EXPOSED = 1.1, 4  # the aim: at most so much
TSAN_FACTOR = 10  # the aim: so many times less overhead

BEGIN, END = "<!-- written by scripts/bench: begin -->", "<!-- written by scripts/bench: end -->"


def load(path):
    try:
        kept = json.loads(path.read_text())
    except FileNotFoundError:
        return {"schema": SCHEMA, "runs": {}}
    if kept.get("schema") != SCHEMA:
        raise SystemExit(f"bench: {path.name} is not of the schema {SCHEMA}")
    return kept


def store(path, kept):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(kept, indent=1) + "\n")


def name_of(library, run):
    """What it is kept by: machines of two kinds stand beside each other."""
    return f"{library.name} {run['machine']['architecture']}"


def ratio(entry, key, what):
    """To native, or None."""
    if what not in entry.get(key, {}) or not entry.get(NATIVE, {}).get(what):
        return None
    return entry[key][what] / entry[NATIVE][what]


def times_less_than_tsan(entry, clock):
    """How many times less overhead FarSan has than ThreadSanitizer, or None."""
    farsan, tsan = ratio(entry, FARSAN, clock), ratio(entry, TSAN, clock)
    if farsan is None or tsan is None:
        return None
    return (tsan - 1) / max(farsan - 1, 0.001)


def memory_allowed(entry):
    """The aim for FarSan's peak memory, to native."""
    if NATIVE not in entry or "exposed_kib" not in entry:
        return None
    return MEMORY_FACTOR + MEMORY_PER_EXPOSED * entry["exposed_kib"] / entry[NATIVE]["peak_kib"]


def changes(before, after):
    """Lines about ratios that moved."""
    if before is None:
        return ["no earlier results with this library"]
    lines = []
    if describe(before) != describe(after):
        lines.append(f"earlier results are of something else: {describe(before)}")
    for name, entry in after["programs"].items():
        old = before["programs"].get(name)
        if old is None:
            lines.append(f"{name}: new")
            continue
        for key in (FARSAN, UNFILTERED, TSAN):
            for what, word in ((after["clock"], "time"), ("peak_kib", "memory")):
                was, now = ratio(old, key, what), ratio(entry, key, what)
                if was and now and abs(now / was - 1) > WORTH_SAYING:
                    lines.append(f"{name}, {TITLES[key]}: {word} {times(was)} -> {times(now)}")
                elif (was is None) != (now is None) and what == after["clock"]:
                    lines.append(f"{name}, {TITLES[key]}: {times(was)} -> {times(now)}")
    old, new = before.get("compile", {}), after.get("compile", {})
    for key in (FARSAN, UNFILTERED, TSAN):
        if key in old and key in new and old.get("program") == new.get("program"):
            was, now = old[key] / old[NATIVE], new[key] / new[NATIVE]
            if abs(now / was - 1) > WORTH_SAYING:
                lines.append(f"compiling, {TITLES[key]}: {times(was)} -> {times(now)}")
    return lines or [f"no ratio moved by more than {WORTH_SAYING:.0%}"]


def describe(run):
    machine = run["machine"]
    clock = {"seconds": "", "cpu_seconds": ", processor time"}[run["clock"]]
    part = "" if run["part"] == 1 else f", 1/{run['part']} of the iterations"
    return (f"{machine['mpi']}, {run['ranks']} ranks, {machine['cores']} cores of {machine['architecture']}, "
            f"{machine['compiler']}{clock}{part}")


def times(value):
    if value is None:
        return "-"
    return f"{value:.2f}x" if value < 9.95 else f"{value:.0f}x"


def aims(program, run):
    on, off = program.aims
    if on is None:
        return "-"
    return f"{on:.2f} / {off:.2f}" if UNFILTERED in run["columns"] else f"{off:.2f}"


def table(run):
    """Rows of cells, the first one the heading."""
    shown = [key for key in (FARSAN, UNFILTERED, TSAN) if key in run["columns"]]
    heading = ["program", "native", *(TITLES[key] for key in shown), "aim"]
    if TSAN in shown:
        heading.append("less overhead than TSan")
    heading += ["memory", *(TITLES[key] for key in shown), "aim"]
    rows = [heading]
    for program in PROGRAMS:
        entry = run["programs"].get(program.name)
        if entry is None:
            continue
        native = entry.get(NATIVE, {})
        clock = run["clock"]
        row = [program.name, f"{native[clock]:.2f} s" if clock in native else "-"]
        row += [times(ratio(entry, key, clock)) for key in shown]
        row.append(aims(program, run))
        if TSAN in shown:
            less = times_less_than_tsan(entry, clock)
            row.append("more than 100x" if less is not None and less > 100 else times(less))  # the rest is noise
        row.append(f"{native['peak_kib'] / 1024:.0f} MiB" if "peak_kib" in native else "-")
        row += [times(ratio(entry, key, "peak_kib")) for key in shown]
        row.append(times(memory_allowed(entry)))
        rows.append(row)
    return rows


def compile_line(run):
    compiled = run.get("compile")
    if not compiled or NATIVE not in compiled:
        return ""
    parts = [f"{TITLES[key]} {times(compiled[key] / compiled[NATIVE])}" for key in (FARSAN, UNFILTERED, TSAN)
             if key in compiled]
    return (f"Compiling {compiled['program']} takes {compiled[NATIVE]:.2f} s of processor time natively; "
            f"{', '.join(parts)}.")


def troubles(run):
    return [f"{name}, {TITLES[key]}: {value['trouble']}" for name, entry in run["programs"].items()
            for key, value in entry.items() if isinstance(value, dict) and "trouble" in value]


def as_text(run):
    rows = table(run)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [describe(run) + f", medians of {run['repetitions']}"]
    for row in rows:
        lines.append("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                               for i, (cell, width) in enumerate(zip(row, widths))))
    return "\n".join([*lines, compile_line(run), *troubles(run)])


def as_markdown(run):
    rows = table(run)
    lines = [f"**{describe(run)}**, medians of {run['repetitions']}:", "", "| " + " | ".join(rows[0]) + " |",
             "|" + "---|" * len(rows[0])]
    lines += ["| " + " | ".join(row) + " |" for row in rows[1:]]
    lines += ["", compile_line(run)]
    lines += [f"- {line}" for line in troubles(run)]
    return "\n".join(lines)


def sorted_runs(kept):
    """Those of one kind of machine together."""
    return sorted(kept["runs"].values(), key=lambda run: run["machine"]["architecture"])


def write_into(document, kept):
    """Renews the tables in a Markdown file between the two marks."""
    text = document.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise SystemExit(f"bench: {document.name} has no place for the tables")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    body = "\n\n".join(as_markdown(run) for run in sorted_runs(kept))
    document.write_text(f"{before}{BEGIN}\n\n{body}\n\n{END}{after}")
