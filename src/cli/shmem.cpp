#include "cli/shmem.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace farsan::cli {

namespace {

constexpr std::array<std::string_view, 4> kCxxDrivers = {"oshc++", "oshcxx", "oshCC", "oshmem++"};

std::string chosen(const char* variable, const char* otherwise) {
  const char* given = std::getenv(variable);
  return given != nullptr && *given != '\0' ? given : otherwise;
}

}  // namespace

const char* title(Shmem shmem) {
  switch (shmem) {
    case Shmem::Embedded: return "FarSan's OpenSHMEM";
    case Shmem::Oshmem: return "OpenSHMEM of Open MPI";
    case Shmem::Sandia: return "Sandia OpenSHMEM";
  }
  return "";
}

const char* suffix(Shmem shmem) {
  switch (shmem) {
    case Shmem::Embedded: return "rt-shmem";
    case Shmem::Oshmem: return "rt-oshmem";
    case Shmem::Sandia: return "rt-sandia";
  }
  return "";
}

std::string runtime_library(Shmem shmem) { return std::string("libfarsan-") + suffix(shmem) + ".so"; }

std::optional<Shmem> shmem_of_libraries(const std::vector<std::string>& sonames) {
  const auto any = [&](std::string_view library, Shmem shmem) {
    return std::ranges::any_of(sonames, [&](const std::string& soname) {
      return soname.starts_with(library) || soname.starts_with(runtime_library(shmem));
    });
  };
  if (any("libfarsan-shmem.so", Shmem::Embedded)) return Shmem::Embedded;
  if (any("liboshmem.so", Shmem::Oshmem)) return Shmem::Oshmem;
  if (any("libsma.so", Shmem::Sandia)) return Shmem::Sandia;
  return std::nullopt;
}

bool is_runtime(std::string_view soname) {
  constexpr std::array<std::string_view, 3> kRuntimes = {"libfarsan-openmpi", "libfarsan-mpich", "libfarsan-rt-"};
  return std::ranges::any_of(kRuntimes, [&](std::string_view name) { return soname.starts_with(name); });
}

bool is_shmem_driver(std::string_view driver) {
  return driver == "oshcc" || std::ranges::find(kCxxDrivers, driver) != kCxxDrivers.end();
}

std::string compiler_behind(std::string_view driver) {
  return driver == "oshcc" ? chosen("FARSAN_OSHCC", "cc") : chosen("FARSAN_OSHCXX", "c++");
}

}  // namespace farsan::cli
