#!/usr/bin/env python3
"""farsan-X: what it makes of command lines, seen by a driver X that only prints its arguments."""

import os
import re

from harness import BIN, Case, main

MPI_DRIVER = """#!/bin/sh
for word; do
  case $word in
    -show) echo "${FAKE_CC:-gcc} -I/usr/include/fake -L/nowhere -l${FAKE_LIBRARY:-mpi}"; exit 0 ;;
    -print-prog-name=ld.lld) echo "${FAKE_LLD:-ld.lld}"; exit 0 ;;
  esac
done
for word; do printf '%s\\n' "$word"; done
exit "${FAKE_STATUS:-0}"
"""
PLAIN_DRIVER = """#!/bin/sh
for word; do printf '%s\\n' "$word"; done
"""
OPTIONS = ["-fno-omit-frame-pointer", "-fno-crossjumping", "-fno-tree-tail-merge", "-fno-tree-cselim", "-fno-tree-sink",
           "-fno-code-hoisting", "-fno-ipa-icf", "-fno-ipa-sra", "-fno-tree-pre", "-fno-hoist-adjacent-loads", "-fno-tree-loop-im"]
COMPILE = ["-fsanitize=thread", "-g", *OPTIONS]
COMPILE_BY_CLANG = ["-fsanitize=thread", "-g", "-fno-omit-frame-pointer"]
AFTER_BY_CLANG = ["-fno-vectorize", "-fno-slp-vectorize"]


