// The GASPI libraries that FarSan has a runtime for, and how to tell them apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farsan::cli {

enum class Gaspi : std::uint8_t { Embedded, Gpi2 };

/// "FarSan's GASPI", "GPI-2"
const char* title(Gaspi gaspi);
/// "rt-gaspi", "rt-gpi2": the ending of our library for it.
const char* suffix(Gaspi gaspi);
/// "libfarsan-rt-gaspi.so"
std::string runtime_library(Gaspi gaspi);

/// By the names of libraries as programs need them, or as their files are called. (An archive leaves no name; our runtime does.)
std::optional<Gaspi> gaspi_of_libraries(const std::vector<std::string>& sonames);

/// A compiler wrapper of GASPI: gaspicc, gaspic++.
bool is_gaspi_driver(std::string_view driver);
/// The compiler that stands behind such a wrapper where there is none: FARSAN_GASPICC or cc, FARSAN_GASPICXX or c++.
std::string gaspi_compiler_behind(std::string_view driver);

}  // namespace farsan::cli
