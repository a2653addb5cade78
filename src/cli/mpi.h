// The MPI libraries that FarSan has a runtime for, and how to tell them apart.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farsan::cli {

enum class Mpi : std::uint8_t { OpenMpi, Mpich };
inline constexpr std::array kAllMpi = {Mpi::OpenMpi, Mpi::Mpich};

/// "Open MPI"
const char* title(Mpi mpi);
/// "openmpi": the ending of Debian's commands (mpicc.openmpi) and of our libraries.
const char* suffix(Mpi mpi);
/// "libfarsan-openmpi.so"
std::string runtime_library(Mpi mpi);
/// "libfarsan-openmpi-shmem.so": of programs that use FarSan's own OpenSHMEM ("shmem") or GASPI ("gaspi"), too.
std::string runtime_library(Mpi mpi, std::string_view embedded);

/// By the name of a library as programs need it: libmpi.so.40, libmpich.so.12, or our own runtime for one.
std::optional<Mpi> mpi_of_library(std::string_view soname);
/// By the first of the names that tells.
std::optional<Mpi> mpi_of_libraries(const std::vector<std::string>& sonames);

}  // namespace farsan::cli
