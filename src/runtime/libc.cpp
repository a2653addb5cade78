// Routines of libc that read or write memory on behalf of the program: interposed, seen as accesses at their call site when
// they touch memory that matters, and passed on. Inside FarSan or a library that it watches they are passed on at once.
//
// Formatted output and input are in libc_formatted.cpp, files, sockets and what the system tells in libc_files.cpp, what _FORTIFY_SOURCE makes of all of them in libc_fortified.cpp.
// Not here: what only calls back into the program (bsearch), and what reads so little that nobody points it at a window.
#include <strings.h>

#include <algorithm>
#include <cctype>
#include <cinttypes>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "runtime/libc_routine.h"

namespace {

using namespace farsan::runtime;

// Their attributes (nonnull and the like) are of no use to a pointer.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
FARSAN_REAL Real<decltype(::memcpy)> real_memcpy("memcpy");
FARSAN_REAL Real<int(const void*, const void*, std::size_t)> real_memcmp("memcmp");
FARSAN_REAL Real<decltype(::mempcpy)> real_mempcpy("mempcpy");
FARSAN_REAL Real<decltype(::memccpy)> real_memccpy("memccpy");
FARSAN_REAL Real<decltype(::memmem)> real_memmem("memmem");
FARSAN_REAL Real<decltype(::strlen)> real_strlen("strlen");
FARSAN_REAL Real<decltype(::strcpy)> real_strcpy("strcpy");
FARSAN_REAL Real<decltype(::stpcpy)> real_stpcpy("stpcpy");
FARSAN_REAL Real<decltype(::strncpy)> real_strncpy("strncpy");
FARSAN_REAL Real<decltype(::strcat)> real_strcat("strcat");
FARSAN_REAL Real<decltype(::strncat)> real_strncat("strncat");
FARSAN_REAL Real<decltype(::strcmp)> real_strcmp("strcmp");
FARSAN_REAL Real<decltype(::strcoll)> real_strcoll("strcoll");
FARSAN_REAL Real<decltype(::strverscmp)> real_strverscmp("strverscmp");
FARSAN_REAL Real<decltype(::strncmp)> real_strncmp("strncmp");
FARSAN_REAL Real<decltype(::strcasecmp)> real_strcasecmp("strcasecmp");
FARSAN_REAL Real<decltype(::strncasecmp)> real_strncasecmp("strncasecmp");
FARSAN_REAL Real<decltype(::strtok_r)> real_strtok_r("strtok_r");
FARSAN_REAL Real<decltype(::strdup)> real_strdup("strdup");
FARSAN_REAL Real<decltype(::strndup)> real_strndup("strndup");
FARSAN_REAL Real<decltype(::stpncpy)> real_stpncpy("stpncpy");
FARSAN_REAL Real<decltype(::strspn)> real_strspn("strspn");
FARSAN_REAL Real<decltype(::strcspn)> real_strcspn("strcspn");
FARSAN_REAL Real<decltype(::strsep)> real_strsep("strsep");
FARSAN_REAL Real<char*(const char*, const char*)> real_strpbrk("strpbrk");
FARSAN_REAL Real<char*(const char*, int)> real_strchrnul("strchrnul");
FARSAN_REAL Real<void*(const void*, int, std::size_t)> real_memrchr("memrchr");
FARSAN_REAL Real<char*(const char*, int)> real_strchr("strchr");
FARSAN_REAL Real<char*(const char*, int)> real_strrchr("strrchr");
FARSAN_REAL Real<char*(const char*, const char*)> real_strstr("strstr");
FARSAN_REAL Real<char*(const char*, const char*)> real_strcasestr("strcasestr");
FARSAN_REAL Real<decltype(::strtol)> real_strtol("strtol");
FARSAN_REAL Real<decltype(::strtoul)> real_strtoul("strtoul");
FARSAN_REAL Real<decltype(::strtoll)> real_strtoll("strtoll");
FARSAN_REAL Real<decltype(::strtoull)> real_strtoull("strtoull");
FARSAN_REAL Real<decltype(::strtof)> real_strtof("strtof");
FARSAN_REAL Real<decltype(::strtod)> real_strtod("strtod");
FARSAN_REAL Real<decltype(::strtold)> real_strtold("strtold");
FARSAN_REAL Real<decltype(::strtoimax)> real_strtoimax("strtoimax");
FARSAN_REAL Real<decltype(::strtoumax)> real_strtoumax("strtoumax");
FARSAN_REAL Real<decltype(::qsort)> real_qsort("qsort");
FARSAN_REAL Real<decltype(::qsort_r)> real_qsort_r("qsort_r");
#pragma GCC diagnostic pop

std::size_t distance(const void* from, const void* to) {
  return static_cast<std::size_t>(static_cast<const char*>(to) - static_cast<const char*>(from));
}

}  // namespace

