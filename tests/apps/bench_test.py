#!/usr/bin/env python3
"""What scripts/bench makes of its measurements: ratios, what changed, tables and the plot."""

import copy
import json
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from setting import ROOT  # first: says where harness is
from harness import plot, results

RUN = {"machine": {"architecture": "x", "cores": 2, "compiler": "clang 19", "mpi": "MPICH 4"},
       "ranks": 2, "repetitions": 3, "part": 1, "clock": "seconds",
       "columns": ["native", "farsan", "farsan-unfiltered", "tsan"],
       "programs": {"gups": {"native": {"seconds": 2.0, "peak_kib": 1000},
                             "farsan": {"seconds": 3.0, "peak_kib": 1500},
                             "farsan-unfiltered": {"seconds": 5.0, "peak_kib": 1500},
                             "tsan": {"seconds": 42.0, "peak_kib": 4000}, "exposed_kib": 100},
                    "md": {"native": {"seconds": 1.0, "peak_kib": 1000},
                           "farsan": {"trouble": "a race was reported"}, "exposed_kib": 10}},
       "compile": {"program": "md.cpp", "native": 2.0, "farsan": 3.0}}


class Results(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_ratios_are_to_native(self):
        gups = RUN["programs"]["gups"]
        self.assertEqual(results.ratio(gups, "farsan", "seconds"), 1.5)
        self.assertEqual(results.ratio(gups, "tsan", "peak_kib"), 4)
        self.assertEqual(results.times_less_than_tsan(gups, "seconds"), 40)
        self.assertEqual(results.memory_allowed(gups), 1.5)
        self.assertIsNone(results.ratio(RUN["programs"]["md"], "farsan", "seconds"))

    def test_only_ratios_that_moved_are_told(self):
        now = copy.deepcopy(RUN)
        self.assertEqual(results.changes(RUN, now), ["no ratio moved by more than 10%"])
        now["programs"]["gups"]["farsan"]["seconds"] = 2.2
        now["programs"]["md"]["farsan"] = {"seconds": 1.1, "peak_kib": 1050}
        now["compile"]["farsan"] = 2.4
        self.assertEqual(results.changes(RUN, now), ["gups, FarSan: time 1.50x -> 1.10x", "md, FarSan: - -> 1.10x",
                                                     "compiling, FarSan: 1.50x -> 1.20x"])
        self.assertEqual(results.changes(None, now), ["no earlier results with this library"])

    def test_another_machine_is_told(self):
        now = copy.deepcopy(RUN)
        now["machine"]["cores"] = 64
        self.assertIn("2 cores of x", results.changes(RUN, now)[0])

    def test_tables_show_ratios_aims_and_trouble(self):
        for text in (results.as_text(RUN), results.as_markdown(RUN)):
            for part in ("1.50x", "2.50x", "21x", "1.50 / 1.60", "40x", "md, FarSan: a race was reported",
                         "Compiling md.cpp"):
                self.assertIn(part, text)

    def test_tables_go_between_the_marks(self):
        document = self.folder / "page.md"
        document.write_text(f"before\n{results.BEGIN}\nold\n{results.END}\nafter\n")
        for _ in range(2):
            results.write_into(document, {"runs": {"mpich": RUN}})
            text = document.read_text()
            self.assertTrue(text.startswith("before\n") and text.endswith("\nafter\n"))
            self.assertNotIn("old", text)
            self.assertEqual(text.count("| gups |"), 1)
        document.write_text("no marks")
        with self.assertRaises(SystemExit):
            results.write_into(document, {"runs": {}})

    def test_the_plot_has_a_bar_for_every_ratio(self):
        file = self.folder / "plot.svg"
        plot.write(file, {"runs": {"mpich": RUN}})
        root = ElementTree.parse(file).getroot()
        bars = [one for one in root.iter("{http://www.w3.org/2000/svg}rect") if one.get("height") == str(plot.BAR - 2)]
        longest = max(bars, key=lambda one: float(one.get("width")))
        legend = [one for one in root.iter("{http://www.w3.org/2000/svg}rect") if one.get("y") == "34"]
        self.assertEqual(len(legend), 3)
        self.assertEqual(longest.get("fill"), plot.COLOURS["tsan"])
        self.assertEqual(len([one for one in bars if one not in legend]), 3)

    def test_tables_and_plot_in_the_documentation_are_of_the_results_that_are_kept(self):
        kept = results.load(ROOT / "bench/results/apps.json")
        page = self.folder / "performance.md"
        page.write_text((ROOT / "docs/performance.md").read_text())
        results.write_into(page, kept)
        plot.write(self.folder / "plot.svg", kept)
        self.assertEqual(page.read_text(), (ROOT / "docs/performance.md").read_text(), "try scripts/bench --render")
        self.assertEqual((self.folder / "plot.svg").read_text(), (ROOT / "docs/performance-apps.svg").read_text())

    def test_kept_results_name_no_machine(self):
        for run in json.loads((ROOT / "bench/results/apps.json").read_text())["runs"].values():
            self.assertEqual(set(run["machine"]), {"architecture", "cores", "compiler", "mpi"})


class CommandLine(unittest.TestCase):
    def test_help_tells_all_options(self):
        shown = subprocess.run([ROOT / "scripts/bench", "--help"], capture_output=True, text=True, check=True).stdout
        for option in ("--mpi", "--compiler", "--ranks", "--repetitions", "--part", "--clock", "--only", "--quick",
                       "--bin", "--render"):
            self.assertIn(option, shown)

    def test_unknown_programs_are_refused(self):
        run = subprocess.run([ROOT / "scripts/bench", "--only", "nothing"], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("stencil-halo", run.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
