#include "bindings/mpi/imported.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "runtime/imports.h"

namespace farsan::mpi {

namespace {

constexpr std::string_view kC = "MPI_";
constexpr std::string_view kFortran = "mpi_";

bool drop_ending(std::string_view& name, std::string_view ending) {
  const bool has = name.ends_with(ending);
  if (has) name.remove_suffix(ending.size());
  return has;
}

}  // namespace

bool is_fortran_name(std::string_view symbol) {
  return symbol.starts_with(kFortran) && symbol.ends_with('_') && symbol.size() > kFortran.size() + 1;
}

std::string routine_of(std::string_view symbol) {
  if (symbol.starts_with(kC)) {
    drop_ending(symbol, "_c");
    return std::string(symbol);
  }
  if (!is_fortran_name(symbol)) return {};
  symbol.remove_prefix(kFortran.size());
  constexpr std::array<std::string_view, 4> kEndings = {"_f08_large_", "_f08ts_large_", "_f08_", "_f08ts_"};
  if (std::none_of(kEndings.begin(), kEndings.end(), [&](std::string_view it) { return drop_ending(symbol, it); }))
    drop_ending(symbol, "_");
  std::string name(symbol);
  name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  return std::string(kC) + name;
}

bool program_calls(std::initializer_list<std::string_view> routines) {
  bool called = false;
  runtime::for_each_import("libmpi", [&](std::string_view symbol) {
    if (const std::string routine = routine_of(symbol); !routine.empty())
      called = std::find(routines.begin(), routines.end(), routine) != routines.end();
    return !called;
  });
  return called || runtime::program_finds_routines();
}

}  // namespace farsan::mpi
