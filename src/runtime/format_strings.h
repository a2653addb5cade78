// Which strings a printf call reads, and what a scanf call writes: walks the format and the arguments as they do.
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

/// Calls `visit(at, size)` for what a scanf call with this format stored, `assigned` conversions of it.
void for_each_stored(const char* format, std::va_list arguments, int assigned,
                     const std::function<void(const void* at, std::size_t size)>& visit);

}  // namespace farsan::runtime
