// Routines of libc that read or write memory on behalf of the program: interposed, seen as accesses at their call site when
// they touch memory that matters, and passed on. Inside FarSan or a library that it watches they are passed on at once.
//
// Files and sockets are in libc_files.cpp, what _FORTIFY_SOURCE makes of all of them in libc_fortified.cpp.
// Not here: what only calls back into the program (bsearch), and what reads so little that nobody points it at a window.
#include <strings.h>

#include <algorithm>
#include <cctype>
#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/libc_routine.h"

namespace {

using namespace farsan::runtime;

// Their attributes (nonnull and the like) are of no use to a pointer.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
constinit Real<decltype(::memcpy)> real_memcpy("memcpy");
constinit Real<decltype(::memmove)> real_memmove("memmove");
constinit Real<decltype(::memset)> real_memset("memset");
constinit Real<int(const void*, const void*, std::size_t)> real_memcmp("memcmp");
constinit Real<decltype(::mempcpy)> real_mempcpy("mempcpy");
constinit Real<decltype(::memccpy)> real_memccpy("memccpy");
constinit Real<decltype(::memmem)> real_memmem("memmem");
constinit Real<decltype(::strlen)> real_strlen("strlen");
constinit Real<decltype(::strcpy)> real_strcpy("strcpy");
constinit Real<decltype(::stpcpy)> real_stpcpy("stpcpy");
constinit Real<decltype(::strncpy)> real_strncpy("strncpy");
constinit Real<decltype(::strcat)> real_strcat("strcat");
constinit Real<decltype(::strncat)> real_strncat("strncat");
constinit Real<decltype(::strcmp)> real_strcmp("strcmp");
constinit Real<decltype(::strncmp)> real_strncmp("strncmp");
constinit Real<decltype(::strcasecmp)> real_strcasecmp("strcasecmp");
constinit Real<decltype(::strncasecmp)> real_strncasecmp("strncasecmp");
constinit Real<decltype(::strtok_r)> real_strtok_r("strtok_r");
constinit Real<decltype(::strdup)> real_strdup("strdup");
constinit Real<decltype(::strndup)> real_strndup("strndup");
constinit Real<decltype(::stpncpy)> real_stpncpy("stpncpy");
constinit Real<decltype(::strspn)> real_strspn("strspn");
constinit Real<decltype(::strcspn)> real_strcspn("strcspn");
constinit Real<decltype(::strsep)> real_strsep("strsep");
constinit Real<char*(const char*, const char*)> real_strpbrk("strpbrk");
constinit Real<char*(const char*, int)> real_strchrnul("strchrnul");
constinit Real<void*(const void*, int, std::size_t)> real_memrchr("memrchr");
constinit Real<void*(const void*, int, std::size_t)> real_memchr("memchr");
constinit Real<char*(const char*, int)> real_strchr("strchr");
constinit Real<char*(const char*, int)> real_strrchr("strrchr");
constinit Real<char*(const char*, const char*)> real_strstr("strstr");
constinit Real<decltype(::strtol)> real_strtol("strtol");
constinit Real<decltype(::strtoul)> real_strtoul("strtoul");
constinit Real<decltype(::strtoll)> real_strtoll("strtoll");
constinit Real<decltype(::strtoull)> real_strtoull("strtoull");
constinit Real<decltype(::strtof)> real_strtof("strtof");
constinit Real<decltype(::strtod)> real_strtod("strtod");
constinit Real<decltype(::qsort)> real_qsort("qsort");
constinit Real<decltype(::qsort_r)> real_qsort_r("qsort_r");
constinit Real<decltype(::vfprintf)> real_vfprintf("vfprintf");
constinit Real<decltype(::vasprintf)> real_vasprintf("vasprintf");
constinit Real<decltype(::vdprintf)> real_vdprintf("vdprintf");
constinit Real<decltype(::vsnprintf)> real_vsnprintf("vsnprintf");
constinit Real<decltype(::vfscanf)> real_vfscanf("__isoc99_vfscanf");
constinit Real<decltype(::vsscanf)> real_vsscanf("__isoc99_vsscanf");
#pragma GCC diagnostic pop

std::size_t distance(const void* from, const void* to) {
  return static_cast<std::size_t>(static_cast<const char*>(to) - static_cast<const char*>(from));
}

}  // namespace

