"""Bars of time ratios on a logarithmic axis, as SVG. No paper of its own, and grey text: fits light and dark pages."""

import math
from xml.sax.saxutils import escape

from .measure import FARSAN, TITLES, TSAN, UNFILTERED
from .programs import PROGRAMS
from .results import describe, ratio, sorted_runs, times

COLOURS = {FARSAN: "#2a9d8f", UNFILTERED: "#8ab17d", TSAN: "#e07a5f"}
GREY = "#808080"  # readable on white and on black
LEFT, RIGHT, BAR, GAP, TOP = 120, 80, 13, 12, 64
WIDTH = 820
TICKS = (1, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)


def scale(runs):
    values = [ratio(entry, key, run["clock"]) for run in runs for entry in run["programs"].values() for key in COLOURS]
    most = max([value for value in values if value], default=2)
    top = next((tick for tick in TICKS[4:] if tick >= most), TICKS[-1])
    return lambda value: LEFT + (WIDTH - LEFT - RIGHT) * math.log(max(value, 1)) / math.log(top), top


def text(x, y, content, anchor="start", size=12):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(content)}</text>'


def panel(run, y, place, top):
    """The elements of one run, and where the next panel may begin."""
    shown = [key for key in COLOURS if key in run["columns"]]
    parts = [text(LEFT, y + 16, describe(run), size=13)]
    x = LEFT
    for key in shown:
        parts.append(f'<rect x="{x}" y="{y + 26}" width="11" height="11" fill="{COLOURS[key]}"/>')
        parts.append(text(x + 16, y + 36, TITLES[key]))
        x += 30 + 8 * len(TITLES[key])
    first = y + TOP
    group = len(shown) * BAR + GAP
    programs = [program for program in PROGRAMS if program.name in run["programs"]]
    end = first + len(programs) * group
    for tick in (one for one in TICKS if one <= top and one not in (1.1, 1.2)):
        parts.append(f'<line x1="{place(tick):.1f}" y1="{first - 6}" x2="{place(tick):.1f}" y2="{end}" stroke="{GREY}" '
                     f'stroke-opacity="{1 if tick == 1 else 0.35}"/>')
        parts.append(text(place(tick), first - 10, f"{tick:g}x", "middle", 11))
    for number, program in enumerate(programs):
        entry = run["programs"][program.name]
        here = first + number * group
        parts.append(text(LEFT - 8, here + len(shown) * BAR / 2 + 4, program.name, "end"))
        for row, key in enumerate(shown):
            value = ratio(entry, key, run["clock"])
            if value is None:
                continue
            width = max(place(value) - LEFT, 1)
            parts.append(f'<rect x="{LEFT}" y="{here + row * BAR}" width="{width:.1f}" height="{BAR - 2}" '
                         f'fill="{COLOURS[key]}"/>')
            parts.append(text(LEFT + width + 5, here + row * BAR + BAR - 4, times(value), size=11))
    return parts, end + GAP


def write(path, kept):
    runs = sorted_runs(kept)
    place, top = scale(runs)
    parts, y = [], 8
    for run in runs:
        drawn, y = panel(run, y, place, top)
        parts += drawn
    heading = "Time with a sanitizer as a multiple of the time without, logarithmic"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" '
                    f'font-family="sans-serif" fill="{GREY}" role="img" aria-label="{heading}">\n'
                    f'<title>{heading}</title>\n'
                    + "\n".join(parts) + "\n</svg>\n")
