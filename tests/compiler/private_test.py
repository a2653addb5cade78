#!/usr/bin/env python3
"""Which accesses the plugin leaves out because nobody outside the module can reach what they touch, and which it must not.

Every function below stores 7 through an address; `left out` means that no call of the runtime is left for that line."""

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

# The routines as MPI declares them, without a library.
HEADER = """
typedef unsigned long size_t; typedef __builtin_va_list va_list;
void *malloc(size_t), *calloc(size_t, size_t), free(void*), *memcpy(void*, const void*, size_t), *memmove(void*, const void*, size_t), *memset(void*, int, size_t);
void qsort(void*, size_t, size_t, int (*)(const void*, const void*));
int printf(const char*, ...);
int MPI_Comm_rank(int, int*), MPI_Win_allocate(long, int, int, int, void*, int*), MPI_Win_create(void*, long, int, int, int, int*);
int MPI_Put(const void*, int, int, int, long, int, int, int), MPI_Win_fence(int, int), MPI_Get_address(const void*, long*);
void shmem_int_p(int*, int, int), shmem_int_put(int*, const int*, size_t, int), shmem_barrier_all(void), shmem_quiet(void);
void *shmem_malloc(size_t), *shmem_calloc(size_t, size_t), *shmem_ptr(const void*, int), *shmem_realloc(void*, size_t);
int shmem_my_pe(void); long shmem_long_g(const long*, int);
int gaspi_segment_create(unsigned char, size_t, int, long, int), gaspi_segment_ptr(unsigned char, void**), gaspi_barrier(int, long);
int gaspi_segment_bind(unsigned char, void*, size_t, int), gaspi_segment_use(unsigned char, void*, size_t, int, long, int);
int gaspi_proc_rank(unsigned short*);
void unknown(void*);
void* answer(void);
struct box { long before; double* content; int window; };
"""