// --- Memory ----------------------------------------------------------------------------------------------------------

// MPI libraries call these for every message, and nobody watches then: that way is as short as can be.
#define FARSAN_COPY(name)                                                                                      \
  __attribute__((noinline)) static void* name##_told(void* to, const void* from, std::size_t size, void* pc) { \
    if (watching()) Routine(#name, pc).copies(to, from, size);                                                 \
    return real_##name(to, from, size);                                                                        \
  }                                                                                                            \
  FARSAN_LIBC void* name(void* to, const void* from, std::size_t size) {                                       \
    auto* const known = real_##name.known();                                                                   \
    if (watching() || known == nullptr) [[unlikely]]                                                           \
      return name##_told(to, from, size, __builtin_return_address(0));                                         \
    return known(to, from, size);                                                                              \
  }
FARSAN_COPY(memcpy)
FARSAN_COPY(memmove)

FARSAN_LIBC void* memset(void* to, int value, std::size_t size) {
  if (watching()) [[unlikely]] {
    FARSAN_ROUTINE("memset");
    routine.writes(to, size);
  }
  return real_memset(to, value, size);
}

// clang makes bcmp of a memcmp that is only asked whether there is a difference.
#define FARSAN_COMPARISON(name)                                          \
  FARSAN_LIBC int name(const void* a, const void* b, std::size_t size) { \
    if (watching()) {                                                    \
      FARSAN_ROUTINE("memcmp");                                          \
      routine.reads(a, size);                                            \
      routine.reads(b, size);                                            \
    }                                                                    \
    return real_memcmp(a, b, size);                                      \
  }
FARSAN_COMPARISON(memcmp)
FARSAN_COMPARISON(bcmp)

FARSAN_LIBC void* mempcpy(void* to, const void* from, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("mempcpy");
    routine.copies(to, from, size);
  }
  return real_mempcpy(to, from, size);
}

FARSAN_LIBC void* memccpy(void* to, const void* from, int last, std::size_t size) {
  void* end = real_memccpy(to, from, last, size);
  if (watching()) {
    FARSAN_ROUTINE("memccpy");
    routine.copies(to, from, end == nullptr ? size : distance(to, end));
  }
  return end;
}

FARSAN_LIBC void bzero(void* to, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("bzero");
    routine.writes(to, size);
  }
  real_memset(to, 0, size);
}

FARSAN_LIBC void explicit_bzero(void* to, std::size_t size) {
  static constinit Real<void(void*, std::size_t)> real("explicit_bzero");
  if (watching()) {
    FARSAN_ROUTINE("explicit_bzero");
    routine.writes(to, size);
  }
  real(to, size);
}

FARSAN_LIBC void swab(const void* from, void* to, ssize_t size) {
  static constinit Real<void(const void*, void*, ssize_t)> real("swab");
  if (watching() && size > 1) {
    FARSAN_ROUTINE("swab");
    routine.copies(to, from, static_cast<std::size_t>(size) & ~std::size_t{1});
  }
  real(from, to, size);
}

FARSAN_LIBC int gethostname(char* to, std::size_t size) {
  static constinit Real<int(char*, std::size_t)> real("gethostname");
  const int result = real(to, size);
  if (watching()) {
    FARSAN_ROUTINE("gethostname");
    routine.writes(to, std::min(Routine::length(to, size) + 1, size));
  }
  return result;
}