namespace farsan::runtime {

FARSAN_REAL Real<std::size_t(const char*, std::size_t)> real_strnlen("strnlen");
FARSAN_REAL Real<void*(const void*, int, std::size_t)> real_memchr("memchr");
FARSAN_REAL Real<void*(void*, const void*, std::size_t)> real_memmove("memmove");
FARSAN_REAL Real<void*(void*, int, std::size_t)> real_memset("memset");

}  // namespace farsan::runtime

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
  static FARSAN_REAL Real<void(void*, std::size_t)> real("explicit_bzero");
  if (watching()) {
    FARSAN_ROUTINE("explicit_bzero");
    routine.writes(to, size);
  }
  real(to, size);
}

FARSAN_LIBC void swab(const void* from, void* to, ssize_t size) {
  static FARSAN_REAL Real<void(const void*, void*, ssize_t)> real("swab");
  if (watching() && size > 1) {
    FARSAN_ROUTINE("swab");
    routine.copies(to, from, static_cast<std::size_t>(size) & ~std::size_t{1});
  }
  real(from, to, size);
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
  if (watching() && count > 1) {
    FARSAN_ROUTINE("qsort");
    routine.copies(base, base, count * size);
  }
  real_qsort(base, count, size, compare);
}

FARSAN_LIBC void qsort_r(void* base, std::size_t count, std::size_t size,
                         int (*compare)(const void*, const void*, void*), void* more) {
  if (watching() && count > 1) {
    FARSAN_ROUTINE("qsort_r");
    routine.copies(base, base, count * size);
  }
  real_qsort_r(base, count, size, compare, more);
}

