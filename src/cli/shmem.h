// The OpenSHMEM libraries that FarSan has a runtime for, and how to tell them apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farsan::cli {

enum class Shmem : std::uint8_t { Embedded, Oshmem, Sandia };

/// "FarSan's OpenSHMEM", "OpenSHMEM of Open MPI", "Sandia OpenSHMEM"
const char* title(Shmem shmem);
/// "rt-shmem", "rt-oshmem", "rt-sandia": the ending of our library for it.
const char* suffix(Shmem shmem);
/// "libfarsan-rt-shmem.so"
std::string runtime_library(Shmem shmem);

/// By the names of libraries as programs need them, or as their files are called.
std::optional<Shmem> shmem_of_libraries(const std::vector<std::string>& sonames);

/// Is this FarSan's runtime, for whichever library? (The embedded libraries are FarSan's, too, and no runtime.)
bool is_runtime(std::string_view soname);

/// A compiler wrapper of OpenSHMEM: oshcc, oshc++ and their other names.
bool is_shmem_driver(std::string_view driver);
/// The compiler that stands behind such a wrapper where there is none: FARSAN_OSHCC or cc, FARSAN_OSHCXX or c++.
std::string compiler_behind(std::string_view driver);

}  // namespace farsan::cli