FARSAN_LIBC char* getcwd(char* to, std::size_t size) {
  static constinit Real<char*(char*, std::size_t)> real("getcwd");
  char* const result = real(to, size);
  if (watching() && to != nullptr && result != nullptr) {
    FARSAN_ROUTINE("getcwd");
    routine.writes(to, Routine::length(to, size) + 1);
  }
  return result;
}

FARSAN_LIBC void* memmem(const void* at, std::size_t size, const void* wanted, std::size_t wanted_size) {
  void* found = real_memmem(at, size, wanted, wanted_size);
  if (watching()) {
    FARSAN_ROUTINE("memmem");
    routine.reads(at, found == nullptr ? size : distance(at, found) + wanted_size);
    routine.reads(wanted, wanted_size);
  }
  return found;
}

FARSAN_LIBC void qsort(void* base, std::size_t count, std::size_t size, int (*compare)(const void*, const void*)) {
  if (watching()) {
    FARSAN_ROUTINE("qsort");
    routine.reads(base, count * size);
    routine.writes(base, count * size);
  }
  real_qsort(base, count, size, compare);
}

FARSAN_LIBC void qsort_r(void* base, std::size_t count, std::size_t size,
                         int (*compare)(const void*, const void*, void*), void* more) {
  if (watching()) {
    FARSAN_ROUTINE("qsort_r");
    routine.copies(base, base, count * size);
  }
  real_qsort_r(base, count, size, compare, more);
}

FARSAN_LIBC void bcopy(const void* from, void* to, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("bcopy");
    routine.copies(to, from, size);
  }
  real_memmove(to, from, size);
}

// --- Strings ---------------------------------------------------------------------------------------------------------

FARSAN_LIBC std::size_t strlen(const char* string) {
  const std::size_t size = real_strlen(string);
  if (watching()) {
    FARSAN_ROUTINE("strlen");
    routine.reads(string, size + 1);
  }
  return size;
}

FARSAN_LIBC std::size_t strnlen(const char* string, std::size_t most) {
  if (watching()) {
    FARSAN_ROUTINE("strnlen");
    routine.reads_string(string, most);
  }
  return real_strnlen(string, most);
}

FARSAN_LIBC char* strcpy(char* to, const char* from) {
  if (watching()) {
    FARSAN_ROUTINE("strcpy");
    routine.copies_string(to, from);
  }
  return real_strcpy(to, from);
}

FARSAN_LIBC char* stpcpy(char* to, const char* from) {
  if (watching()) {
    FARSAN_ROUTINE("stpcpy");
    routine.copies_string(to, from);
  }
  return real_stpcpy(to, from);
}

FARSAN_LIBC char* strncpy(char* to, const char* from, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("strncpy");
    routine.fills_with_string(to, from, size);
  }
  return real_strncpy(to, from, size);
}

FARSAN_LIBC char* strcat(char* to, const char* from) {
  if (watching()) {
    FARSAN_ROUTINE("strcat");
    routine.appends_string(to, from);
  }
  return real_strcat(to, from);
}

FARSAN_LIBC char* strncat(char* to, const char* from, std::size_t most) {
  if (watching()) {
    FARSAN_ROUTINE("strncat");
    routine.appends_string(to, from, most);
  }
  return real_strncat(to, from, most);
}

namespace {

using Fold = int (*)(int);
int as_it_is(int character) { return character; }

/// Two strings, up to where they differ or end.
void compares(const Routine& routine, const char* a, const char* b, std::size_t most, Fold fold) {
  const auto at = [fold](const char* string, std::size_t i) { return fold(static_cast<unsigned char>(string[i])); };
  std::size_t size = 0;
  while (size < most && at(a, size) == at(b, size) && a[size] != '\0') ++size;
  if (size < most) ++size;
  routine.reads(a, size);
  routine.reads(b, size);
}

}  // namespace

