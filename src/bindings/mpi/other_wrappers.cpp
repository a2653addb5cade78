#include "bindings/mpi/other_wrappers.h"

#include <dlfcn.h>

#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "bindings/mpi/call.h"
#include "runtime/imports.h"

namespace farsan::mpi {

namespace {

/// An object file that is loaded; nothing if there is none with the symbol.
struct Object {
  const void* base = nullptr;
  std::string path;
};

Object object_of(const void* address) {
  Dl_info info{};
  if (address == nullptr || ::dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  return {info.dli_fbase, info.dli_fname};
}

using Routines = std::set<std::string>;
struct Wrappers {
  std::map<std::string, Routines> called;      ///< by object file: they are called instead of FarSan's
  std::map<std::string, Routines> not_called;  ///< FarSan's are called instead of them
};

/// A wrapper of a routine calls it by its second name, which is how it is found.
Wrappers other_wrappers() {
  const Object own = object_of(reinterpret_cast<const void*>(&warn_of_other_wrappers));
  Wrappers found;
  runtime::for_each_import("libmpi.so", [&](std::string_view symbol) {
    if (!symbol.starts_with("PMPI_")) return true;
    const Object library = object_of(::dlsym(RTLD_DEFAULT, std::string(symbol).c_str()));
    const std::string routine(symbol.substr(1));
    const auto is_other = [&](const Object& object) {
      return object.base != nullptr && object.base != own.base && object.base != library.base;
    };
    const Object first = object_of(::dlsym(RTLD_DEFAULT, routine.c_str()));
    const Object next = object_of(::dlsym(RTLD_NEXT, routine.c_str()));
    if (is_other(first))
      found.called[first.path].insert(routine);
    else if (first.base == own.base && is_other(next))
      found.not_called[next.path].insert(routine);
    return true;
  });
  return found;
}

/// The first ones by name.
std::string list(const Routines& routines) {
  constexpr std::size_t kMost = 5;
  std::string text;
  std::size_t shown = 0;
  for (const std::string& routine : routines) {
    if (shown == kMost) return text + " and " + std::to_string(routines.size() - shown) + " more";
    text += (shown++ == 0 ? "" : ", ") + routine;
  }
  return text;
}

/// Where MPI_Init is not FarSan's, no job begins, and only the launcher can say which process should tell it.
bool is_first_of_launcher() {
  for (const char* const name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (const char* const rank = std::getenv(name)) return std::string_view(rank) == "0";
  return true;
}

[[gnu::constructor]] void warn_if_nothing_begins() {
  if (!is_first_of_launcher()) return;
  for (const auto& [path, routines] : other_wrappers().called)
    if (routines.contains("MPI_Init") || routines.contains("MPI_Init_thread"))
      runtime::say("MPI_Init is wrapped by " + path + ", not by FarSan: FarSan does not look at this program");
}

}  // namespace

void warn_of_other_wrappers() {
  const Wrappers found = other_wrappers();
  for (const auto& [path, routines] : found.called)
    runtime::say(list(routines) + (routines.size() == 1 ? " is" : " are") + " wrapped by " + path +
                 ", not by FarSan: races are missed or made up");
  for (const auto& [path, routines] : found.not_called)
    runtime::say("the wrappers of " + list(routines) + " in " + path + " are not called: FarSan's are");
}

}  // namespace farsan::mpi
