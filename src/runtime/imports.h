// Does the program use a routine at all? What costs something on every call is done only for programs that need it.
#pragma once

#include <initializer_list>
#include <string_view>

namespace farsan::runtime {

/// True if an object file that is loaded now, other than FarSan's and those with `but` in their path, leaves one of these
/// symbols to be found elsewhere.
[[nodiscard]] bool program_imports(std::initializer_list<std::string_view> symbols, std::string_view but);

}  // namespace farsan::runtime