// What is not found is added. What is looked at, the program's own function looks at.
FARSAN_LIBC void* lsearch(const void* wanted, void* base, std::size_t* count, std::size_t size,
                          int (*compare)(const void*, const void*)) {
  static FARSAN_REAL Real<void*(const void*, void*, std::size_t*, std::size_t, int (*)(const void*, const void*))> real(
      "lsearch");
  const std::size_t before = *count;
  void* const found = real(wanted, base, count, size, compare);
  if (watching() && *count != before) {
    FARSAN_ROUTINE("lsearch");
    routine.copies(found, wanted, size);
  }
  return found;
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

constexpr std::size_t kPage = std::size_t{1} << kPageBits;
std::size_t left_on_page(const char* at) { return kPage - reinterpret_cast<std::uintptr_t>(at) % kPage; }
bool is_marked(const char* at) { return marks_of(reinterpret_cast<std::uintptr_t>(at)) != 0; }

/// Are two strings different, or at an end, before either comes to a page with marks? `compare` does not look at more bytes than it is
/// told to.
template <class Compare>
bool differ_unmarked(const char* a, const char* b, std::size_t most, Compare& compare) {
  while (most > 0) {
    if (is_marked(a) || is_marked(b)) return false;
    const std::size_t part = std::min({most, left_on_page(a), left_on_page(b)});
    if (compare(a, b, part) != 0 || real_strnlen(a, part) < part) return true;
    a += part;
    b += part;
    most -= part;
  }
  return true;
}

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

// Those that look at some order of characters look farther now and then; so far they do for certain.
#define FARSAN_STRING_COMPARISON(name, part, fold)                           \
  FARSAN_LIBC int name(const char* a, const char* b) {                       \
    if (watching() && !differ_unmarked(a, b, SIZE_MAX, part)) [[unlikely]] { \
      FARSAN_ROUTINE(#name);                                                 \
      compares(routine, a, b, SIZE_MAX, fold);                               \
    }                                                                        \
    return real_##name(a, b);                                                \
  }
FARSAN_STRING_COMPARISON(strcmp, real_strncmp, as_it_is)
FARSAN_STRING_COMPARISON(strcoll, real_strncmp, as_it_is)
FARSAN_STRING_COMPARISON(strverscmp, real_strncmp, as_it_is)
FARSAN_STRING_COMPARISON(strcasecmp, real_strncasecmp, std::tolower)

#define FARSAN_COMPARISON_OF_MOST(name, fold)                                   \
  FARSAN_LIBC int name(const char* a, const char* b, std::size_t most) {        \
    if (watching() && !differ_unmarked(a, b, most, real_##name)) [[unlikely]] { \
      FARSAN_ROUTINE(#name);                                                    \
      compares(routine, a, b, most, fold);                                      \
    }                                                                           \
    return real_##name(a, b, most);                                             \
  }
FARSAN_COMPARISON_OF_MOST(strncmp, as_it_is)
FARSAN_COMPARISON_OF_MOST(strncasecmp, std::tolower)

FARSAN_LIBC std::size_t strxfrm(char* to, const char* from, std::size_t size) {
  static FARSAN_REAL Real<std::size_t(char*, const char*, std::size_t)> real("strxfrm");
  const std::size_t length = real(to, from, size);
  if (watching()) {
    FARSAN_ROUTINE("strxfrm");
    routine.reads_string(from);
    routine.writes(to, std::min(length + 1, size));
  }
  return length;
}

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

#define FARSAN_FIRST(name, symbol)                                                             \
  FARSAN_LIBC char* name(const char* string, int value) __asm__(symbol);                       \
  FARSAN_LIBC char* name(const char* string, int value) {                                      \
    char* const found = real_strchr(string, value);                                            \
    if (watching()) {                                                                          \
      FARSAN_ROUTINE(symbol);                                                                  \
      routine.reads_string(string, found == nullptr ? SIZE_MAX : distance(string, found) + 1); \
    }                                                                                          \
    return found;                                                                              \
  }
FARSAN_FIRST(strchr_, "strchr")
FARSAN_FIRST(index_, "index")

FARSAN_LIBC void* rawmemchr_(const void* at, int value) __asm__("rawmemchr");
FARSAN_LIBC void* rawmemchr_(const void* at, int value) {
  static FARSAN_REAL Real<void*(const void*, int)> real("rawmemchr");
  void* const found = real(at, value);
  if (watching()) {
    FARSAN_ROUTINE("rawmemchr");
    routine.reads(at, distance(at, found) + 1);
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

#define FARSAN_LAST(name, symbol)                                        \
  FARSAN_LIBC char* name(const char* string, int value) __asm__(symbol); \
  FARSAN_LIBC char* name(const char* string, int value) {                \
    if (watching()) {                                                    \
      FARSAN_ROUTINE(symbol);                                            \
      routine.reads_string(string);                                      \
    }                                                                    \
    return real_strrchr(string, value);                                  \
  }
FARSAN_LAST(strrchr_, "strrchr")
FARSAN_LAST(rindex_, "rindex")

#define FARSAN_TEXT_IN_TEXT(name)                                                                               \
  FARSAN_LIBC char* name##_(const char* string, const char* wanted) __asm__(#name);                             \
  FARSAN_LIBC char* name##_(const char* string, const char* wanted) {                                           \
    char* const found = real_##name(string, wanted);                                                            \
    if (watching()) {                                                                                           \
      FARSAN_ROUTINE(#name);                                                                                    \
      const std::size_t most = found == nullptr ? SIZE_MAX : distance(string, found) + Routine::length(wanted); \
      routine.reads_string(string, most);                                                                       \
      routine.reads_string(wanted);                                                                             \
    }                                                                                                           \
    return found;                                                                                               \
  }
FARSAN_TEXT_IN_TEXT(strstr)
FARSAN_TEXT_IN_TEXT(strcasestr)

// libc has them from this version on; where it has not, `configure` must not find them here.
#if __GLIBC_PREREQ(2, 38)
FARSAN_LIBC std::size_t strlcpy(char* to, const char* from, std::size_t size) {
  static FARSAN_REAL Real<std::size_t(char*, const char*, std::size_t)> real("strlcpy");
  if (watching()) {
    FARSAN_ROUTINE("strlcpy");
    routine.copies_most_of_string(to, from, size);
  }
  return real(to, from, size);
}

FARSAN_LIBC std::size_t strlcat(char* to, const char* from, std::size_t size) {
  static FARSAN_REAL Real<std::size_t(char*, const char*, std::size_t)> real("strlcat");
  if (watching()) {
    FARSAN_ROUTINE("strlcat");
    routine.appends_most_of_string(to, from, size);
  }
  return real(to, from, size);
}
#endif

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

/// Nothing is read if there is no end: the base is wrong.
void reads_number(const Routine& routine, const char* string, const char* end) {
  if (end != nullptr) routine.reads(string, static_cast<std::size_t>(end - string) + 1);
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
  if (rest != nullptr && end != nullptr) *rest = end
// The second name is that of C23, which reads binary numbers, too.
#define FARSAN_INTEGER(type, name)                                                               \
  FARSAN_NUMBER(type, name##_, #name, #name, real_##name(string, &end, base),                    \
                (const char* string, char** rest, int base), FARSAN_TELL_END)                    \
  static FARSAN_REAL Real<type(const char*, char**, int)> real_c23_##name("__isoc23_" #name);    \
  FARSAN_NUMBER(type, c23_##name, "__isoc23_" #name, #name, real_c23_##name(string, &end, base), \
                (const char* string, char** rest, int base), FARSAN_TELL_END)
FARSAN_INTEGER(long, strtol)
FARSAN_INTEGER(unsigned long, strtoul)
FARSAN_INTEGER(long long, strtoll)
FARSAN_INTEGER(unsigned long long, strtoull)
FARSAN_INTEGER(std::intmax_t, strtoimax)
FARSAN_INTEGER(std::uintmax_t, strtoumax)
FARSAN_NUMBER(float, strtof_, "strtof", "strtof", real_strtof(string, &end), (const char* string, char** rest),
              FARSAN_TELL_END)
FARSAN_NUMBER(double, strtod_, "strtod", "strtod", real_strtod(string, &end), (const char* string, char** rest),
              FARSAN_TELL_END)
FARSAN_NUMBER(long double, strtold_, "strtold", "strtold", real_strtold(string, &end),
              (const char* string, char** rest), FARSAN_TELL_END)
FARSAN_NUMBER(int, atoi_, "atoi", "atoi", real_strtol(string, &end, 10), (const char* string), )
FARSAN_NUMBER(long, atol_, "atol", "atol", real_strtol(string, &end, 10), (const char* string), )
FARSAN_NUMBER(long long, atoll_, "atoll", "atoll", real_strtoll(string, &end, 10), (const char* string), )
FARSAN_NUMBER(double, atof_, "atof", "atof", real_strtod(string, &end), (const char* string), )