class Wrapper(Case):
    def setUp(self):
        super().setUp()
        self.write("bin/fakempicc", MPI_DRIVER, 0o755)
        self.write("bin/fakegcc", PLAIN_DRIVER, 0o755)
        for name in ("fakempicc", "fakegcc", "nobody"):
            os.symlink(BIN / "farsan", self.folder / "bin" / f"farsan-{name}")
        self.lib = self.folder / "lib"
        for mpi in ("openmpi", "mpich"):
            self.write(f"lib/libfarsan-{mpi}.so", "")
        self.environment |= {"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "FARSAN_LIB_DIR": str(self.lib)}

    def arguments(self, *words, driver="fakempicc", **variables):
        result = self.run_command(f"farsan-{driver}", *words, **variables)
        self.assertEqual(result.stderr, "")
        self.assertEqual(result.returncode, 0)
        words = result.stdout.splitlines()
        # Where our header is depends on the tree; one test looks at it.
        if "-idirafter" in words:
            at = words.index("-idirafter")
            del words[at : at + 2]
            around = ["--start-no-unused-arguments", "--end-no-unused-arguments"]  # of clang
            if words[at - 1 : at + 1] == around:
                del words[at - 1 : at + 1]
        return words

    def runtime(self, mpi):
        return [f"-L{self.lib}", f"-Wl,-rpath,{self.lib}", "-Wl,--push-state,--no-as-needed", f"-lfarsan-{mpi}",
                "-Wl,--pop-state"]

    def preinit(self):
        """What clang has to be told to link, which gcc links by itself."""
        return [f"{self.lib}/shim/libtsan_preinit.o"]

    def shim(self):
        return [f"-B{self.lib}/shim/"]

    def test_compiling_adds_instrumentation_only(self):
        for words in (["-c", "a.c"], ["-S", "a.c"], ["-E", "a.c"], ["-M", "a.c"], ["-MM", "a.c"],
                      ["-fsyntax-only", "a.c"], ["-c", "-x", "c", "-"], ["-xc", "-c", "a.unknown"],
                      ["-c", "-MD", "-MF", "a.d", "-MT", "a.o", "a.cpp", "-o", "a.o"]):
            self.assertEqual(self.arguments(*words), COMPILE + words)

    def test_fortran_is_told_to_know_nothing_of_pointers_whatever_the_driver_is_called(self):
        for words in (["-c", "solver.F90"], ["-c", "solver.f"], ["-x", "f95", "-c", "a.unknown"]):
            self.assertEqual(self.arguments(*words), COMPILE + ["-fno-tree-pta"] + words)

    def test_debug_information_is_added_only_if_absent(self):
        for option in ("-g", "-g0", "-g3", "-ggdb", "-gdwarf-4"):
            self.assertEqual(self.arguments(option, "-c", "a.c"),
                             ["-fsanitize=thread", *OPTIONS, option, "-c", "a.c"])

    def test_options_that_only_shape_debug_information_are_not_taken_for_it(self):
        for option in ("-gz", "-gsplit-dwarf", "-grecord-gcc-switches", "-gno-column-info"):
            self.assertEqual(self.arguments(option, "-c", "a.c"), COMPILE + [option, "-c", "a.c"])

    def test_linking_puts_the_runtime_before_everything(self):
        words = ["a.o", "-lfoo", "-o", "a", "-lmpi"]
        self.assertEqual(self.arguments(*words), ["-fsanitize=thread", *self.shim(), *self.runtime("openmpi"), *words])

    def test_libraries_in_other_words(self):
        for words in (["a.o", "-l:libmpi.so.40"], ["a.o", "-Wl,-rpath,x,-lmpi"], ["a.o", "-Xlinker", "-lmpi"]):
            self.assertEqual(self.arguments(*words), ["-fsanitize=thread", *self.shim(), *self.runtime("openmpi"), *words])

    def test_long_names_of_options(self):
        self.assertEqual(self.arguments("--compile", "a.c"), COMPILE + ["--compile", "a.c"])

    def test_compiling_and_linking_at_once(self):
        self.assertEqual(self.arguments("a.c"), COMPILE + self.shim() + self.runtime("openmpi") + ["a.c"])

    def test_shared_libraries_get_the_runtime_too(self):
        words = ["-shared", "a.o", "-o", "liba.so"]
        self.assertEqual(self.arguments(*words), ["-fsanitize=thread", *self.shim(), *self.runtime("openmpi"), *words])

    def test_questions_pass_unchanged(self):
        for words in ([], ["-v"], ["--version"], ["-dumpversion"], ["-print-search-dirs"], ["--help"],
                      ["-showme:compile"], ["--showme", "a.c"], ["-o", "a.c"], ["-L/somewhere"]):
            self.assertEqual(self.arguments(*words), words)
        self.assertIn("-lmpi", self.run_command("farsan-fakempicc", "-show").stdout)

    def test_a_relocatable_link_gets_no_runtime(self):
        self.assertEqual(self.arguments("-r", "a.o", "-o", "b.o"), ["-r", "a.o", "-o", "b.o"])

    def test_values_of_options_are_no_inputs(self):
        for words in (["-o", "a.c"], ["-include", "a.c"], ["-I", "b.c"], ["-MF", "x.c"], ["-Xlinker", "a.o"],
                      ["-D", "x.c"]):
            self.assertEqual(self.arguments(*words), words)

    def test_response_files_are_looked_into_and_passed_on(self):
        self.write("inner", "-g3\n")
        self.write("words", "-c 'a b.c' -DX=\"1 2\" @inner")
        self.assertEqual(self.arguments("@words"), ["-fsanitize=thread", *OPTIONS, "@words"])
        self.assertEqual(self.arguments("@missing"), ["-fsanitize=thread", *self.shim(), *self.runtime("openmpi"), "@missing"])
        self.write("loop", "@loop a.c -c")
        self.assertEqual(self.arguments("@loop"), [*COMPILE, "@loop"])

    def test_strange_words_survive(self):
        words = ["-c", "a b.c", "-DNAME=\"x y\"", "-D$HOME", "-D'", ""]
        self.assertEqual(self.arguments(*words), COMPILE + words)

    def test_the_mpi_of_the_driver_decides(self):
        self.assertIn("-lfarsan-mpich", self.arguments("a.o", FAKE_LIBRARY="mpich"))
        self.assertIn("-lfarsan-openmpi", self.arguments("a.o", FAKE_LIBRARY="mpi"))

    def test_a_second_model_gets_one_runtime_for_both(self):
        for model in ("shmem", "gaspi"):
            self.write(f"lib/libfarsan-rt-{model}.so", "")
            self.write(f"lib/libfarsan-mpich-{model}.so", "")
            asked = f"--embedded-{model}"
            headers = f"-I{self.lib}/include/{model}"
            self.assertEqual(self.arguments("-c", "a.c", asked), [*COMPILE, headers, "-c", "a.c"])
            self.assertEqual(self.arguments(asked, "a.o", FAKE_LIBRARY="mpich"),
                             ["-fsanitize=thread", *self.shim(), *self.runtime(f"mpich-{model}"), "a.o",
                              f"-lfarsan-{model}"])
        result = self.run_command("farsan-fakempicc", "--embedded-shmem", "--embedded-gaspi", "a.o")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr, "farsan: there is no runtime for OpenSHMEM and GASPI in one program\n")
        (self.lib / "libfarsan-mpich-shmem.so").unlink()
        self.assert_one_line(self.run_command("farsan-fakempicc", "--embedded-shmem", "a.o", FAKE_LIBRARY="mpich"),
                             "libfarsan-mpich-shmem.so")

    def test_options_of_other_wrappers_are_one_line(self):
        for driver in ("oshcc", "gaspicc"):
            os.symlink(BIN / "farsan", self.folder / "bin" / f"farsan-{driver}")
        self.assert_one_line(self.run_command("farsan-fakempicc", "--embedded", "-c", "a.c"), "--embedded-shmem")
        for driver, model in (("oshcc", "shmem"), ("gaspicc", "gaspi")):
            self.assert_one_line(self.run_command(f"farsan-{driver}", f"--embedded-{model}", "-c", "a.c"),
                                 "takes FarSan's own library with --embedded")
        for driver, model in (("oshcc", "gaspi"), ("gaspicc", "shmem")):
            self.assert_one_line(self.run_command(f"farsan-{driver}", f"--embedded-{model}", "-c", "a.c"),
                                 "no runtime for OpenSHMEM and GASPI in one program")

    def test_clang_needs_no_shim(self):
        words = self.arguments("a.o", FAKE_CC="clang-19")
        self.assertEqual(words, ["-fsanitize=thread", "-fno-sanitize-link-runtime", *self.preinit(), *self.runtime("openmpi"), "a.o"])
        self.assertNotIn("-fno-sanitize-link-runtime", self.arguments("-c", "a.c", FAKE_CC="clang-19"))

    def plugin(self):
        """With a plugin installed: what the wrapper adds to load it."""
        path = self.write("lib/libfarsan-pass.so", "")
        return ["--start-no-unused-arguments", "-Xclang", "-load", "-Xclang", str(path), f"-fpass-plugin={path}",
                "--end-no-unused-arguments"]

    def test_clang_19_gets_the_plugin(self):
        plugin = self.plugin()
        for words in (["-c", "a.c"], ["-c", "-O2", "a.cpp", "-o", "a.o"], ["-E", "a.c"]):
            self.assertEqual(self.arguments(*words, FAKE_CC="clang-19"), [*plugin, "-g", *words])
            self.assertEqual(self.arguments(*words, FAKE_CC="/usr/bin/clang++-19"), [*plugin, "-g", *words])
        self.assertEqual(self.arguments("a.o", FAKE_CC="clang-19"), [*self.preinit(), *self.runtime("openmpi"), "a.o"])
        self.assertEqual(self.arguments("a.c", FAKE_CC="clang-19"), [*plugin, "-g", *self.preinit(), *self.runtime("openmpi"), "a.c"])

    def test_a_clang_without_a_number_is_asked(self):
        plugin = self.plugin()
        for version, before, after in (("19.1.7", plugin + ["-g"], []), ("18.1.8", COMPILE_BY_CLANG, AFTER_BY_CLANG)):
            self.write("bin/clang", f"#!/bin/sh\necho 'Debian clang version {version} (3)'\n", 0o755)
            self.assertEqual(self.arguments("-c", "a.c", FAKE_CC="clang"), [*before, "-c", "a.c", *after])

    def test_other_compilers_get_no_plugin(self):
        self.plugin()
        for compiler in ("gcc", "gfortran", "clang-18", "flang-new-19"):
            before, after = (COMPILE, []) if compiler.startswith("g") else (COMPILE_BY_CLANG, AFTER_BY_CLANG)
            self.assertEqual(self.arguments("-c", "a.c", FAKE_CC=compiler), [*before, "-c", "a.c", *after], compiler)

    def test_the_gcc_of_the_build_gets_its_plugin(self):
        path = self.write("lib/libfarsan-pass-gcc-12.2.9.so", "")
        guarded = [COMPILE[0], f"-fplugin={path}", *COMPILE[1:-1], "-fno-move-loop-stores", "-fno-var-tracking-assignments"]
        for version, before in (("12.2.9", guarded), ("12.3.0", COMPILE)):
            for compiler in ("gcc", "g++-12", "gfortran"):
                self.write(f"bin/{compiler}", f"#!/bin/sh\necho {version}\n", 0o755)
                self.assertEqual(self.arguments("-c", "a.c", FAKE_CC=compiler), [*before, "-c", "a.c"], compiler)
                said = self.run_command("farsan-fakempicc", "-farsan-v", "-c", "a.c", FAKE_CC=compiler).stderr
                self.assertIn("and its plugin for gcc (the compiler is gcc 12.2.9)" if before is guarded else
                              "-fsanitize=thread (there is no plugin for gcc 12.3.0)", said)
                self.assertEqual(self.arguments("-c", "a.c", FAKE_CC=compiler, FARSAN_PLUGIN="0"), [*COMPILE, "-c", "a.c"])
            loaded = [guarded[1]] if before is guarded else []
            self.assertEqual(self.arguments("a.o"), ["-fsanitize=thread", *loaded, *self.shim(), *self.runtime("openmpi"), "a.o"])

    def test_the_plugin_can_be_switched_off(self):
        self.plugin()
        off = [*COMPILE_BY_CLANG, "-c", "a.c", *AFTER_BY_CLANG]
        self.assertEqual(self.arguments("-c", "a.c", FAKE_CC="clang-19", FARSAN_PLUGIN="0"), off)
        self.assertEqual(self.arguments("-farsan-no-plugin", "-c", "a.c", FAKE_CC="clang-19"), off)

    def test_who_instruments_is_said_when_asked(self):
        self.plugin()
        for variables, part in (({"FAKE_CC": "clang-19"}, "with its plugin"), ({}, "with -fsanitize=thread (there is no plugin for gcc"),
                                ({"FAKE_CC": "clang-18"}, "with -fsanitize=thread (the plugin is for"),
                                ({"FAKE_CC": "clang-19", "FARSAN_PLUGIN": "0"}, "switched off")):
            result = self.run_command("farsan-fakempicc", "-farsan-v", "-c", "a.c", **variables)
            self.assertIn(part, result.stderr)
        (self.lib / "libfarsan-pass.so").unlink()
        result = self.run_command("farsan-fakempicc", "-farsan-v", "-c", "a.c", FAKE_CC="clang-19")
        self.assertIn("no libfarsan-pass.so", result.stderr)

    def program(self, *words, lld="19.1.7", **variables):
        """What the plugin's road adds for clang 19 and an lld of that version."""
        plugin = self.plugin()
        path = self.write("bin/ld.lld", f"#!/bin/sh\necho 'Debian LLD {lld} (compatible with GNU linkers)'\n", 0o755)
        got = self.arguments(*words, FAKE_CC="clang-19", FAKE_LLD=str(path), **variables)
        compiles = [*plugin[:-1], "-mllvm", "-farsan-at-link", plugin[-1]]
        load = f"-Wl,--load-pass-plugin={self.lib}/libfarsan-pass.so"
        return got, plugin, compiles, load

    def test_link_time_optimisation_instruments_the_program(self):
        for lto in ("-flto", "-flto=full", "-flto=auto"):
            words = [lto, "-O2", "-c", "a.c"]
            got, _, compiles, load = self.program(*words)
            self.assertEqual(got, [*compiles, "-g", *words])
            words = [lto, "-O2", "a.o", "b.o"]
            self.assertEqual(self.program(*words)[0], ["-fuse-ld=lld", load, *self.preinit(), *self.runtime("openmpi"), *words])
        words = ["-fuse-ld=lld", "-flto", "a.o"]
        self.assertEqual(self.program(*words)[0], [load, *self.preinit(), *self.runtime("openmpi"), *words])
        # lld takes modules of -flto without being told, and also where it makes one object of several.
        words = ["-fuse-ld=lld", "a.o"]
        self.assertEqual(self.program(*words)[0], [load, *self.preinit(), *self.runtime("openmpi"), *words])
        words = ["-flto", "-r", "a.o", "b.o", "-o", "c.o"]
        self.assertEqual(self.program(*words)[0], ["-fuse-ld=lld", load, *words])

    def test_a_line_with_all_modules_is_a_program(self):
        words = ["-O2", "a.c", "b.c", "-lm", "libother.so"]
        got, _, compiles, load = self.program(*words)
        self.assertEqual(got, [*compiles, "-flto", "-g", "-fuse-ld=lld", load, *self.preinit(), *self.runtime("openmpi"), *words])

    def test_other_lines_are_instrumented_module_by_module(self):
        for words in (["a.c"], ["-O0", "a.c"], ["-O2", "a.c", "b.o"], ["-O2", "-c", "a.c"], ["-O2", "-flto=thin", "a.c"], ["-O2", "-fno-lto", "a.c"],
                      ["-flto", "-fno-lto", "-c", "a.c"], ["-O2", "-fuse-ld=gold", "a.c"], ["-flto", "-fuse-ld=gold", "-c", "a.c"],
                      ["-flto", "-ffat-lto-objects", "-c", "a.c"], ["-O2", "-T", "script", "a.c"], ["-O2", "-Wl,-T,script", "a.c"],
                      ["-O2", "-fsanitize=address", "a.c"], ["-flto", "-fsanitize=undefined,address", "-c", "a.c"]):
            got, plugin, _, _ = self.program(*words)
            self.assertEqual(got[: len(plugin)], plugin, words)
            self.assertNotIn("load-pass-plugin", " ".join(got), words)
        for change in ({"lld": "18.1.8"}, {"lld": "20.1.0"}, {"FARSAN_WHOLE_PROGRAM": "0"}):
            got, plugin, _, _ = self.program("-flto", "-c", "a.c", **change)
            self.assertEqual(got[: len(plugin)], plugin, change)
        got, plugin, _, _ = self.program("-fsanitize=thread", "-c", "a.c")
        self.assertEqual(got, [*plugin, "-g", "-c", "a.c"])
        got, plugin, _, _ = self.program("-farsan-no-whole-program", "-flto", "-c", "a.c")
        self.assertEqual(got, [*plugin, "-g", "-flto", "-c", "a.c"])

    def test_what_the_plugin_sees_is_said_when_asked(self):
        self.plugin()
        path = self.write("bin/ld.lld", "#!/bin/sh\necho LLD 19.1.7\n", 0o755)
        for words, part in ((["-flto", "-c"], "the whole program (link-time"), (["-O2"], "the whole program (all modules"),
                            (["-flto=thin", "-c"], "each module by itself (ThinLTO"), (["-c"], "each module by itself (there is no -flto")):
            result = self.run_command("farsan-fakempicc", "-farsan-v", *words, "a.c", FAKE_CC="clang-19", FAKE_LLD=str(path))
            self.assertIn(part, result.stderr)

    def test_a_plain_compiler_is_told_by_its_libraries(self):
        nothing = [f"-L{self.lib}/shim", "-lfarsan-nothing"]
        self.assertEqual(self.arguments("a.o", driver="fakegcc"), ["-fsanitize=thread", *self.shim(), "a.o", *nothing])
        self.assertEqual(self.arguments("-shared", "a.o", driver="fakegcc"),
                         ["-fsanitize=thread", *self.shim(), "-shared", "a.o"])
        self.assertIn("-lfarsan-mpich", self.arguments("a.o", "-lmpich", driver="fakegcc"))
        self.assertIn("-lfarsan-openmpi", self.arguments("a.o", "-L/nowhere", "-lmpi_mpifh", driver="fakegcc"))
        # MPICH upstream calls itself libmpi, too: the file tells.
        self.write("mpi/libmpi.so.12.1.0", "")
        os.symlink("libmpi.so.12.1.0", self.folder / "mpi/libmpi.so")
        self.assertIn("-lfarsan-mpich", self.arguments("a.o", self.folder / "mpi/libmpi.so", driver="fakegcc"))
        self.assertIn("-lfarsan-mpich", self.arguments("a.o", f"-L{self.folder / 'mpi'}", "-lmpi", driver="fakegcc"))

    def test_the_status_of_the_driver_is_ours(self):
        self.assertEqual(self.run_command("farsan-fakempicc", "-c", "a.c", FAKE_STATUS="7").returncode, 7)

    def test_the_command_is_shown_when_asked(self):
        for words, variables in ((["-farsan-v"], {}), ([], {"FARSAN_VERBOSE": "1"})):
            result = self.run_command("farsan-fakempicc", *words, "-c", "a b.c", **variables)
            self.assertIn("bin/fakempicc -fsanitize=thread -g", result.stderr)
            self.assertIn("'a b.c'", result.stderr)
            self.assertNotIn("-farsan-v", result.stdout)

    def test_cc_is_the_same(self):
        words = ["-O2", "a.c", "-o", "a", "--", "-n"]
        direct = self.run_command("farsan-fakempicc", *words)
        self.assertEqual(self.farsan("cc", "fakempicc", *words).stdout, direct.stdout)
        self.assertEqual(self.farsan("cc", "fakempicc", "--version").stdout, "--version\n")

    def test_what_cannot_work_is_one_line(self):
        self.assert_one_line(self.run_command("farsan-nobody", "-c", "a.c"), "nobody")
        self.assert_one_line(self.farsan("cc"), "compiler driver")
        self.assert_one_line(self.run_command("farsan-fakempicc", "-static", "a.o"), "-static")
        self.assert_one_line(self.run_command("farsan-fakempicc", "-m32", "-c", "a.c"), "-m32")
        (self.lib / "libfarsan-openmpi.so").unlink()
        self.assert_one_line(self.run_command("farsan-fakempicc", "a.o"), "libfarsan-openmpi.so", "Open MPI")
        self.assertEqual(self.arguments("-c", "a.c"), COMPILE + ["-c", "a.c"])


