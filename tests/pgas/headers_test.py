#!/usr/bin/env python3
"""The headers of the embedded libraries, for programs in every standard of C and C++, without a warning."""

from harness import ROOT, Case, main

HEADERS = {
    "shmem": ("shmem.h", "shmemx.h", "pshmem.h", "mpp/shmem.h"),
    "gaspi": ("GASPI.h", "GASPI_Ext.h", "GASPI_Threads.h", "PGASPI.h"),
}
STANDARDS = {
    ("cc", "c"): ("c90", "gnu90", "c99", "gnu99", "c11", "gnu11", "c17"),
    ("c++", "c++"): ("c++98", "c++11", "c++14", "gnu++17", "c++20"),
}


class Headers(Case):
    def test_compile_in_every_standard(self):
        for (compiler, language), standards in STANDARDS.items():
            for library, headers in HEADERS.items():
                folder = ROOT / "src/pgas" / library / "include"
                included = [word for header in headers for word in ("-include", header)]
                for standard in standards:
                    with self.subTest(library=library, standard=standard):
                        result = self.run_command(compiler, f"-std={standard}", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                                                  f"-I{folder}", *included, "-x", language, "/dev/null")
                        self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    main()