class Private(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="farsan-private-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def lines(self, source, *words):
        """Of the calls of the runtime, in the source without the header."""
        (self.folder / "a.c").write_text(HEADER + '# 1 "a.c"\n' + source)
        load = ["-Xclang", "-load", "-Xclang", str(PLUGIN), f"-fpass-plugin={PLUGIN}"]
        result = subprocess.run([CLANG, "-g", "-w", *load, *words, "-S", "-emit-llvm", "a.c", "-o", "-"], cwd=self.folder,
                                capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = dict(re.findall(r"^(![0-9]+) = (?:distinct )?!DILocation\(line: ([0-9]+)", result.stdout, re.M))
        found = re.findall(r"call [^@]*@farsan\.(?:unaligned_|record_)?(?:read|write)\w*\(.*?!dbg (![0-9]+)", result.stdout)
        return {int(lines[position]) for position in found}

    def line_of(self, source):
        return next(number for number, line in enumerate(source.splitlines(), 1) if "= 7;" in line)

    def assert_left_out(self, source, *words):
        for level in ("-O0", "-O2"):
            self.assertNotIn(self.line_of(source), self.lines(source, level, *words), f"{level}\n{source}")
        self.assertIn(self.line_of(source), self.lines(source, "-O0", "-mllvm", "-farsan-relevance=0", *words), source)

    def assert_seen(self, source, *words):
        for level in ("-O0", "-O2"):
            self.assertIn(self.line_of(source), self.lines(source, level, *words), f"{level}\n{source}")

    def test_fields_beside_a_window_are_private(self):
        self.assert_left_out("""
        double* volatile* escape_nothing;
        int main(int n, char** v) {
          struct box box = {n, malloc(80 * n), 0};
          void* base;
          MPI_Win_allocate(8, 1, 0, 0, &base, &box.window);
          for (int i = 0; i < n; i++)
            box.content[(i * 17) % n] = 7;
          MPI_Win_fence(0, box.window);
          double sum = box.content[n / 2];
          free(box.content);
          return sum > 3;
        }""")

    def test_memory_in_private_variables_is_private(self):
        self.assert_left_out("""
        static double* table;
        __attribute__((noinline)) static void set(int i) {
          table[i] = 7;
        }
        __attribute__((noinline)) static double get(int i) { return table[i]; }
        int main(int n, char** v) {
          table = malloc(80);
          set(n);
          int rank;
          MPI_Comm_rank(0, &rank);
          printf("%d", rank);
          return get(n + 1) > 3;
        }""")

    def test_a_copy_of_the_data_is_not_the_memory(self):
        self.assert_left_out("""
        int main(int n, char** v) {
          double* out = malloc(800);
          double* mine = malloc(800);
          for (int i = 0; i < n; i++)
            mine[(i * 7) % 100] = 7;
          memcpy(out, mine, 8 * n);
          MPI_Put(out, n, 0, 1, 0, n, 0, 0);
          int result = mine[n] > 3;
          free(mine);
          return result;
        }""")

    def test_pointers_may_come_by_the_machines_own_intrinsics(self):
        text = """
        typedef long long vector __attribute__((vector_size(32)));
        __attribute__((noinline)) static double* chosen(double** from, vector at) {
          vector got = __builtin_ia32_gatherq_q256((vector){}, (const long long*)from, at, (vector){-1, -1, -1, -1}, 8);
          return (double*)got[1];
        }
        __attribute__((noinline)) static void give(double** to, vector mask, vector from) {
          __builtin_ia32_maskstoreq256((vector*)to, mask, from);
        }
        int main(int n, char** v) {
          double* all[4] = {malloc(80), malloc(80), malloc(80), malloc(80)};
          double* others[4];
          give(others, (vector){n, -n, n, n}, (vector){0, (long long)all[n & 3], 0, 0});
          %s
          %s[n] = 7;
          return all[0][1] > 3;
        }"""
        words = ("--target=x86_64-linux-gnu", "-mavx2")
        for road in ("chosen(all, (vector){n & 3, 1, 2, 3})", "others[1]"):
            self.assert_left_out(text % ("", road), *words)
            self.assert_seen(text % ("MPI_Put(all[2], n, 0, 1, 0, n, 0, 0);", road), *words)

    def test_an_index_may_be_the_address_that_the_machine_gathers_from(self):
        self.assert_seen("""
        typedef long long vector __attribute__((vector_size(32)));
        int main(int n, char** v) {
          double* mine = malloc(80);
          double* volatile* all = malloc(80);
          all[1] = mine;
          vector got = __builtin_ia32_gatherq_q256((vector){}, (const long long*)0, (vector){0, (long long)(all + 1), 0, 0}, (vector){0, -1, 0, 0}, 1);
          MPI_Put((void*)got[1], n, 0, 1, 0, n, 0, 0);
          mine[n] = 7;
          return mine[1] > 3;
        }""", "--target=x86_64-linux-gnu", "-mavx2")

    def test_one_function_may_fill_private_and_shown_fields(self):
        """As containers of one type do, which share their functions."""
        text = """
        struct list { double* at; long size; };
        struct all { struct list shown, mine; };
        __attribute__((noinline)) static void resize(struct list* list, long size) {
          double* at = malloc(8 * size);
          memcpy(at, list->at, 8 * list->size);
          free(list->at);
          list->at = at;
          list->size = size;
        }
        int main(int n, char** v) {
          struct all all = {};
          resize(&all.shown, n);
          resize(&all.mine, 2 * n);
          MPI_Put(all.shown.at, n, 0, 1, 0, n, 0, 0);
          for (int i = 0; i < n; i++)
            all.%s.at[(i * 17) %% n] = 7;
          return all.mine.at[n / 2] + all.shown.at[n / 2] > 3;
        }"""
        self.assert_left_out(text % "mine")
        self.assert_seen(text % "shown")

    def test_arrays_in_a_structure_are_apart_from_its_other_fields(self):
        text = """
        struct list { double* at; long size; };
        struct all { int sizes[3]; double* mine; struct list shown[3]; int requests[26]; };
        int main(int n, char** v) {
          struct all all = {};
          all.mine = malloc(8 * n);
          for (int d = 0; d < n; d++) {
            all.sizes[d] = n + d;
            all.shown[d].at = malloc(8 * all.sizes[d]);
            MPI_Put(all.shown[d].at, all.sizes[d], 0, 1, 0, n, 0, 0);
          }
          for (int i = 0; i < n; i++)
            all.%s[(i * 17) %% n] = 7;
          return all.mine[n / 2] + all.shown[n / 2].at[n / 3] > 3;
        }"""
        self.assert_left_out(text % "mine")
        self.assert_seen(text % "shown[1].at")
        self.assert_seen(text % "shown[n / 2].at")

    def test_small_fields_do_not_join_the_others(self):
        text = """
        struct all { int first, second; short third, fourth; double *mine, *shown; };
        __attribute__((noinline)) static void set(int* to, int value) { *to = value; }
        int main(int n, char** v) {
          struct all all = {0, 0, 0, 0, malloc(8 * n), malloc(8 * n)};
          set(&all.first, n);
          set(&all.second, n + 1);
          all.fourth = n;
          MPI_Comm_rank(0, &all.second);
          MPI_Put(all.shown, all.second, 0, 1, 0, n, 0, 0);
          for (int i = 0; i < n; i++)
            all.%s[(i * 17) %% n] = 7;
          return all.mine[n / 2] + all.shown[all.first] > 3;
        }"""
        self.assert_left_out(text % "mine")
        self.assert_seen(text % "shown")

    def test_what_leaves_an_array_of_a_structure_is_anywhere_in_it(self):
        self.assert_seen("""
        struct all { double* mine; double* array[4]; };
        __attribute__((noinline)) static double** of(struct all* all, int i) { return &all->array[i]; }
        int main(int n, char** v) {
          struct all all = {malloc(8 * n)};
          all.array[n] = 0;
          unknown(((struct all*)((char*)of(&all, 2) - 24))->mine);
          all.mine[n] = 7;
          return all.mine[n / 2] > 3;
        }""")

    def test_a_pointer_that_moves_while_it_is_in_memory_may_be_anywhere_in_its_object(self):
        source = """
        static struct pair { double *first, *second; } pair;
        static double** current = &pair.first;
        int main(int n, char** v) {
          double* base;
          int window;
          MPI_Win_allocate(800, 1, 0, 0, &base, &window);
          pair.first = malloc(80 * n);
          pair.second = malloc(80 * n);
          %s;
          *current = base;
          MPI_Win_fence(0, window);
          pair.second[n / 2] = 7;
          return MPI_Win_fence(0, window);
        }"""
        self.assert_seen(source % "__atomic_fetch_add(&current, sizeof *current, __ATOMIC_RELAXED)")
        self.assert_left_out(source % "__atomic_exchange_n(&current, &pair.first, __ATOMIC_RELAXED)")

    def test_an_access_in_a_function_is_private_only_for_all_of_its_callers(self):
        text = """
        __attribute__((noinline)) static void set(double* p, int i) {
          p[i] = 7;
        }
        int main(int n, char** v) {
          double* mine = malloc(8 * n);
          double* other = malloc(8 * n);
          set(mine, n / 2);
          set(other, n / 3);
          %s
          return mine[n / 3] + other[n / 5] > 3;
        }"""
        self.assert_left_out(text % "")
        self.assert_seen(text % "unknown(other);")

    def test_what_a_function_returns_to_other_modules_is_seen(self):
        text = """
        static double* mine;
        %s double* give(void) { return mine; }
        int main(int n, char** v) {
          mine = malloc(8 * n);
          unknown(0);
          mine[n / 2] = 7;
          return give()[n / 3] > 3;
        }"""
        self.assert_left_out(text % "static")
        self.assert_seen(text % "")

    def test_a_pointer_that_was_a_number_for_a_while_is_private(self):
        text = """
        struct iterator { double* at; };
        __attribute__((noinline)) static void fill(struct iterator from, struct iterator to) {
          for (; from.at != to.at; from.at += 3)
            *from.at = 7;
        }
        int main(int n, char** v) {
          double* mine = malloc(24 * n);
          long number = (long)mine;
          fill((struct iterator){(double*)number}, (struct iterator){mine + 3 * n});
          %s
          return mine[n / 3] > 3;
        }"""
        self.assert_left_out(text % "")
        self.assert_seen(text % "unknown((void*)(number + 8));")

    def test_what_another_module_can_call_sees_what_it_is_given(self):
        self.assert_seen("""
        static double* keep(double* p) { return p; }
        void f(double* p, int i) {
          keep(p)[i] = 7;
        }
        int main(void) { double* mine = malloc(80); f(mine, 1); return mine[1] > 3; }""")

    def test_a_function_that_keeps_its_argument_in_a_private_variable_makes_it_unknown(self):
        self.assert_seen("""
        static double* kept;
        void keep(double* p) { kept = p; }
        void f(int i) {
          kept[i] = 7;
        }
        int main(void) { keep(malloc(80)); f(1); return 0; }""")

    def test_and_so_does_one_that_does_it_through_a_constant(self):
        self.assert_seen("""
        static double* kept;
        static double** const way = &kept;
        void keep(double* p) { *way = p; }
        __attribute__((noinline)) static void f(int i) {
          kept[i] = 7;
        }
        int main(void) { keep(malloc(80)); unknown(0); f(1); return 0; }""")

    def test_names_in_assembly_and_sections_are_roads_out(self):
        for before, inside in (("static double table[100];", '__asm__ volatile("// table" : : : "memory");'),
                               ('static double table[100]; __asm__("// see table, please");', ""),
                               ('static __attribute__((section("tables"))) double table[100];'
                                "extern double __start_tables[];", "unknown(__start_tables);"),
                               ('_Pragma("clang section bss = \\"tables\\"") static double table[100]; _Pragma("clang section bss = \\"\\"")'
                                "extern double __start_tables[];", "unknown(__start_tables);")):
            with self.subTest(before + inside):
                self.assert_seen(f"""
                {before}
                int main(int n, char** v) {{
                  {inside}
                  MPI_Win_fence(0, 0);
                  table[n] = 7;
                  MPI_Win_fence(0, 0);
                  return table[n + 1] > 3;
                }}""")

    def test_roads_out(self):
        roads = {
            "argument": "unknown(p);",
            "window": "int w; MPI_Win_create(p, 80, 1, 0, 0, &w);",
            "address": "long a; MPI_Get_address(p, &a);",
            "structure": "struct box b = {0, p}; unknown(&b);",
            "variable": "extern double* other; other = p;",
            "visible variable": "visible = p;",
            "memory from elsewhere": "*(double**)answer() = p;",
            "memcpy": "double* q; memcpy(&q, &p, sizeof q); unknown(q);",
            "memmove": "struct box b[2] = {{0, p}}; memmove(b + 1, b, sizeof *b); unknown(b[1].content);",
            "bytes": "double* q; for (int i = 0; i < 8; i++) ((char*)&q)[i] = ((char*)&p)[i]; unknown(q);",
            "halves": "double* q; ((int*)&q)[0] = ((int*)&p)[0]; ((int*)&q)[1] = ((int*)&p)[1]; unknown(q);",
            "number": "unknown((void*)((long)p + 8));",
            "mixed number": "long k = (long)&visible; unknown((void*)((((long)p) ^ k) ^ k));",
            "number as argument": "extern void number(long); number((long)p);",
            "difference": "static char c; unknown(&c + ((char*)p - &c));",
            "function pointer": "void (*volatile call)(void*) = unknown; call(p);",
            "variable arguments": "extern void many(int, ...); many(1, p);",
            "text": "extern int sprintf(char*, const char*, ...); char t[40]; sprintf(t, \"%p\", p);",
            "sorting": "struct box b[2] = {{0, p}}; qsort(b, 2, sizeof *b, compare);",
            "field behind another": "struct box b = {0, p}; unknown(&b.window);",
            "inline assembly": "__asm__ volatile(\"\" : : \"r\"(p) : \"memory\");",
            "list": "struct node { struct node* next; double* p; }; struct node* n = malloc(16); n->next = malloc(16);"
                    "n->next->p = p; for (struct node* at = n; at; at = at->next) if (at->p) unknown(at->p);",
            "result": "struct box b = boxed(p); unknown(b.content);",
            "distance from nothing": "char* none = nothing; unknown((void*)((char*)p - none));",
            "index of nothing": "char* none = nothing; unknown(none + (long)p);",
            "index of a number": "extern long small(void); unknown((char*)small() + (long)p);",
            "index of something else": "static char c[2]; unknown(&c[(long)p] - (long)c);",
            "index that was in memory": "union { double* p; long number; } both = {p}; unknown((char*)answer() + both.number);",
            "function in assembly": "unknown(plain(p));",
        }
        for name, road in roads.items():
            with self.subTest(name):
                self.assert_seen(f"""
                double* visible;
                static char* nothing;
                __attribute__((naked, noinline)) static double* plain(double* p) {{ __asm__ volatile("ret"); }}
                int compare(const void* a, const void* b) {{ return 0; }}
                __attribute__((noinline)) static struct box boxed(double* p) {{ struct box b = {{0, p}}; return b; }}
                __attribute__((noinline)) static int out(double* p) {{ {road} return 0; }}
                int main(int n, char** v) {{
                  double* mine = calloc(10, 8);
                  out(mine);
                  MPI_Win_fence(0, 0);
                  mine[n] = 7;
                  MPI_Win_fence(0, 0);
                  return mine[n + 1] > 3;
                }}""")

    def test_routines_that_return_their_argument(self):
        for call in ("memset(mine, 0, 8)", "memcpy(mine, v, 8)", "memmove(mine, v, 8)"):
            for word in ("-fbuiltin", "-fno-builtin"):
                with self.subTest(call + word):
                    self.assert_seen(f"""
                    int main(int n, char** v) {{
                      double* mine = calloc(10, 8);
                      unknown({call});
                      MPI_Win_fence(0, 0);
                      mine[n] = 7;
                      MPI_Win_fence(0, 0);
                      return mine[n + 1] > 3;
                    }}""", word)

    def test_what_others_allocate_is_theirs(self):
        """Whatever they say about it: the program has no other pointer to the memory, but a library may."""
        self.assert_seen("""
        __attribute__((malloc)) double* memory_of_a_window(int* window);
        int main(int n, char** v) {
          int window;
          volatile double* mine = memory_of_a_window(&window);
          MPI_Win_fence(0, window);
          mine[n] = 7;
          MPI_Win_fence(0, window);
          return mine[n + 1] > 3;
        }""")

    def test_symmetric_memory_is_seen(self):
        """Variables of the program, whoever sees them; blocks of the heap; memory of other PEs."""
        objects = {
            "global": ("int x[100];", "", "x"),
            "static": ("static int x[100];", "shmem_int_p(x, 1, 1);", "x"),
            "static of a function": ("", "static int x[100]; shmem_int_put(x, x + 50, 4, 1);", "x"),
            "static structure": ("static struct { int before; int x[100]; } all;", "shmem_int_p(&all.before, 1, 1);", "all.x"),
            "static that a helper puts to": (
                "static int x[100]; __attribute__((noinline)) static void put(int* to) { shmem_int_p(to, 1, 1); }", "put(x);", "x"),
            "static that is only got from": ("static long x[100];", "n += shmem_long_g(x, 1);", "x"),
            "block": ("", "int* x = shmem_malloc(400);", "x"),
            "block of zeros": ("", "int* x = shmem_calloc(100, 4);", "x"),
            "moved block": ("static int* x;", "x = shmem_realloc(x, 400);", "x"),
            "memory of another PE": ("static int own[100];", "int* x = shmem_ptr(own, 1);", "x"),
        }
        for name, (outside, inside, x) in objects.items():
            with self.subTest(name):
                self.assert_seen(f"""
                {outside}
                int main(int n, char** v) {{
                  {inside}
                  shmem_barrier_all();
                  {x}[n] = 7;
                  shmem_barrier_all();
                  return {x}[n + 1] > 3;
                }}""")

    def test_what_is_beside_symmetric_memory_is_private(self):
        self.assert_left_out("""
        static int symmetric[100];
        static int* table;
        int main(int n, char** v) {
          int me = shmem_my_pe();
          table = calloc(100, sizeof(int));
          shmem_int_p(symmetric, 1, 1);
          shmem_barrier_all();
          table[n + me] = 7;
          shmem_barrier_all();
          return table[n] > 3;
        }""")

    def test_segments_are_seen(self):
        segments = {
            "created": "gaspi_segment_create(0, 400, 0, 0, 0); void* p; gaspi_segment_ptr(0, &p); int* x = p;",
            "bound": "int* x = malloc(400); gaspi_segment_bind(0, x, 400, 0);",
            "used": "int* x = calloc(100, 4); gaspi_segment_use(0, x, 400, 0, 0, 0);",
            "bound variable": "static int x[100]; gaspi_segment_bind(0, x, sizeof x, 0);",
            "bound and asked for": "void* p = malloc(400); gaspi_segment_bind(0, p, 400, 0); gaspi_segment_ptr(0, &p); int* x = p;",
        }
        for name, made in segments.items():
            with self.subTest(name):
                self.assert_seen(f"""
                int main(int n, char** v) {{
                  {made}
                  gaspi_barrier(0, 0);
                  x[n] = 7;
                  gaspi_barrier(0, 0);
                  return x[n + 1] > 3;
                }}""")

    def test_what_is_beside_a_segment_is_private(self):
        self.assert_left_out("""
        int main(int n, char** v) {
          int* segment = malloc(400);
          int* mine = malloc(400 * n);
          gaspi_segment_bind(0, segment, 400, 0);
          gaspi_barrier(0, 0);
          mine[(n * 17) % 100] = 7;
          gaspi_barrier(0, 0);
          int sum = mine[n];
          free(mine);
          return sum > 3;
        }""")


if __name__ == "__main__":
    if not shutil.which(CLANG) or not Path(PLUGIN).exists():
        print("no clang 19 or no plugin")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
