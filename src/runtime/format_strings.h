// Which strings a printf call reads, and what a scanf call writes: walks the format and the arguments as they do. Calls nothing of libc.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace farsan::runtime {

/// Calls `visit(string, most)` for every %s; at most `most` bytes of it are read. Arguments beyond the 64th are not looked at.
void for_each_string(const char* format, std::va_list arguments,
                     const std::function<void(const char* string, std::size_t most)>& visit);

enum class Scanf : std::uint8_t {
  Standard,
  Gnu,  ///< "%as" allocates, as "%ms" does
};

/// Instead of a size: a string, with its end.
inline constexpr std::size_t kString = std::numeric_limits<std::size_t>::max();

/// Calls `visit(at, size)` for what a scanf call with this format stored, `assigned` conversions of it.
void for_each_stored(Scanf dialect, const char* format, std::va_list arguments, int assigned,
                     const std::function<void(const void* at, std::size_t size)>& visit);

}  // namespace farsan::runtime
