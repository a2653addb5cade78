#include "runtime/format_strings.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace farsan::runtime {

namespace {

enum class Length : std::uint8_t { Int, Long, LongLong, LongDouble };

/// Reads digits or takes an int argument for '*'.
template <class Next>
std::size_t number(const char*& at, Next&& next, bool& positional) {
  if (*at == '*') {
    ++at;
    const int value = next();
    return value < 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(value);
  }
  std::size_t value = 0;
  for (; *at >= '0' && *at <= '9'; ++at) value = value * 10 + static_cast<std::size_t>(*at - '0');
  positional = positional || *at == '$';
  return value;
}

Length length(const char*& at) {
  Length found = Length::Int;
  for (;; ++at) {
    switch (*at) {
      case 'h': break;
      case 'l': found = found == Length::Long ? Length::LongLong : Length::Long; break;
      case 'q':
      case 'j':
      case 'z':
      case 't': found = Length::LongLong; break;
      case 'L': found = Length::LongDouble; break;
      default: return found;
    }
  }
}

}  // namespace

void for_each_string(const char* format, std::va_list arguments,
                     const std::function<void(const char* string, std::size_t most)>& visit) {
  std::va_list left;
  va_copy(left, arguments);
  bool positional = false;
  const auto next_int = [&] { return va_arg(left, int); };
  for (const char* at = format; *at != '\0' && !positional;) {
    if (*at++ != '%') continue;
    if (*at == '%') {
      ++at;
      continue;
    }
    while (*at != '\0' && std::strchr("-+ #0'I", *at) != nullptr) ++at;
    number(at, next_int, positional);
    std::size_t most = std::numeric_limits<std::size_t>::max();
    if (*at == '.') {
      ++at;
      most = number(at, next_int, positional);
    }
    const Length size = length(at);
    if (*at == '\0' || positional) break;
    switch (*at++) {
      case 's': {
        const char* string = va_arg(left, const char*);
        if (string != nullptr && size == Length::Int) visit(string, most);
        break;
      }
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        if (size == Length::LongDouble)  // NOLINT(bugprone-branch-clone): of different sizes
          (void)va_arg(left, long double);
        else
          (void)va_arg(left, double);
        break;
      case 'p':
      case 'n':
      case 'S': (void)va_arg(left, void*); break;
      case 'm': break;
      default:
        if (size == Length::Int)  // NOLINT(bugprone-branch-clone): of different sizes
          (void)va_arg(left, int);
        else
          (void)va_arg(left, long long);  // long is as wide wherever FarSan runs
        break;
    }
  }
  va_end(left);
}

namespace {

/// Bytes of what an integer conversion of scanf stores; `modifier` begins at the length modifiers.
std::size_t stored_integer(const char*& modifier) {
  std::size_t size = sizeof(int);
  for (;; ++modifier) {
    switch (*modifier) {
      case 'h': size = size == sizeof(short) ? sizeof(char) : sizeof(short); break;
      case 'l':
      case 'q':
      case 'j':
      case 'z':
      case 't':
      case 'L': size = sizeof(long long); break;
      default: return size;
    }
  }
}

/// Behind the "[...]" of a set of characters.
const char* behind_set(const char* at) {
  if (*at == '^') ++at;
  if (*at == ']') ++at;
  while (*at != '\0' && *at != ']') ++at;
  return *at == ']' ? at + 1 : at;
}

std::size_t stored_floating(const char* modifiers) {
  return *modifiers == 'L' ? sizeof(long double) : *modifiers == 'l' ? sizeof(double) : sizeof(float);
}

}  // namespace

void for_each_stored(const char* format, std::va_list arguments, int assigned,
                     const std::function<void(const void* at, std::size_t size)>& visit) {
  std::va_list left;
  va_copy(left, arguments);
  for (const char* at = format; *at != '\0' && assigned > 0;) {
    if (*at++ != '%') continue;
    const bool dropped = *at == '*';
    if (dropped) ++at;
    std::size_t width = 0;
    for (; *at >= '0' && *at <= '9'; ++at) width = width * 10 + static_cast<std::size_t>(*at - '0');
    if (*at == '$') break;  // positional: rare, and to guess would be worse
    const bool allocates = *at == 'm';
    if (allocates) ++at;
    const char* const modifiers = at;
    const std::size_t integer = stored_integer(at);
    const char conversion = *at;
    if (conversion == '\0') break;
    ++at;
    if (conversion == '[') at = behind_set(at);
    if (conversion == '%' || dropped) continue;
    void* const to = va_arg(left, void*);
    if (conversion != 'n') --assigned;
    if (to == nullptr) continue;
    if (allocates || conversion == 'p')
      visit(to, sizeof(void*));
    else if (conversion == 's' || conversion == '[')
      visit(to, std::strlen(static_cast<const char*>(to)) + 1);
    else if (conversion == 'c')
      visit(to, width == 0 ? 1 : width);
    else if (std::strchr("aefgAEFG", conversion) != nullptr)
      visit(to, stored_floating(modifiers));
    else
      visit(to, integer);
  }
  va_end(left);
}

}  // namespace farsan::runtime
