#include "bindings/mpi/not_followed.h"

#include <dlfcn.h>

#include <array>
#include <cctype>
#include <string>
#include <string_view>

#include "bindings/mpi/call.h"
#include "runtime/imports.h"

namespace farsan::mpi {

namespace {

/// By the beginning of the name. What is not here and not interposed has no effect on races (docs/mpi.md).
constexpr std::array<std::string_view, 7> kUnknown = {"MPI_Comm_spawn",
                                                      "MPI_Comm_accept",
                                                      "MPI_Comm_connect",
                                                      "MPI_Comm_join",
                                                      "MPI_Session_init",
                                                      "MPI_Comm_create_from_group",
                                                      "MPI_Intercomm_create_from_groups"};

bool is_ours(const std::string& symbol) {
  Dl_info info{};
  void* const address = ::dlsym(RTLD_DEFAULT, symbol.c_str());
  return address != nullptr && ::dladdr(address, &info) != 0 && info.dli_fname != nullptr &&
         std::string_view(info.dli_fname).find("libfarsan") != std::string_view::npos;
}

/// mpi_win_create_ -> MPI_Win_create; empty if it is no Fortran name of a routine.
std::string c_name(std::string_view fortran) {
  constexpr std::string_view kPrefix = "mpi_";
  if (!fortran.starts_with(kPrefix) || !fortran.ends_with('_') || fortran.size() < kPrefix.size() + 2) return {};
  std::string name = "MPI_" + std::string(fortran.substr(kPrefix.size()));
  name.pop_back();
  name[kPrefix.size()] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[kPrefix.size()])));
  return name;
}

bool is_unknown(std::string_view c_routine) {
  for (const std::string_view prefix : kUnknown)
    if (c_routine.starts_with(prefix)) return true;
  return false;
}

}  // namespace

void warn_of_unfollowed_routines() {
  runtime::for_each_import("libmpi", [](std::string_view symbol) {
    const std::string name(symbol);
    if (symbol.starts_with("MPI_") && is_unknown(symbol)) warn_not_followed(name.c_str());
    const std::string in_c = c_name(symbol);
    if (in_c.empty()) return true;
    if (symbol.find("_f08") != std::string_view::npos)
      warn_not_followed("use mpi_f08");
    else if (is_unknown(in_c) || (is_ours(in_c) && !is_ours(name)))
      warn_not_followed((in_c + " (Fortran)").c_str());
    return true;
  });
}

}  // namespace farsan::mpi
