#!/usr/bin/env python3
"""What the plugin leaves of small functions: loops that still vectorise, calls outside of them, positions of accesses that the
optimiser moved, and each switch with an effect of its own."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLUGIN = os.environ.get("FARSAN_PLUGIN_LIBRARY", HERE.parent.parent / "build/release/lib/farsan/libfarsan-pass.so")
CLANG = "clang-19"
SKIPPED = 77

TRIAD = """
void triad(double* restrict a, const double* restrict b, const double* restrict c, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] + 3 * c[i];
}
"""
JACOBI = """
void jacobi(double* restrict v, const double* restrict u, long n, long m) {
  for (long i = 1; i < m - 1; i++)
    for (long j = 1; j < n - 1; j++)
      v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}
"""
# What the pages of an access do not tell in line: ranges over more than two regions, arrays at computed places, more than a page at once.
BEFORE_THE_FIRST_MARK = """
#include <stdlib.h>
struct s { char c[9000]; };
__attribute__((noinline)) void far(double* a, long n) { for (long i = 0; i < n; i++) a[i] = 1; }
__attribute__((noinline)) void gather(double* a, int* at, long n) { for (long i = 0; i < n; i++) a[at[i]] += a[i]; }
__attribute__((noinline)) long search(double* a, int* at) { long i = 0; while (a[at[i]] != 3) i++; return i; }
__attribute__((noinline)) void strided(double* a, long n, long step) { for (long i = 0; i < n; i += step) a[i] = 2; }
__attribute__((noinline)) void copy(struct s* a, struct s* b) { for (int i = 0; i < 9000; i++) a->c[i] = b->c[i] + 1; }
__attribute__((noinline)) long count(long* a, long n) {
  for (long i = 0; i < n; i++) {
    __atomic_fetch_add(&a[0], a[i], __ATOMIC_ACQ_REL);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
  return __atomic_load_n(&a[0], __ATOMIC_RELAXED);
}
int main(void) {
  const long n = 1 << 20;
  double* a = malloc(n * sizeof *a);
  count((long*)a, 9);
  int* at = calloc(n, sizeof *at);
  far(a, n);
  gather(a, at, n);
  a[0] = 3;
  search(a, at);
  strided(a, n, 700);
  copy((struct s*)a, (struct s*)(a + 5000));
  return 0;
}
"""
RUNTIME_WITHOUT_MARKS = """
#include <sys/mman.h>
#include <unistd.h>
unsigned char* __farsan_pages;
void __farsan_init(void) {
  const unsigned long before = 1 << 16, size = (1UL << 36) + (1UL << 27) + 1;
  if (__farsan_pages == 0)
    __farsan_pages = before + (unsigned char*)mmap(0, before + size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}
void __tsan_func_entry(void* from) {}
void __tsan_func_exit(void) {}
"""


class Shape(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="farsan-shape-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def compile(self, source, *words, plugin=True):
        """The module after the optimiser, and what the compiler says."""
        (self.folder / "a.c").write_text(source)
        load = ["-Xclang", "-load", "-Xclang", str(PLUGIN), f"-fpass-plugin={PLUGIN}"] if plugin else []
        result = subprocess.run([CLANG, "-O2", "-g", *load, *words, "-S", "-emit-llvm", "a.c", "-o", "a.ll"],
                                cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        return (self.folder / "a.ll").read_text(), result.stderr

    def calls(self, source, *words):
        """Names of the runtime's functions that are called, in order, with the lines of the calls; of those that the plugin
        puts between (recorders.h) without what comes before the dot."""
        module, _ = self.compile(source, *words)
        lines = dict(re.findall(r"^(![0-9]+) = (?:distinct )?!DILocation\(line: ([0-9]+)", module, re.M))
        found = re.findall(r"call [^@]*@(?:farsan\.(?!ask_)(\w+)|(__(?:tsan|farsan)_\w+(?<!_from)))\(.*?(?:!dbg (![0-9]+))?$", module, re.M)
        return [(ours or runtimes, int(lines.get(position, 0))) for ours, runtimes, position in found if runtimes != "__farsan_init"]

    def names(self, source, *words):
        return [name for name, _ in self.calls(source, *words)]

    def test_loops_vectorise_as_they_do_without(self):
        for source in (TRIAD, JACOBI):
            _, without = self.compile(source, "-Rpass=loop-vectorize", plugin=False)
            _, remarks = self.compile(source, "-Rpass=loop-vectorize")
            self.assertIn("vectorized loop", without)
            self.assertEqual(remarks, without)

    def test_a_loop_is_one_call_per_access(self):
        self.assertEqual(self.names(TRIAD), ["read_range", "read_range", "write_range"])

    def test_a_nest_is_one_call_per_access(self):
        self.assertEqual(self.names(JACOBI), ["read_strided"] * 4 + ["write_strided"])

    def test_a_nest_over_contiguous_memory_is_a_range(self):
        source = "void f(int (*a)[16], long n) { for (long i = 0; i < n; i++) for (int j = 0; j < 16; j++) a[i][j] += j + 1; }"
        self.assertEqual(self.names(source), ["read_range", "write_range"])

    def test_a_library_call_returns_to_its_own_function(self):
        source = "void far(int* x); void near(int* x) { far(x); }"
        for words in ((), ("-mllvm", "-farsan-stacks=0")):
            module, _ = self.compile(source, *words)
            self.assertRegex(module, r"\bcall void @far")
            self.assertNotRegex(module, r"(?<!no)tail call void @far" if words else r"tail call void @far.*\n\s+ret")

    def test_without_the_steps_every_access_calls(self):
        switches = [w for step in ("ranges", "grouping", "inline-test", "late-start") for w in ("-mllvm", f"-farsan-{step}=0")]
        module, _ = self.compile(TRIAD, *switches)
        self.assertNotIn("__farsan_pages", module)
        self.assertNotIn("range", "".join(self.names(TRIAD, *switches)))

    def test_without_the_inline_test_the_table_is_not_looked_at(self):
        module, _ = self.compile(TRIAD, "-mllvm", "-farsan-inline-test=0", "-mllvm", "-farsan-late-start=0")
        self.assertNotIn("__farsan_pages", module)

    def status_before_the_first_mark(self, *words):
        """Of a program whose table has no marks, and whose runtime ends it with 3 when it is called."""
        (self.folder / "a.c").write_text(BEFORE_THE_FIRST_MARK)
        load = ["-Xclang", "-load", "-Xclang", str(PLUGIN), f"-fpass-plugin={PLUGIN}"]
        subprocess.run([CLANG, "-O2", *load, *words, "-c", "a.c"], cwd=self.folder, check=True, timeout=60)
        names = subprocess.run(["nm", "-u", "a.o"], cwd=self.folder, capture_output=True, text=True, check=True).stdout.split()
        called = [name for name in names if name.startswith("__farsan_") and name not in ("__farsan_init", "__farsan_pages")]
        ending = "".join(f"void {name}(void) {{ _exit(3); }}\n" for name in called)
        (self.folder / "runtime.c").write_text(RUNTIME_WITHOUT_MARKS + ending)
        subprocess.run([CLANG, "-w", "-O1", "runtime.c", "a.o", "-o", "a"], cwd=self.folder, check=True, timeout=60)
        return subprocess.run(["./a"], cwd=self.folder, check=False, timeout=60).returncode

    def test_before_the_first_mark_nothing_is_called(self):
        off = "-farsan-late-start=0"
        for words in ((), ("-mllvm", "-farsan-inline-test=0"), ("-mllvm", "-farsan-ranges=0"), ("-O0",)):
            self.assertEqual(self.status_before_the_first_mark(*words), 0, words)
            wanted = 0 if words[-1:] == ("-O0",) else 3  # of which each access looks at its own page
            self.assertEqual(self.status_before_the_first_mark(*words, "-mllvm", off), wanted, words)

    def test_a_call_that_may_synchronise_keeps_accesses_in_the_loop(self):
        source = "void g(void); void f(int* a, int n) { for (int i = 0; i < n; i++) { a[i] = i; g(); } }"
        self.assertIn("record_write4", self.names(source))

    def test_and_such_a_loop_records_by_calls(self):
        source = "void g(void); void f(int* a, int n) { for (int i = 0; i < n; i++) { a[i * i] = i;%s } }"
        self.assertIn(" asm sideeffect ", self.compile(source % "")[0])
        self.assertNotIn(" asm sideeffect ", self.compile(source % " g();")[0])

    def test_the_end_of_a_vector_that_grows_is_compared_with_where_it_was(self):
        source = """
        void more(int** end); void f(const int* from, int** ends, long n) {
          int* end = *ends;
          for (long i = 0; i < n; i++)
            if (from[i] > 0) *end++ = 1;
          *ends = end;
        }"""
        self.assertIn("__farsan_span_write4", self.names(source))

    def test_a_list_is_not(self):
        source = "struct n { struct n* next; int x; }; void f(struct n* p, int n) { for (int i = 0; i < n; i++, p = p->next) p->x = 1; }"
        self.assertNotIn("__farsan_clear_bytes", self.names(source))

    def test_a_quiet_function_does_not(self):
        source = """
        __attribute__((noinline)) static int g(int* p) { return *p + 1; }
        void f(int* a, int* b, int n) { for (int i = 0; i < n; i++) a[i] = g(b); }"""
        names = self.names(source)
        self.assertIn("write_range", names)
        self.assertNotIn("__tsan_func_entry", names)

    def test_an_early_exit_keeps_accesses_in_the_loop(self):
        source = "int f(int* a, int n) { for (int i = 0; i < n; i++) if (a[i] == 3) return i; return -1; }"
        self.assertEqual(self.names(source), ["record_read4"])

    def test_what_stays_in_a_loop_is_recorded_by_the_module(self):
        source = "long f(long* a, int n) { for (int i = 0; i < n; i++) if (a[i] == 3) return i; return -1; }"
        module, _ = self.compile(source)
        self.assertEqual(self.names(source), ["record_read8"])
        self.assertIn("farsan.site", module)
        off = ("-mllvm", "-farsan-inline-record=0")
        self.assertEqual(self.names(source, *off), ["read8"])

    def test_calls_leave_registers_alone(self):
        for level in ("-O0", "-O2"):
            module, _ = self.compile("int f(int* a, short* b, int n) { for (int i = 0; i < n; i++) b[a[i]]++; return *b; }", level)
            calls = re.findall(r"call (.*)@farsan\.\w+\(", module)
            self.assertGreater(len(calls), 2)
            self.assertEqual([words for words in calls if "preserve_mostcc" not in words], [])

    def test_many_loops_in_one_function_have_few_spans(self):
        loop = "for (long i = 0; i < n; i++) if (a[b[i]]) a[c[i]] = 1;"
        few, many = (self.names(f"void f(int* a, int* b, int* c, long n) {{ {loop * loops} }}") for loops in (20, 60))
        self.assertEqual([few.count("__farsan_span_write4"), few.count("record_write4")], [20, 20])
        self.assertLess(many.count("__farsan_span_write4"), 40)
        self.assertEqual(many.count("record_write4"), 60)

    def test_so_is_what_is_in_no_loop(self):
        # Its caller may be in one.
        self.assertEqual(self.names("void f(int* a) { *a = 1; }"), ["record_write4"])

    def test_pieces_that_are_no_granules_are_not(self):
        source = "int f(char* a, int n) { for (int i = 0; i < n; i++) if (a[i] == 3) return i; return -1; }"
        self.assertEqual(self.names(source), ["read1"])

    def test_a_gather_asks_once_before_the_loop(self):
        source = """
        double f(const double* restrict x, const double* restrict y, const int* restrict at, double* restrict out, long n) {
          for (long i = 0; i < n; i++)
            out[i] = x[at[i]] * y[at[i]];
        }"""
        self.assertEqual(self.names(source).count("__farsan_clear_bytes"), 2)
        self.assertNotIn("__farsan_clear_bytes", self.names(source, "-mllvm", "-farsan-spans=0"))

    def test_and_how_it_is_recorded_if_the_array_is_exposed(self):
        source = """
        void f(const double* restrict x, const float* restrict y, const int* restrict at, double* restrict out, long n) {
          for (long i = 0; i < n; i++)
            out[i] = x[at[i]] * y[at[i]];
        }"""
        names = self.names(source)
        self.assertEqual([names.count(f"__farsan_span_read{size}") for size in (4, 8)], [1, 1])
        off = ("-mllvm", "-farsan-inline-record=0")
        self.assertFalse([name for name in self.names(source, *off) if "span" in name])

    def test_a_pointer_that_is_loaded_in_the_loop_is_guessed(self):
        source = """
        #include <math.h>
        struct s { double* x; long n; };
        void f(struct s* s, const int* at) {
          for (long i = 0; i < s->n; i++)
            s->x[at[i]] = sqrt(s->x[i]);
        }
        void g(const int* at, double* x, long n) { struct s s = {x, n}; f(&s, at); }"""
        module, _ = self.compile(source)
        self.assertIn("__farsan_clear_bytes", module)

    def test_a_tile_is_one_call(self):
        source = """
        void f(double* restrict out, const double* restrict in, long n, long m) {
          for (long i = 0; i < n; i++)
            for (long j = 0; j < n; j++)
              out[i * m + j] = in[j * m + i];
        }"""
        self.assertEqual(sorted(self.names(source)), ["read_strided", "write_strided"])

    def test_accesses_of_two_lines_do_not_become_one_of_none(self):
        sources = {
            "one after the other": "void b(void); int* p(void); void f(int n) {\n  int* a = p();\n  if (n == 0)\n    a[0] = 1;\n"
                                   "  if (n == 1)\n    a[0] = 2;\n  b();\n}",
            "two places": "void f(int* a, int* b, int n) {\n\n  if (n & 1)\n    a[3] = n;\n  else\n    b[3] = 2 * n;\n}",
            "the same": "void b(void), c(void); void f(int* a, int n) {\n\n  if (n & 1) {\n    a[3] = n; b();\n  } else {\n"
                        "    a[3] = n; c();\n  }\n}",
        }
        for name, source in sources.items():
            with self.subTest(name):
                self.assertEqual(sorted(line for name, line in self.calls(source) if "write" in name), [4, 6])

    def test_loads_stay_in_their_function(self):
        source = """static __attribute__((noinline)) int look(int* p) {
          return *p;
        }
        int f(int* p) {
          return look(p) + 1;
        }"""
        for level in ("-O2", "-O3"):
            self.assertEqual(self.calls(source, level), [("record_read4", 2)], level)

    def test_elements_of_a_local_array_that_was_passed_on_are_seen(self):
        source = "void g(int*); int f(int i) { int a[8] = {0}; g(a); a[i] = 7; g(0); return a[2]; }"
        names = self.names(source)
        self.assertIn("record_write4", names)
        self.assertIn("record_read4", names)

    def test_memory_that_nobody_else_can_know_is_left_out(self):
        local = "int f(int i, int j) { int a[8] = {0}; a[i] = 7; a[j] = 8; return a[2]; }"
        self.assertEqual(self.names(local), [])
        heap = """
        #include <stdlib.h>
        double f(long n) {
          double* a = malloc(n * sizeof *a), sum = 0;
          for (long i = 0; i < n; i++) a[i] = sum += i;
          for (long i = 0; i < n; i++) sum += a[i] * a[n - 1 - i];
          free(a);
          return sum;
        }"""
        stacks_off = ["-mllvm", "-farsan-stacks=0"]
        self.assertEqual(self.names(heap, *stacks_off), [])
        self.assertIn("read_range", self.names(heap, *stacks_off, "-mllvm", "-farsan-relevance=0"))
        static = "static int table[100]; int get(int i) { return table[i]; } void put(int i) { table[i] = i; }"
        self.assertEqual(self.names(static), [])
        self.assertEqual(len(self.names(static + "int* all(void) { return table; }")), 2)

    def test_a_repeat_on_one_line_is_left_out(self):
        source = "int f(int* a, int* b) { return *a + (*b = 2) + *a + *a; }"
        alone = ["-mllvm", "-farsan-ranges=0"]  # which would join them as neighbours
        self.assertEqual(self.names(source, *alone).count("record_read4"), 1)
        self.assertGreater(self.names(source, *alone, "-mllvm", "-farsan-redundancy=0").count("record_read4"), 1)

    def test_the_line_of_a_load_that_was_moved_is_kept(self):
        source = "int f(int* restrict p,\n int* restrict a, int n) {\n for (int i = 0; i < n; i++)\n a[i] =\n *p;\n}"
        self.assertIn(("record_read4", 5), self.calls(source))

    def test_lines_that_differ_keep_calls_of_their_own(self):
        source = "void f(int c, int* p) {\n if (c)\n *p = 1;\n else\n *p = 2;\n}"
        lines = [line for _, line in self.calls(source, "-O0")]
        self.assertEqual(lines, [3, 5])

    def test_a_condition_does_not_become_an_access(self):
        source = "int a[4]; int f(int c) { return c ? a[1] : 0; }"
        module, _ = self.compile(source)
        body = module[module.index("@f("):]
        self.assertIn("br i1", body[:body.index("load i32")])

    def test_copies_are_seen_once(self):
        source = "struct s { char c[%d]; }; void f(struct s* a, struct s* b) { *a = *b; }"
        self.assertEqual(self.names(source % 64), ["read_range", "write_range"])
        self.assertIn("memcpy.inline", self.compile(source % 64)[0])
        self.assertEqual(self.names(source % 4000), ["__farsan_move", "read_range", "write_range"])
        self.assertEqual(self.names(source % 5000), ["__tsan_memcpy"])
        source = "#include <string.h>\nvoid f(char* a, char* b, long n) { memmove(a, b, 300); memset(b, 1, 500); memcpy(a, b, n); }"
        self.assertEqual(sorted(self.names(source)), ["__farsan_fill", "__farsan_move", "__tsan_memcpy", "read_range",
                                                      "write_range", "write_range"])
        volatile = "struct s { char c[300]; }; void f(volatile struct s* a, struct s* b) { *a = *b; }"
        self.assertEqual(self.names(volatile), ["__tsan_memcpy"])

    def test_ranges_of_known_length_look_at_two_pages(self):
        """And do not ask which kind of mark to look at."""
        source = "struct s { double v[400]; }; void f(struct s* restrict a, int k, int from) { for (int i = 0; i < 400; i += %d) a[k].v[i] = a[from].v[i]; }"
        for step in (1, 5):
            module, _ = self.compile(source % step)
            body = module[module.index("@f("):]
            body = body[:body.index("\n}")]
            self.assertNotIn(" select ", body)
            self.assertRegex(body, r"@farsan\.read_(range|strided)")
            looks = re.findall(r"load i8", body)
            self.assertEqual(len(looks), 4)

    def test_copies_are_tested_in_line(self):
        source = "struct s { char c[2000]; }; void f(struct s* a, struct s* b, long n) { for (long i = 0; i < n; i++) { a[i] = b[2 * i]; g(); } }"
        module, _ = self.compile("void g(void);\n" + source)
        body = module[module.index("@f("):]
        self.assertLess(body.index("__farsan_pages"), body.index("@farsan.read_range"))

    def test_routines_of_libc_stay_calls(self):
        source = "#include <string.h>\nint f(char* a, char* b) { return memcmp(a, b, 8); }"
        module, _ = self.compile(source)
        self.assertIn("nobuiltin", module)
        module, _ = self.compile("#include <math.h>\ndouble f(double a) { return sqrt(a); }")
        self.assertNotIn("nobuiltin", module)

    def test_numbers_side_by_side_that_stay_in_a_loop_are_recorded_in_line(self):
        source = """double f(double* s, int* at, long n) {
          double sum = 0;
          for (long i = 0; i < n; i++) sum += s[3 * at[i]] + s[3 * at[i] + 1] + s[3 * at[i] + 2];
          return sum;
        }"""
        module, _ = self.compile(source)
        self.assertIn("farsan.record_read8", module)
        self.assertNotIn("farsan.unaligned_read24", module)

    def test_intrinsics_of_x86_are_seen_lane_by_lane(self):
        words = ("--target=x86_64-linux-gnu", "-ffreestanding", "-mavx2", "-mavx512f", "-mavx512vl", "-mavx512bw", "-mmovdir64b", "-mmovdiri")
        for source, names in {
            "__m256i f(int* p, __m256i m) { return _mm256_maskload_epi32(p, m); }": ["unaligned_read4"] * 8,
            "void f(double* p, __m128i m, __m128d v) { _mm_maskstore_pd(p, m, v); }": ["unaligned_write8"] * 2,
            "void f(char* p, __m128i m, __m128i v) { _mm_maskmoveu_si128(v, m, p); }": ["write1"] * 16,
            "__m128i f(int* p, __m128i i) { return _mm_i64gather_epi32(p, i, 4); }": ["unaligned_read4"] * 2,
            "__m256d f(double* p, __m128i i) { return _mm256_i32gather_pd(p, i, 8); }": ["unaligned_read8"] * 4,
            "__m256d f(double* p, __m128i i, __m256d m) { return _mm256_mask_i32gather_pd(m, p, i, m, 8); }": ["unaligned_read8"] * 4,
            "__m512d f(double* p, __m256i i, __m512d v, __mmask8 m) { return _mm512_mask_i32gather_pd(v, m, i, p, 8); }": ["unaligned_read8"] * 8,
            "void f(double* p, __m512i i, __m512d v) { _mm512_i64scatter_pd(p, i, v, 8); }": ["unaligned_write8"] * 8,
            "void f(int* p, __m128i i, __m128i v, __mmask8 m) { _mm_mask_i64scatter_epi32(p, m, i, v, 4); }": ["unaligned_write4"] * 2,
            "void f(char* p, __m512i v, __mmask8 m) { _mm512_mask_cvtepi64_storeu_epi8(p, m, v); }": ["write1"] * 8,
            "void f(char* p, __m128i v, __mmask8 m) { _mm_mask_cvtusepi64_storeu_epi16(p, m, v); }": ["unaligned_write2"] * 2,
            "__m512i f(int* p, __mmask16 m) { return _mm512_maskz_expandloadu_epi32(m, p); }": ["unaligned_read4"] * 16,
            "void f(double* p, __m256d v, __mmask8 m) { _mm256_mask_compressstoreu_pd(p, m, v); }": ["unaligned_write8"] * 4,
            "__m256i f(__m256i* p) { return _mm256_lddqu_si256(p); }": ["read_range"],
            "void f(void* p, void* q) { _movdir64b(p, q); }": ["read_range", "write_range"],
            "void f(long* p) { _directstoreu_u64(p, 3); }": ["unaligned_write8"],
            "void f(__m256i* p, __m256i v) { _mm256_stream_si256(p, v); _mm_clflush(p); _mm_prefetch((char*)p, 1); }": ["write_range"],
        }.items():
            with self.subTest(source):
                for level in ("-O0", "-O2"):
                    found = [name for name in self.names("#include <immintrin.h>\n" + source, level, *words)
                             if "tsan" not in name]
                    self.assertEqual(sorted(found), names, level)

    def test_a_stencil_is_recorded_once_where_it_overlaps(self):
        source = "double f(double* u, long n) { double s = 0; for (long i = 0; i < n; i++) s += u[i] + u[i + 5]; return s; }"
        module, _ = self.compile(source)
        self.assertEqual(self.names(source), ["read_range"] * 2)
        self.assertRegex(module, r"select i1 %[0-9]+, i64 0, i64")

    def test_atomics_stay_instructions(self):
        source = """
        int add(long* a) { return __atomic_fetch_add(a, 1, __ATOMIC_RELEASE); }
        int swap(int* a, int old) { return __atomic_compare_exchange_n(a, &old, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); }
        void fence(void) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
        long own(void) { long mine = 0; __atomic_fetch_sub(&mine, 2, __ATOMIC_SEQ_CST); return mine; }
        """
        module, _ = self.compile(source)
        for name in ("atomicrmw add", "cmpxchg ptr", "fence acquire"):
            self.assertEqual(module.count(name), 1, name)
        for name, times in (("__farsan_begin_atomic", 2), ("__farsan_end_atomic", 2), ("__farsan_atomic_fence", 1)):
            self.assertEqual(len(re.findall(rf"call void @{name}\(", module)), times, name)

    def test_stores_through_pointers_of_others_are_told_of_first(self):
        stores = "void hand_over(long* data, long* flag) { *data = 1; *flag = 2; }\n"
        pointer = "extern void* shmem_ptr(const void*, int); void* at(long* a) { return shmem_ptr(a, 1); }\n"

        def order(source):
            module, _ = self.compile(source)
            body = module[module.index("@hand_over("):]
            return re.findall(r"store i64 [12]|farsan\.record_write8", body[:body.index("\n}")])

        told = "farsan.record_write8"
        self.assertEqual(order(pointer + stores), [told, "store i64 1", told, "store i64 2"])
        self.assertEqual(sorted(order(stores)), sorted([told, "store i64 1", told, "store i64 2"]))

    def test_signals_whose_value_is_used_are_told_of_at_all_levels(self):
        wait = "shmem_signal_wait_until(s, 3, 1)"
        used = [f"return {wait};", f"int v = (int){wait}; g(v);", f"if ({wait} > 2) g(1);", f"static unsigned long v; v = {wait};",
                f"volatile unsigned long v = {wait};", f"unsigned long v = {wait}; h(&v);"]
        unused = [f"{wait};", f"(void){wait};", f"unsigned long v = {wait}; (void)v;", f"int v = 0; v = (int){wait}; v = v;"]
        before = "unsigned long shmem_signal_wait_until(unsigned long*, int, unsigned long);\nvoid g(int), h(unsigned long*);\n"
        for bodies, told in ((used, 1), (unused, 0)):
            for body in bodies:
                source = f"{before}unsigned long f(unsigned long* s) {{ {body} return 0; }}"
                for level in ("-O0", "-O1", "-O2", "-O3"):
                    module, _ = self.compile(source, level)
                    self.assertEqual(module.count("call void @__farsan_uses_signal"), told, f"{body} at {level}")

    def test_all_levels_and_link_time_optimisation_work(self):
        for level in ("-O0", "-O1", "-O3", "-Os"):
            self.assertTrue(self.names(TRIAD + JACOBI, level))
        self.assertTrue(self.names(TRIAD, "-flto"))
        self.assertTrue(self.names(TRIAD, "-flto=thin"))


if __name__ == "__main__":
    if not shutil.which(CLANG) or not Path(PLUGIN).exists():
        print("no clang 19 or no plugin")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