#define FARSAN_STRING_COMPARISON(name, fold)           \
  FARSAN_LIBC int name(const char* a, const char* b) { \
    if (watching()) {                                  \
      FARSAN_ROUTINE(#name);                           \
      compares(routine, a, b, SIZE_MAX, fold);         \
    }                                                  \
    return real_##name(a, b);                          \
  }
FARSAN_STRING_COMPARISON(strcmp, as_it_is)
FARSAN_STRING_COMPARISON(strcasecmp, std::tolower)

#define FARSAN_COMPARISON_OF_MOST(name, fold)                            \
  FARSAN_LIBC int name(const char* a, const char* b, std::size_t most) { \
    if (watching()) {                                                    \
      FARSAN_ROUTINE(#name);                                             \
      compares(routine, a, b, most, fold);                               \
    }                                                                    \
    return real_##name(a, b, most);                                      \
  }
FARSAN_COMPARISON_OF_MOST(strncmp, as_it_is)
FARSAN_COMPARISON_OF_MOST(strncasecmp, std::tolower)

FARSAN_LIBC char* strdup(const char* string) {
  if (watching()) {
    FARSAN_ROUTINE("strdup");
    routine.reads_string(string);
  }
  return real_strdup(string);
}

FARSAN_LIBC char* strndup(const char* string, std::size_t most) {
  if (watching()) {
    FARSAN_ROUTINE("strndup");
    routine.reads_string(string, most);
  }
  return real_strndup(string, most);
}

FARSAN_LIBC char* stpncpy(char* to, const char* from, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("stpncpy");
    routine.fills_with_string(to, from, size);
  }
  return real_stpncpy(to, from, size);
}

#define FARSAN_SPAN_OF(name)                                                 \
  FARSAN_LIBC std::size_t name(const char* string, const char* characters) { \
    const std::size_t size = real_##name(string, characters);                \
    if (watching()) {                                                        \
      FARSAN_ROUTINE(#name);                                                 \
      routine.reads(string, size + 1);                                       \
      routine.reads_string(characters);                                      \
    }                                                                        \
    return size;                                                             \
  }
FARSAN_SPAN_OF(strspn)
FARSAN_SPAN_OF(strcspn)

FARSAN_LIBC char* strsep(char** rest, const char* delimiters) {
  char* const word = real_strsep(rest, delimiters);
  if (word != nullptr && watching()) {
    FARSAN_ROUTINE("strsep");
    routine.reads_string(delimiters);
    const std::size_t size = Routine::length(word);
    routine.reads(word, size + 1);
    if (*rest != nullptr) routine.writes(word + size, 1);
  }
  return word;
}

// In C++ these have overloads of their own: other names here, the same symbols.
FARSAN_LIBC void* memchr_(const void* at, int value, std::size_t size) __asm__("memchr");
FARSAN_LIBC void* memchr_(const void* at, int value, std::size_t size) {
  void* found = real_memchr(at, value, size);
  if (watching()) {
    FARSAN_ROUTINE("memchr");
    routine.reads(at, found == nullptr ? size : distance(at, found) + 1);
  }
  return found;
}

FARSAN_LIBC char* strchr_(const char* string, int value) __asm__("strchr");
FARSAN_LIBC char* strchr_(const char* string, int value) {
  char* const found = real_strchr(string, value);
  if (watching()) {
    FARSAN_ROUTINE("strchr");
    routine.reads_string(string, found == nullptr ? SIZE_MAX : distance(string, found) + 1);
  }
  return found;
}

FARSAN_LIBC char* strchrnul_(const char* string, int value) __asm__("strchrnul");
FARSAN_LIBC char* strchrnul_(const char* string, int value) {
  char* const found = real_strchrnul(string, value);
  if (watching()) {
    FARSAN_ROUTINE("strchrnul");
    routine.reads(string, distance(string, found) + 1);
  }
  return found;
}

FARSAN_LIBC void* memrchr_(const void* at, int value, std::size_t size) __asm__("memrchr");
FARSAN_LIBC void* memrchr_(const void* at, int value, std::size_t size) {
  void* const found = real_memrchr(at, value, size);
  if (watching()) {
    FARSAN_ROUTINE("memrchr");
    const std::size_t before = found == nullptr ? 0 : distance(at, found);
    routine.reads(static_cast<const char*>(at) + before, size - before);
  }
  return found;
}

FARSAN_LIBC char* strpbrk_(const char* string, const char* characters) __asm__("strpbrk");
FARSAN_LIBC char* strpbrk_(const char* string, const char* characters) {
  char* const found = real_strpbrk(string, characters);
  if (watching()) {
    FARSAN_ROUTINE("strpbrk");
    routine.reads_string(string, found == nullptr ? SIZE_MAX : distance(string, found) + 1);
    routine.reads_string(characters);
  }
  return found;
}

FARSAN_LIBC char* strrchr_(const char* string, int value) __asm__("strrchr");
FARSAN_LIBC char* strrchr_(const char* string, int value) {
  if (watching()) {
    FARSAN_ROUTINE("strrchr");
    routine.reads_string(string);
  }
  return real_strrchr(string, value);
}

FARSAN_LIBC char* strstr_(const char* string, const char* wanted) __asm__("strstr");
FARSAN_LIBC char* strstr_(const char* string, const char* wanted) {
  char* const found = real_strstr(string, wanted);
  if (watching()) {
    FARSAN_ROUTINE("strstr");
    routine.reads_string(string, found == nullptr ? SIZE_MAX : distance(string, found) + Routine::length(wanted));
    routine.reads_string(wanted);
  }
  return found;
}

// Words of a text. Each call reads on from where the last one stopped, and overwrites the delimiter behind the word.
namespace {

char* next_word(const Routine& routine, char* string, const char* delimiters, char** rest) {
  const char* begin = string != nullptr ? string : *rest;
  char* word = real_strtok_r(string, delimiters, rest);
  if (!watching()) return word;
  routine.reads_string(delimiters);
  if (word == nullptr) {
    routine.reads_string(begin);
    return word;
  }
  const char* end = word + Routine::length(word);
  routine.reads(begin, distance(begin, end) + 1);
  if (*rest > end) routine.writes(end, 1);
  return word;
}

}  // namespace

FARSAN_LIBC char* strtok_r(char* string, const char* delimiters, char** rest) {
  FARSAN_ROUTINE("strtok_r");
  return next_word(routine, string, delimiters, rest);
}

FARSAN_LIBC char* strtok(char* string, const char* delimiters) {
  static char* rest = nullptr;  // instead of the real one's, which cannot be asked for
  FARSAN_ROUTINE("strtok");
  return next_word(routine, string, delimiters, &rest);
}

// Numbers in text: what is read ends with the first character that is none of the number's.
namespace {

void reads_number(const Routine& routine, const char* string, const char* end) {
  routine.reads(string, static_cast<std::size_t>(end - string) + 1);
}

}  // namespace

#define FARSAN_NUMBER(type, name, symbol, shown, how, parameters, more) \
  FARSAN_LIBC type name parameters __asm__(symbol);                     \
  FARSAN_LIBC type name parameters {                                    \
    char* end = nullptr;                                                \
    const auto value = static_cast<type>(how);                          \
    if (watching()) {                                                   \
      FARSAN_ROUTINE(shown);                                            \
      reads_number(routine, string, end);                               \
    }                                                                   \
    more;                                                               \
    return value;                                                       \
  }
#define FARSAN_TELL_END \
  if (rest != nullptr) *rest = end
// The second name is that of C23, which reads binary numbers, too.
#define FARSAN_INTEGER(type, name)                                                               \
  FARSAN_NUMBER(type, name##_, #name, #name, real_##name(string, &end, base),                    \
                (const char* string, char** rest, int base), FARSAN_TELL_END)                    \
  static constinit Real<type(const char*, char**, int)> real_c23_##name("__isoc23_" #name);      \
  FARSAN_NUMBER(type, c23_##name, "__isoc23_" #name, #name, real_c23_##name(string, &end, base), \
                (const char* string, char** rest, int base), FARSAN_TELL_END)
FARSAN_INTEGER(long, strtol)
FARSAN_INTEGER(unsigned long, strtoul)
FARSAN_INTEGER(long long, strtoll)
FARSAN_INTEGER(unsigned long long, strtoull)
FARSAN_NUMBER(float, strtof_, "strtof", "strtof", real_strtof(string, &end), (const char* string, char** rest),
              FARSAN_TELL_END)
FARSAN_NUMBER(double, strtod_, "strtod", "strtod", real_strtod(string, &end), (const char* string, char** rest),
              FARSAN_TELL_END)
FARSAN_NUMBER(int, atoi_, "atoi", "atoi", real_strtol(string, &end, 10), (const char* string), )
FARSAN_NUMBER(long, atol_, "atol", "atol", real_strtol(string, &end, 10), (const char* string), )
FARSAN_NUMBER(long long, atoll_, "atoll", "atoll", real_strtoll(string, &end, 10), (const char* string), )
FARSAN_NUMBER(double, atof_, "atof", "atof", real_strtod(string, &end), (const char* string), )

// --- Formatted output ------------------------------------------------------------------------------------------------

FARSAN_LIBC int vprintf_(const char* format, std::va_list arguments) __asm__("vprintf");
FARSAN_LIBC int vprintf_(const char* format, std::va_list arguments) {
  FARSAN_ROUTINE("vprintf");
  return print_to_file(routine, format, arguments, [&] { return real_vfprintf(stdout, format, arguments); });
}
FARSAN_LIBC int vfprintf(FILE* file, const char* format, std::va_list arguments) {
  FARSAN_ROUTINE("vfprintf");
  return print_to_file(routine, format, arguments, [&] { return real_vfprintf(file, format, arguments); });
}
FARSAN_LIBC int vsnprintf(char* to, std::size_t size, const char* format, std::va_list arguments) {
  FARSAN_ROUTINE("vsnprintf");
  return print_to_string(routine, to, size, format, arguments,
                         [&] { return real_vsnprintf(to, size, format, arguments); });
}
FARSAN_LIBC int vsprintf(char* to, const char* format, std::va_list arguments) {
  FARSAN_ROUTINE("vsprintf");
  return print_to_string(routine, to, INT_MAX, format, arguments,
                         [&] { return real_vsnprintf(to, std::size_t{INT_MAX}, format, arguments); });
}

FARSAN_LIBC int printf(const char* format, ...) {
  FARSAN_ROUTINE("printf");
  FARSAN_WITH_ARGUMENTS(
      print_to_file(routine, format, arguments, [&] { return real_vfprintf(stdout, format, arguments); }));
}
FARSAN_LIBC int fprintf(FILE* file, const char* format, ...) {
  FARSAN_ROUTINE("fprintf");
  FARSAN_WITH_ARGUMENTS(
      print_to_file(routine, format, arguments, [&] { return real_vfprintf(file, format, arguments); }));
}
FARSAN_LIBC int snprintf(char* to, std::size_t size, const char* format, ...) {
  FARSAN_ROUTINE("snprintf");
  FARSAN_WITH_ARGUMENTS(print_to_string(routine, to, size, format, arguments,
                                        [&] { return real_vsnprintf(to, size, format, arguments); }));
}
FARSAN_LIBC int sprintf(char* to, const char* format, ...) {
  FARSAN_ROUTINE("sprintf");
  FARSAN_WITH_ARGUMENTS(print_to_string(routine, to, INT_MAX, format, arguments,
                                        [&] { return real_vsnprintf(to, std::size_t{INT_MAX}, format, arguments); }));
}

namespace {

/// The text is in memory that nobody else knows yet.
int print_to_new(const Routine& routine, char** to, const char* format, std::va_list arguments) {
  return print_to_file(routine, format, arguments, [&] { return real_vasprintf(to, format, arguments); });
}
int print_to_descriptor(const Routine& routine, int file, const char* format, std::va_list arguments) {
  return print_to_file(routine, format, arguments, [&] { return real_vdprintf(file, format, arguments); });
}

}  // namespace

FARSAN_LIBC int vasprintf(char** to, const char* format, std::va_list arguments) {
  FARSAN_ROUTINE("vasprintf");
  return print_to_new(routine, to, format, arguments);
}
FARSAN_LIBC int asprintf(char** to, const char* format, ...) {
  FARSAN_ROUTINE("asprintf");
  FARSAN_WITH_ARGUMENTS(print_to_new(routine, to, format, arguments));
}
FARSAN_LIBC int vdprintf(int file, const char* format, std::va_list arguments) {
  FARSAN_ROUTINE("vdprintf");
  return print_to_descriptor(routine, file, format, arguments);
}
FARSAN_LIBC int dprintf(int file, const char* format, ...) {
  FARSAN_ROUTINE("dprintf");
  FARSAN_WITH_ARGUMENTS(print_to_descriptor(routine, file, format, arguments));
}

// --- Formatted input -------------------------------------------------------------------------------------------------

namespace {

void stored_by(const Routine& routine, const char* format, std::va_list arguments, int assigned) {
  if (assigned <= 0 || !watching()) return;
  for_each_stored(format, arguments, assigned, [&](const void* at, std::size_t size) { routine.writes(at, size); });
}

int scan_file(const Routine& routine, FILE* file, const char* format, std::va_list arguments) {
  std::va_list again;
  va_copy(again, arguments);
  const int assigned = real_vfscanf(file, format, arguments);
  stored_by(routine, format, again, assigned);
  va_end(again);
  return assigned;
}

int scan_string(const Routine& routine, const char* from, const char* format, std::va_list arguments) {
  std::va_list again;
  va_copy(again, arguments);
  if (watching()) routine.reads_string(from);
  const int assigned = real_vsscanf(from, format, arguments);
  stored_by(routine, format, again, assigned);
  va_end(again);
  return assigned;
}

}  // namespace

// Under the names that programs of different ages call them by.
#define FARSAN_SCANF(prefix)                                                                      \
  FARSAN_LIBC int prefix##vfscanf(FILE* file, const char* format, std::va_list arguments) {       \
    FARSAN_ROUTINE("vfscanf");                                                                    \
    return scan_file(routine, file, format, arguments);                                           \
  }                                                                                               \
  FARSAN_LIBC int prefix##vscanf(const char* format, std::va_list arguments) {                    \
    FARSAN_ROUTINE("vscanf");                                                                     \
    return scan_file(routine, stdin, format, arguments);                                          \
  }                                                                                               \
  FARSAN_LIBC int prefix##vsscanf(const char* from, const char* format, std::va_list arguments) { \
    FARSAN_ROUTINE("vsscanf");                                                                    \
    return scan_string(routine, from, format, arguments);                                         \
  }                                                                                               \
  FARSAN_LIBC int prefix##fscanf(FILE* file, const char* format, ...) {                           \
    FARSAN_ROUTINE("fscanf");                                                                     \
    FARSAN_WITH_ARGUMENTS(scan_file(routine, file, format, arguments));                           \
  }                                                                                               \
  FARSAN_LIBC int prefix##scanf(const char* format, ...) {                                        \
    FARSAN_ROUTINE("scanf");                                                                      \
    FARSAN_WITH_ARGUMENTS(scan_file(routine, stdin, format, arguments));                          \
  }                                                                                               \
  FARSAN_LIBC int prefix##sscanf(const char* from, const char* format, ...) {                     \
    FARSAN_ROUTINE("sscanf");                                                                     \
    FARSAN_WITH_ARGUMENTS(scan_string(routine, from, format, arguments));                         \
  }
FARSAN_SCANF(__isoc99_)
FARSAN_SCANF(__isoc23_)