class RealCompilers(Case):
    """Nothing of ThreadSanitizer's runtime gets into a program."""

    SOURCE = "#include <stdio.h>\nint x; int main(void) { x++; printf(\"%d\\n\", x); return 0; }\n"

    def build(self, compiler, *words):
        if self.run_command("sh", "-c", f"command -v {compiler}").returncode != 0:
            self.skipTest(f"no {compiler}")
        self.write("a.c", self.SOURCE)
        result = self.run_command(BIN / f"farsan-{compiler}", "a.c", "-o", "a", *words)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        self.assertEqual(self.run_command("./a").stdout, "1\n")
        self.assertNotIn("tsan", self.run_command("readelf", "-d", "a").stdout)
        return result

    def test_gcc(self):
        traced = self.build("gcc", "-Wl,--trace").stdout.splitlines()
        tsan = [line for line in traced if "tsan" in line]
        self.assertTrue(tsan)
        for line in tsan:
            self.assertTrue(line.startswith(str(BIN.parent)), line)

    def test_clang(self):
        self.assertNotIn("libclang_rt.tsan", self.build("clang-19", "-Wl,--trace").stdout)
        self.build("clang-19", "-farsan-no-plugin")

    def test_without_the_plugin_no_access_is_too_wide_to_be_seen(self):
        self.SOURCE = """#include <stdio.h>
            double a[64], b[128]; float c[64];
            __attribute__((noinline)) void pairs(int n) { for (int i = 0; i < n; i++) a[i] = b[2 * i] + b[2 * i + 1]; }
            __attribute__((noinline)) void fours(float* p) { p[0] += 1; p[1] += 1; p[2] += 1; p[3] += 1;
                                                             p[4] += 1; p[5] += 1; p[6] += 1; p[7] += 1; }
            int main(void) { pairs(64); fours(c); printf("%d\\n", (int)c[7]); return 0; }"""
        wide = ["-mavx2"] if os.uname().machine == "x86_64" else []
        self.build("clang-19", "-farsan-no-plugin", "-O3")
        result = self.run_command(BIN / "farsan-clang-19", "-farsan-no-plugin", "-O3", *wide, "-S", "-emit-llvm", "a.c")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        code = (self.folder / "a.ll").read_text()
        self.assertIn("__tsan_read8", code)
        self.assertEqual(re.findall(r"(?:load|store) <.*", code), [])

    def test_libraries_may_call_the_program_before_it_begins(self):
        self.write("b.c", "void hook(void);\n__attribute__((constructor)) static void begin(void) { hook(); }\n")
        self.write("a.c", "#include <stdio.h>\nint seen;\nvoid hook(void) { seen++; }\nint main(void) { printf(\"%d\\n\", seen); }\n")
        result = self.run_command("gcc", "-shared", "-fPIC", "b.c", "-o", "libb.so")
        self.assertEqual(result.returncode, 0, result.stderr)
        for compiler in ("gcc", "clang-19"):
            if self.run_command("sh", "-c", f"command -v {compiler}").returncode != 0:
                continue
            result = self.run_command(BIN / f"farsan-{compiler}", "a.c", "-o", "a", "-L.", "-lb", f"-Wl,-rpath,{self.folder}", "-rdynamic")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(self.run_command("./a").stdout, "1\n", compiler)

    def test_options_of_the_plugin(self):
        if not (BIN.parent / "lib/farsan/libfarsan-pass.so").exists():
            self.skipTest("no plugin")
        self.build("clang-19", "-O2", "-mllvm", "-farsan-ranges=0", "-mllvm", "-farsan-inline-test=0")
        self.assertNotIn("__farsan_pages", self.run_command("nm", "-u", "a").stdout)

    def test_lto(self):
        self.build("gcc", "-flto", "-O2")
        # Another version's, which clang takes as well, does not read what clang 19 writes.
        if self.run_command("sh", "-c", "command -v ld.lld-19").returncode == 0:
            self.build("clang-19", "-flto", "-O2", "-fuse-ld=lld")
            self.build("clang-19", "-O2")
            self.build("clang-19", "-flto=thin", "-O2", "-fuse-ld=lld")

    def test_whole_program(self):
        for program in ("clang-19", "ld.lld-19"):
            if self.run_command("sh", "-c", f"command -v {program}").returncode != 0:
                self.skipTest(f"no {program}")
        if not (BIN.parent / "lib/farsan/libfarsan-pass.so").exists():
            self.skipTest("no plugin")
        self.write("a.c", "double *make(int), sum(double*, int);\nint main(int n, char** v) { return sum(make(n), n); }\n")
        self.write("b.c", "#include <stdlib.h>\ndouble* make(int n) { return calloc(n, 8); }\ndouble sum(double* p, int n)"
                          "{ double s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }\n")
        wrapper = BIN / "farsan-clang-19"
        for words, instrumented in ((["-O2", "-flto"], False), (["-O2", "-flto=thin"], True), (["-O2"], True),
                                    (["-O2", "-flto", "-farsan-no-whole-program"], True)):
            for source in ("a.c", "b.c"):
                self.assertEqual(self.run_command(wrapper, *words, "-c", source).returncode, 0)
            linker = ["-fuse-ld=lld"] if "-flto" in words[1:] or "-flto=thin" in words else []
            result = self.run_command(wrapper, *words, *linker, "a.o", "b.o", "-o", "a")
            self.assertEqual((result.returncode, result.stderr), (0, ""), words)
            self.assertEqual(self.run_command("./a").returncode, 0)
            calls = re.search(r"\b(bl|call\w*)\s.*<farsan\.read", self.run_command("objdump", "-d", "a").stdout)
            self.assertEqual(calls is not None, instrumented, words)
        # Neither by another linker, nor without the wrapper.
        for source in ("a.c", "b.c"):
            self.run_command(wrapper, "-O2", "-flto", "-c", source)
        for linker in ([wrapper, "-fuse-ld=bfd"], ["clang-19", "-fuse-ld=lld"]):
            result = self.run_command(*linker, "-flto", "a.o", "b.o", "-o", "a")
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("linked_by_a_wrapper_with_flto", result.stderr)

    def test_no_warning_for_what_is_not_used(self):
        for compiler, plugin in (("gcc", "1"), ("clang-19", "1"), ("clang-19", "0")):
            self.build(compiler, "-Wall", "-Werror")
            for words in (["-c", "a.c"], ["-E", "a.c", "-o", "a.i"], ["a.o", "-o", "a"], ["-S", "a.c"], *([["-c", "a.i"], ["-c", "a.s"]] if plugin == "1" else [])):
                result = self.run_command(BIN / f"farsan-{compiler}", "-Wall", "-Werror", *words, FARSAN_PLUGIN=plugin)
                self.assertEqual((result.returncode, result.stderr), (0, ""), words)

    def test_programs_without_a_library_find_all_entry_points(self):
        def names(*command):
            text = self.run_command("nm", "--defined-only", *command).stdout
            return set(re.findall(r" [TDB] (__(?:tsan|farsan)_\w+)", text))

        libraries = BIN.parent / "lib/farsan"
        if not (libraries / "libfarsan-rt-shmem.so").exists():
            self.skipTest("no runtime")
        of_runtime = names("-D", libraries / "libfarsan-rt-shmem.so")
        self.assertIn("__tsan_read8", of_runtime)
        self.assertEqual(of_runtime - names(libraries / "shim/libfarsan-nothing.a"), set())

    def test_loops_of_programs_without_a_library(self):
        self.SOURCE = """#include <stdio.h>
            #include <stdlib.h>
            __attribute__((noinline)) void some(double* a, double* b, int n) {
              for (int i = 0; i < n; i++) if (b[i] > 0) a[i] = b[i];
            }
            int main(int n, char** v) {
              double *a = calloc(n, 8), *b = calloc(n, 8);
              b[0] = 1;
              some(a, b, n);
              printf("%g\\n", a[0]);
              return 0;
            }"""
        self.build("gcc", "-O2")
        self.build("clang-19", "-O2", "-farsan-no-whole-program")

    def test_atomics_of_16_bytes(self):
        self.SOURCE = """#include <stdio.h>
            #include <stdatomic.h>
            typedef unsigned __int128 wide;
            static _Atomic wide x;
            static int is(wide value) { return atomic_load(&x) == value; }
            int main(void) {
              const wide high = (wide)1 << 100;
              int right = 1;
              atomic_store(&x, high | 7);
              right &= is(high | 7);
              right &= atomic_exchange(&x, high | 5) == (high | 7) && is(high | 5);
              right &= atomic_fetch_add(&x, high) == (high | 5) && is(2 * high | 5);
              right &= atomic_fetch_sub(&x, 6) == (2 * high | 5) && is(2 * high - 1);
              right &= atomic_fetch_and(&x, high | 12) == 2 * high - 1 && is(high | 12);
              right &= atomic_fetch_or(&x, 3) == (high | 12) && is(high | 15);
              right &= atomic_fetch_xor(&x, high) == (high | 15) && is(15);
              wide expected = 15 | high;
              right &= !atomic_compare_exchange_strong(&x, &expected, 1) && expected == 15 && is(15);
              right &= atomic_compare_exchange_strong(&x, &expected, high) && is(high);
              while (!atomic_compare_exchange_weak(&x, &expected, high | 1)) {}
              right &= is(high | 1);
              printf("%d\\n", right);
              return 0;
            }"""
        inline = ["-mcx16"] if os.uname().machine == "x86_64" else []
        self.build("gcc", "-O2", *inline)
        for words in (["-O2"], ["-O2", "-farsan-no-plugin"]):
            self.build("clang-19", *words, *inline)


if __name__ == "__main__":
    main()
