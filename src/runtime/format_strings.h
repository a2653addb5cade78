// Which strings a printf call reads: walks the format and the arguments as printf does.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <functional>
#include <limits>

namespace farsan::runtime {

/// Calls `visit(string, most)` for every %s; at most `most` bytes of it are read. Positional arguments ("%2$s") end the walk:
/// they are rare, and to guess would be worse.
void for_each_string(const char* format, std::va_list arguments,
                     const std::function<void(const char* string, std::size_t most)>& visit);

}  // namespace farsan::runtime
