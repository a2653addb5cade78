#include "runtime/format_strings.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace farsan::runtime {

namespace {

constexpr std::size_t kMost = 64;  ///< arguments that are looked at
constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

/// Not by what libc has for it.
constexpr bool is_one_of(char character, std::string_view characters) {
  for (const char other : characters)
    if (character == other) return true;
  return false;
}

std::size_t digits(const char*& at) {
  std::size_t value = 0;
  for (; *at >= '0' && *at <= '9'; ++at) value = value * 10 + static_cast<std::size_t>(*at - '0');
  return value;
}

/// "2$": the second argument, whatever came before. Arguments are counted from 0.
std::optional<std::size_t> position(const char*& at) {
  const char* behind = at;
  const std::size_t number = digits(behind);
  if (behind == at || *behind != '$' || number == 0) return std::nullopt;
  at = behind + 1;
  return number - 1;
}

// --- Printed ---------------------------------------------------------------------------------------------------------

enum class Length : std::uint8_t { Int, Long, LongLong, LongDouble };

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

enum class Type : std::uint8_t { Int, Long, Double, LongDouble, Pointer };

Type type_of(char conversion, Length size) {
  if (is_one_of(conversion, "eEfFgGaA")) return size == Length::LongDouble ? Type::LongDouble : Type::Double;
  if (is_one_of(conversion, "spnS")) return Type::Pointer;
  return size == Length::Int ? Type::Int : Type::Long;  // long is as wide as long long wherever FarSan runs
}

/// What a format says about the arguments: which are there, and which of them are strings.
class Printed {
 public:
  struct String {
    std::size_t argument = 0;
    std::size_t most = kAny;
    std::optional<std::size_t> most_in;  ///< the argument that tells
  };

  explicit Printed(const char* format) {
    for (const char* at = format; *at != '\0';) {
      if (*at++ != '%') continue;
      if (*at == '%')
        ++at;
      else if (!conversion(at))
        return;
    }
  }
  [[nodiscard]] std::span<const Type> types() const { return {types_.data(), arguments_}; }
  [[nodiscard]] std::span<const String> strings() const { return {strings_.data(), string_count_}; }

 private:
  /// False if nothing behind it can be told.
  bool conversion(const char*& at) {
    const auto place = position(at);
    while (is_one_of(*at, "-+ #0'I")) ++at;
    String string;
    if (*at == '*')
      from_argument(at);
    else
      digits(at);
    if (*at == '.') {
      ++at;
      if (*at == '*')
        string.most_in = from_argument(at);
      else
        string.most = digits(at);
    }
    const Length size = length(at);
    if (*at == '\0') return false;
    const char kind = *at++;
    if (kind == 'm') return true;
    string.argument = argument(place, type_of(kind, size));
    if (kind == 's' && size == Length::Int && string_count_ < kMost) strings_[string_count_++] = string;
    return string.argument < kMost;
  }

  /// "*" or "*2$"
  std::size_t from_argument(const char*& at) {
    ++at;
    return argument(position(at), Type::Int);
  }

  std::size_t argument(std::optional<std::size_t> place, Type type) {
    const std::size_t index = place.value_or(next_);
    if (!place) ++next_;
    if (index >= kMost) return index;
    types_[index] = type;
    arguments_ = std::max(arguments_, index + 1);
    return index;
  }

  std::array<Type, kMost> types_{};
  std::size_t arguments_ = 0;
  std::size_t next_ = 0;
  std::array<String, kMost> strings_;
  std::size_t string_count_ = 0;
};

union Value {
  const char* string;
  int number;
};

}  // namespace

void for_each_string(const char* format, std::va_list arguments,
                     const std::function<void(const char* string, std::size_t most)>& visit) {
  const Printed printed(format);
  if (printed.strings().empty()) return;
  std::array<Value, kMost> values{};
  std::va_list left;
  va_copy(left, arguments);
  Value* value = values.data();
  for (const Type type : printed.types()) {
    switch (type) {
      case Type::Int: value->number = va_arg(left, int); break;
      case Type::Long: (void)va_arg(left, long long); break;  // NOLINT(bugprone-branch-clone): of different sizes
      case Type::Double: (void)va_arg(left, double); break;
      case Type::LongDouble: (void)va_arg(left, long double); break;
      case Type::Pointer: value->string = va_arg(left, const char*); break;
    }
    ++value;
  }
  va_end(left);
  for (const Printed::String& one : printed.strings()) {
    if (one.argument >= kMost) continue;
    std::size_t most = one.most;
    if (one.most_in && *one.most_in < kMost) {
      const int told = values[*one.most_in].number;
      most = told < 0 ? kAny : static_cast<std::size_t>(told);
    }
    if (const char* const string = values[one.argument].string) visit(string, most);
  }
}

// --- Scanned ---------------------------------------------------------------------------------------------------------

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

/// All arguments are pointers.
class Pointers {
 public:
  explicit Pointers(std::va_list arguments) {  // NOLINT(cppcoreguidelines-pro-type-member-init): by va_copy
    va_copy(all_, arguments);
    va_copy(left_, arguments);
  }
  Pointers(const Pointers&) = delete;
  Pointers(Pointers&&) = delete;
  Pointers& operator=(const Pointers&) = delete;
  Pointers& operator=(Pointers&&) = delete;
  ~Pointers() {
    va_end(left_);
    va_end(all_);
  }

  void* next() { return va_arg(left_, void*); }
  void* at(std::size_t place) {
    std::va_list from_first;
    va_copy(from_first, all_);
    void* found = nullptr;
    for (std::size_t i = 0; i <= place; ++i) found = va_arg(from_first, void*);
    va_end(from_first);
    return found;
  }

 private:
  std::va_list all_;
  std::va_list left_;
};

bool allocates(const char*& at, Scanf dialect) {
  const bool does = *at == 'm' || (dialect == Scanf::Gnu && *at == 'a' && is_one_of(at[1], "sS["));
  if (does) ++at;
  return does;
}

}  // namespace

void for_each_stored(Scanf dialect, const char* format, std::va_list arguments, int assigned,
                     const std::function<void(const void* at, std::size_t size)>& visit) {
  Pointers pointers(arguments);
  for (const char* at = format; *at != '\0' && assigned > 0;) {
    if (*at++ != '%') continue;
    const auto place = position(at);
    if (place.value_or(0) >= kMost) break;
    bool dropped = false;
    for (; is_one_of(*at, "*'I"); ++at) dropped = dropped || *at == '*';
    const std::size_t width = digits(at);
    const bool allocated = allocates(at, dialect);
    const char* const modifiers = at;
    const std::size_t integer = stored_integer(at);
    const char conversion = *at;
    if (conversion == '\0') break;
    ++at;
    if (conversion == '[') at = behind_set(at);
    if (conversion == '%' || dropped) continue;
    void* const to = place ? pointers.at(*place) : pointers.next();
    if (conversion != 'n') --assigned;
    if (to == nullptr) continue;
    if (allocated || conversion == 'p')
      visit(to, sizeof(void*));
    else if (conversion == 's' || conversion == '[')
      visit(to, kString);
    else if (conversion == 'c')
      visit(to, width == 0 ? 1 : width);
    else if (is_one_of(conversion, "aefgAEFG"))
      visit(to, stored_floating(modifiers));
    else
      visit(to, integer);
  }
}

}  // namespace farsan::runtime
