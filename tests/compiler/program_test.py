#!/usr/bin/env python3
"""Whole programs: modules of -flto are instrumented once, when they are linked, with all of them in sight; and what the linker
says that others can reach counts as reached.

In each program one line stores 7 through an address; `left out` means that no call of the runtime is left for that line."""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import private_test
import shape_test

PLUGIN = private_test.PLUGIN
CLANG = private_test.CLANG
LINKER = "ld.lld-19"
DISASSEMBLER = "llvm-dis-19"
SKIPPED = 77

RECORDS = re.compile(r"call [^@]*@farsan\.((?:unaligned_|record_)?(?:read|write)\w*)\(.*?!dbg (![0-9]+)")

# Memory that main.c allocates and uses; what other modules do with it is the question.
MAIN = """
double* make(int n);
int out(double* p);
int main(int n, char** v) {
  double* mine = make(n);
  out(mine);
  MPI_Win_fence(0, 0);
  mine[n] = 7;
  MPI_Win_fence(0, 0);
  return mine[n + 1] > 3;
}
"""
MAKE = "double* make(int n) { return calloc(10, 8); }\n"


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="farsan-program-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def run_tool(self, *command, fails=False):
        result = subprocess.run([str(word) for word in command], cwd=self.folder, capture_output=True, text=True, timeout=60,
                                check=False)
        self.assertEqual(result.returncode != 0, fails, result.stderr)
        return result.stdout + result.stderr

    def compile(self, name, source, *words, native=False, at_link=True):
        (self.folder / name).write_text(private_test.HEADER + f'# 1 "{name}"\n' + source)
        load = ["-Xclang", "-load", "-Xclang", PLUGIN, f"-fpass-plugin={PLUGIN}"]
        load += ["-flto", *(["-mllvm", "-farsan-at-link"] if at_link else [])]
        self.run_tool(CLANG, "-g", "-w", "-fPIC", *([] if native else load), *words, "-c", name, "-o", f"{name}.o")
        return f"{name}.o"

    def link(self, objects, *words):
        """The program after the linker's optimiser."""
        self.run_tool(CLANG, "-flto", "-fuse-ld=lld", f"-Wl,--load-pass-plugin={PLUGIN}", "-Wl,--unresolved-symbols=ignore-all",
                      "-Wl,--lto-emit-llvm", *objects, *words, "-o", "program")
        return self.run_tool(DISASSEMBLER, "program", "-o", "-")

    @staticmethod
    def places(module):
        """(file, line) of the calls of the runtime, one for each call."""
        metadata = dict(re.findall(r"^(![0-9]+) = (?:distinct )?(!DI.*)$", module, re.M))

        def file_of(node):
            while True:
                file = re.search(r"file: (![0-9]+)", metadata[node])
                if file:
                    return re.search(r'filename: "([^"]*)"', metadata[file[1]])[1]
                node = re.search(r"scope: (![0-9]+)", metadata[node])[1]

        return [(file_of(position), int(re.search(r"line: ([0-9]+)", metadata[position])[1]))
                for _, position in RECORDS.findall(module)]

    def seen(self, sources, *words, level="-O2", link=(), native=(), **options):
        """Is the store of 7 seen in the program of these sources?"""
        objects = [self.compile(name, text, level, *words, native=name in native, **options) for name, text in sources.items()]
        name, line = next((name, number) for name, text in sources.items()
                          for number, row in enumerate(text.splitlines(), 1) if "= 7;" in row)
        return (name, line) in self.places(self.link([o for o in objects if o != "lib.c.o"], *link))

    def assert_left_out(self, sources, *words, **options):
        for level in ("-O0", "-O2"):
            self.assertFalse(self.seen(sources, *words, level=level, **options), f"{level}\n{sources}")

    def assert_seen(self, sources, *words, **options):
        for level in ("-O0", "-O2"):
            self.assertTrue(self.seen(sources, *words, level=level, **options), f"{level}\n{sources}")

    # --- What is known only because all modules are there.

    def test_memory_that_other_modules_only_work_with_is_private(self):
        sources = {"a.c": MAIN, "b.c": MAKE + "int out(double* p) { double s = 0; for (int i = 0; i < 9; i++) s += p[i]; return s; }"}
        self.assert_left_out(sources)
        self.assertTrue(self.seen(sources, at_link=False))
        self.assert_seen(sources, "-mllvm", "-farsan-relevance=0")

    def test_variables_of_other_modules_are_private(self):
        sources = {"a.c": "extern double table[]; extern int at; int main(int n, char** v) {\n  table[n + at] = 7;\n"
                          "  MPI_Win_fence(0, 0);  return table[at] > 3; }",
                   "b.c": "double table[100]; int at;"}
        self.assert_left_out(sources)
        self.assertTrue(self.seen(sources, at_link=False))

    # --- Roads out of the program.

    def test_roads_out_in_other_modules(self):
        roads = {
            "buffer": "int out(double* p) { return MPI_Put(p, 1, 0, 1, 0, 1, 0, 0); }",
            "window": "int out(double* p) { int w; return MPI_Win_create(p, 80, 1, 0, 0, &w); }",
            "unknown function": "int out(double* p) { unknown(p); }",
            "memcpy": "int out(double* p) { double* q; memcpy(&q, &p, sizeof q); unknown(q); }",
            "number": "void number(unsigned long k) { unknown((void*)(2 * k)); } int out(double* p) { number((unsigned long)p / 2); }",
            "function pointer": "static void call(void* p) { unknown(p); } void (*volatile how)(void*) = call; int out(double* p) { how(p); }",
            "variable arguments": "void many(int n, ...) { va_list l; __builtin_va_start(l, n); unknown(__builtin_va_arg(l, void*)); "
                                  "__builtin_va_end(l); } int out(double* p) { many(1, p); }",
            "container": "struct node { struct node* next; double* p; }; static struct node* list;"
                         "void put(double* p) { struct node* n = malloc(16); n->p = p; n->next = list; list = n; }"
                         "int out(double* p) { put(p); put(0); for (struct node* at = list; at; at = at->next) unknown(at->p); }",
            "callback": "static double* kept; int compare(const void* a, const void* b) { unknown(kept); return 0; }"
                        "int out(double* p) { kept = p; qsort((void*)answer(), 2, 8, compare); }",
            "variable of nobody": "extern double* other; int out(double* p) { other = p; }",
            "thread": "int pthread_create(void*, void*, void* (*)(void*), void*); static void* start(void* p) { unknown(p); return 0; }"
                      "int out(double* p) { long t; return pthread_create(&t, 0, start, p); }",
        }
        for name, road in roads.items():
            with self.subTest(name):
                self.assert_seen({"a.c": MAIN, "b.c": MAKE + road})

    def test_a_third_module_shows_what_a_second_one_keeps(self):
        self.assert_seen({"a.c": MAIN, "b.c": MAKE + "double* kept; int later(void); int out(double* p) { kept = p; later(); }",
                          "c.c": "extern double* kept; int later(void) { unknown(kept); }"})

    def test_a_function_pointer_of_another_module(self):
        self.assert_seen({"a.c": MAIN, "b.c": MAKE + "extern void (*how)(double*); int out(double* p) { how(p); }",
                          "c.c": "static void show(double* p) { unknown(p); } void (*how)(double*) = show;"})

    def test_a_function_that_is_declared_in_another_way(self):
        self.assert_seen({"a.c": MAIN, "b.c": MAKE + "int show(); int out(double* p) { return show(p, 3); }",
                          "c.c": "int show(double* p) { unknown(p); return 1; }"}, "-std=c89")

    def test_common_blocks(self):
        main = MAIN.replace("out(mine);", "block.p = mine; out(0);")
        common = "struct { long before; double* p; } block;\n"
        self.assert_seen({"a.c": common.replace("\n", " ") + main.lstrip(),
                          "b.c": MAKE + "struct { long before; void* p; long more[4]; } block; int out(double* p) { unknown(block.p); }"},
                         "-fcommon")

    def test_a_table_that_only_a_native_object_reads(self):
        sources = {"a.c": "double table[100]; int show(void);\nint main(int n, char** v) {\n  table[n] = 7;\n  show(); return table[n + 1] > 3; }",
                   "b.c": "int show(void) { return 1; }"}
        self.assert_left_out(sources)
        sources["b.c"] = "extern double table[]; int show(void) { unknown(table); return 1; }"
        self.assert_seen(sources, native=("b.c",))

    def test_exported_variables(self):
        sources = {"a.c": "double* table;\nint main(int n, char** v) {\n  table[n] = 7;\n  MPI_Win_fence(0, 0); return table[n + 1] > 3; }",
                   "b.c": "extern double* table; __attribute__((constructor)) static void start(void) { table = calloc(10, 8); }"}
        self.assert_left_out(sources)
        self.assert_seen(sources, link=["-rdynamic"])
        self.assert_seen(sources, link=["-Wl,--export-dynamic-symbol=table"])

    def test_what_a_shared_library_refers_to(self):
        sources = {"a.c": "double* table; int show(void);\nint main(int n, char** v) {\n  table[n] = 7;\n  show(); return table[n + 1] > 3; }",
                   "b.c": "extern double* table; __attribute__((constructor)) static void start(void) { table = calloc(10, 8); }",
                   "lib.c": "extern double* table; void show(void) { unknown(table); }"}
        for level in ("-O0", "-O2"):
            self.compile("lib.c", sources["lib.c"], native=True)
            self.run_tool(CLANG, "-shared", "lib.c.o", "-o", "lib.so")
            self.assertTrue(self.seen(sources, level=level, native=("lib.c",), link=["./lib.so"]))

    def test_a_shared_library_shows_what_it_exports(self):
        sources = {"a.c": "static double* table; void set(double* p) { table = p; }\nvoid work(int n) {\n  table[n] = 7;\n}",
                   "b.c": "void set(double*); void start(void) { set(calloc(10, 8)); }"}
        self.assert_seen(sources, link=["-shared"])
        hidden = {"a.c": sources["a.c"].replace("void set", '__attribute__((visibility("hidden"))) void set'), "b.c": sources["b.c"]}
        self.assert_left_out(hidden, link=["-shared"])

    def test_names_in_assembly(self):
        program = {"a.c": "void show(void); double table[100];\nint main(int n, char** v) {\n  table[n] = 7;\n  show(); return table[n + 1] > 3; }"}
        self.assert_left_out(program | {"b.c": 'void show(void) { __asm__ volatile("nop" : : : "memory"); }'})
        self.assert_seen(program | {"b.c": 'void show(void) { __asm__ volatile("// see table" : : : "memory"); }'})
        self.assert_seen(program | {"b.c": '__asm__(".globl other\\n other = table"); void show(void) {}'})

    def test_variables_in_sections_of_their_own(self):
        self.assert_seen({"a.c": 'void show(void); __attribute__((section("tables"))) double table[100];\n'
                                 "int main(int n, char** v) {\n  table[n] = 7;\n  show(); return table[n + 1] > 3; }",
                          "b.c": "extern double __start_tables[]; void show(void) { unknown(__start_tables); }"})

    # --- How it is done.

    def test_what_is_not_linked_with_the_plugin_is_not_linked(self):
        objects = [self.compile("a.c", MAIN), self.compile("b.c", MAKE + "int out(double* p) { return 0; }")]
        words = [CLANG, "-flto", "-fuse-ld=lld", *objects, "-o", "program"]
        self.assertIn("linked_by_a_wrapper", self.run_tool(*words, fails=True))

    def test_nothing_of_it_is_left(self):
        module = self.link([self.compile("a.c", MAIN), self.compile("b.c", MAKE + "int out(double* p) { unknown(p); }")])
        for word in ("farsan-deferred", "farsan-paused", "linked_by_a_wrapper", "farsan.not_instrumented", "sanitize_thread"):
            self.assertNotIn(word, module)

    def test_modules_can_be_joined_first(self):
        objects = [self.compile("a.c", MAIN), self.compile("b.c", MAKE + "int out(double* p) { unknown(p); }")]
        self.run_tool(CLANG, "-flto", "-fuse-ld=lld", f"-Wl,--load-pass-plugin={PLUGIN}", "-r", *objects, "-o", "joined.o")
        names = self.run_tool("nm", "joined.o")
        self.assertIn("U __farsan_write8_from", names)
        self.assertNotIn("linked_by_a_wrapper", names)

    def test_modules_that_were_instrumented_before_are_not_again(self):
        sources = {"a.c": MAIN, "b.c": MAKE + "int out(double* p) {\n  p[2] = 8;\n  unknown(p); }"}
        for first, second in ((True, False), (False, True), (True, True), (False, False)):
            objects = [self.compile("a.c", sources["a.c"], "-O2", at_link=first),
                       self.compile("b.c", sources["b.c"], "-O2", "-fno-inline", at_link=second)]
            module = self.link(objects)
            places = self.places(module)
            self.assertEqual(places.count(("a.c", 8)), 1, (first, second))
            self.assertEqual(places.count(("b.c", 3)), 1, (first, second))
            if first or second:
                self.assertEqual(len(re.findall("call void @__farsan_init", module)), 1, (first, second))

    def test_modules_without_the_plugin_stay_without(self):
        objects = [self.compile("a.c", MAIN), self.compile("b.c", MAKE + "int out(double* p) {\n  p[2] = 8;\n  unknown(p); }")]
        self.run_tool(CLANG, "-g", "-w", "-O1", "-flto", "-c", "b.c", "-o", "b.c.o")
        self.assertNotIn(("b.c", 3), self.places(self.link(objects)))

    def test_options_of_the_compiler_hold_in_the_linker(self):
        source = shape_test.TRIAD
        calls = [name for name, _ in RECORDS.findall(self.link([self.compile("a.c", source, "-O2")], "-shared"))]
        self.assertEqual(calls, ["read_range", "read_range", "write_range"])
        words = [word for step in ("ranges", "inline-test", "late-start") for word in ("-mllvm", f"-farsan-{step}=0")]
        module = self.link([self.compile("a.c", source, "-O2", *words)], "-shared")
        self.assertNotIn("range", module)
        self.assertNotIn("__farsan_pages", module)

    def test_loops_vectorise_in_the_linker(self):
        for source in (shape_test.TRIAD, shape_test.JACOBI):
            object_file = self.compile("a.c", source, "-O2")
            self.assertNotIn("x double>", self.run_tool(DISASSEMBLER, object_file, "-o", "-"))
            self.assertIn("<2 x double>", self.link([object_file], "-shared"))

    def test_stacks_survive_the_linker(self):
        # A function says where it was called from: in the middle of another one it would name that one's caller.
        sources = {"a.c": "void work(int); int main(int n, char** v) {\n  work(n);\n  MPI_Win_fence(0, 0);\n  return 0; }",
                   "b.c": "void work(int n) {\n  MPI_Win_fence(0, n); }"}
        for at_link in (True, False):
            module = self.link([self.compile(name, text, "-O2", at_link=at_link) for name, text in sources.items()])
            functions = re.findall(r"^define .*?^}", module, re.M | re.S)
            self.assertEqual(sorted(function.count("call void @__tsan_func_entry") for function in functions
                                    if "MPI_Win_fence" in function), [1, 1])

    def test_positions_are_those_of_a_module_by_itself(self):
        branches = """
        void f(int* a, int* b, int n) {
          if (n & 1) {
            a[3] = n;
            b[n] = 3;
          } else
            a[3] = 2 * n;
          for (int i = 0; i < n; i++)
            a[i] += *b;
        }"""
        for source in (shape_test.TRIAD, shape_test.JACOBI, branches):
            alone, program = (self.places(self.link([self.compile("a.c", source, "-O2", at_link=at_link)], "-shared"))
                              for at_link in (False, True))
            self.assertEqual(sorted(set(alone)), sorted(set(program)))
            self.assertNotIn(0, [line for _, line in program])


if __name__ == "__main__":
    if not all(map(shutil.which, (CLANG, LINKER, DISASSEMBLER))) or not Path(PLUGIN).exists():
        print("no clang 19, no lld 19, or no plugin")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
