#include "cli/gaspi.h"

#include <algorithm>
#include <cstdlib>

namespace farsan::cli {

const char* title(Gaspi /*gaspi*/) { return "FarSan's GASPI"; }

const char* suffix(Gaspi /*gaspi*/) { return "rt-gaspi"; }

std::string runtime_library(Gaspi gaspi) { return std::string("libfarsan-") + suffix(gaspi) + ".so"; }

std::optional<Gaspi> gaspi_of_libraries(const std::vector<std::string>& sonames) {
  const bool embedded = std::ranges::any_of(sonames, [](const std::string& soname) {
    return soname.starts_with("libfarsan-gaspi.so") || soname.starts_with("libfarsan-rt-gaspi.so");
  });
  return embedded ? std::optional(Gaspi::Embedded) : std::nullopt;
}

bool is_gaspi_driver(std::string_view driver) { return driver == "gaspicc" || driver == "gaspic++"; }

std::string gaspi_compiler_behind(std::string_view driver) {
  const bool c = driver == "gaspicc";
  const char* given = std::getenv(c ? "FARSAN_GASPICC" : "FARSAN_GASPICXX");
  if (given != nullptr && *given != '\0') return given;
  return c ? "cc" : "c++";
}

}  // namespace farsan::cli
