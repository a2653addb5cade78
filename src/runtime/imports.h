// Does the program use a routine at all? What costs something on every call is done only for programs that need it.
#pragma once

#include <functional>
#include <initializer_list>
#include <string_view>

namespace farsan::runtime {

/// True if an object file that is loaded now, other than FarSan's and those of the library with that name (`libmpi`: libmpi.so.40, libmpi_cxx.so,
/// libmpich.so, not libmpiutil.so), leaves one of these symbols to be found elsewhere.
[[nodiscard]] bool program_imports(std::initializer_list<std::string_view> symbols, std::string_view but);

/// True if the program may come to call what none of the object files names that are loaded now: it finds routines while it runs (dlopen, dlsym).
[[nodiscard]] bool program_finds_routines();

/// Calls `visit` for every symbol that such an object file leaves to be found elsewhere; until it returns false.
void for_each_import(std::string_view but, const std::function<bool(std::string_view symbol)>& visit);

}  // namespace farsan::runtime
