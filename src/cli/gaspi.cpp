#include "cli/gaspi.h"

#include <algorithm>
#include <cstdlib>

namespace farsan::cli {

const char* title(Gaspi gaspi) { return gaspi == Gaspi::Embedded ? "FarSan's GASPI" : "GPI-2"; }

const char* suffix(Gaspi gaspi) { return gaspi == Gaspi::Embedded ? "rt-gaspi" : "rt-gpi2"; }

std::string runtime_library(Gaspi gaspi) { return std::string("libfarsan-") + suffix(gaspi) + ".so"; }

std::optional<Gaspi> gaspi_of_libraries(const std::vector<std::string>& sonames) {
  const auto any = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(sonames, [&](const std::string& soname) {
      return std::ranges::any_of(names, [&](std::string_view name) { return soname.starts_with(name); });
    });
  };
  if (any({"libfarsan-gaspi.so", "libfarsan-rt-gaspi.so"})) return Gaspi::Embedded;
  // Also libGPI2-dbg and libGPI2-stats.
  if (any({"libGPI2", "libfarsan-rt-gpi2.so"})) return Gaspi::Gpi2;
  return std::nullopt;
}

bool is_gaspi_driver(std::string_view driver) { return driver == "gaspicc" || driver == "gaspic++"; }

std::string gaspi_compiler_behind(std::string_view driver) {
  const bool c = driver == "gaspicc";
  const char* given = std::getenv(c ? "FARSAN_GASPICC" : "FARSAN_GASPICXX");
  if (given != nullptr && *given != '\0') return given;
  return c ? "cc" : "c++";
}

}  // namespace farsan::cli
