#include "cli/mpi.h"

namespace farsan::cli {

const char* title(Mpi mpi) { return mpi == Mpi::OpenMpi ? "Open MPI" : "MPICH"; }

const char* suffix(Mpi mpi) { return mpi == Mpi::OpenMpi ? "openmpi" : "mpich"; }

std::string runtime_library(Mpi mpi) { return std::string("libfarsan-") + suffix(mpi) + ".so"; }

std::string runtime_library(Mpi mpi, std::string_view embedded) {
  return std::string("libfarsan-") + suffix(mpi) + "-" + std::string(embedded) + ".so";
}

std::optional<Mpi> mpi_of_library(std::string_view soname) {
  // Both call themselves libmpi upstream; the version tells (12 is the common ABI of MPICH and its relatives).
  if (soname.starts_with("libfarsan-openmpi") || soname.starts_with("libmpi.so.40")) return Mpi::OpenMpi;
  for (const std::string_view mpich : {"libfarsan-mpich", "libmpich.so", "libmpichfort.so", "libmpi.so.12"})
    if (soname.starts_with(mpich)) return Mpi::Mpich;
  return std::nullopt;
}

std::optional<Mpi> mpi_of_libraries(const std::vector<std::string>& sonames) {
  for (const std::string& soname : sonames)
    if (const auto mpi = mpi_of_library(soname)) return mpi;
  return std::nullopt;
}

}  // namespace farsan::cli
