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

const char* title(Shmem /*shmem*/) { return "FarSan's OpenSHMEM"; }

const char* suffix(Shmem /*shmem*/) { return "rt-shmem"; }

std::string runtime_library(Shmem shmem) { return std::string("libfarsan-") + suffix(shmem) + ".so"; }

std::optional<Shmem> shmem_of_libraries(const std::vector<std::string>& sonames) {
  const bool embedded = std::ranges::any_of(sonames, [](const std::string& soname) {
    return soname.starts_with("libfarsan-shmem.so") || soname.starts_with("libfarsan-rt-shmem.so");
  });
  return embedded ? std::optional(Shmem::Embedded) : std::nullopt;
}

bool is_runtime(std::string_view soname) {
  constexpr std::array<std::string_view, 3> kRuntimes = {"libfarsan-openmpi.so", "libfarsan-mpich.so", "libfarsan-rt-"};
  return std::ranges::any_of(kRuntimes, [&](std::string_view name) { return soname.starts_with(name); });
}

bool is_shmem_driver(std::string_view driver) {
  return driver == "oshcc" || std::ranges::find(kCxxDrivers, driver) != kCxxDrivers.end();
}

std::string compiler_behind(std::string_view driver) {
  return driver == "oshcc" ? chosen("FARSAN_OSHCC", "cc") : chosen("FARSAN_OSHCXX", "c++");
}

}  // namespace farsan::cli
