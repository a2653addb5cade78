// Routines of libc that read or write memory on behalf of the program: interposed, seen as accesses at their call site when
// they touch memory that matters, and passed on. Inside FarSan or a library that it watches they are passed on at once.
//
// Not here: what only calls back into the program (bsearch), and what reads so little that nobody points it at a window.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/access.h"
#include "runtime/format_strings.h"

#define FARSAN_LIBC extern "C" __attribute__((visibility("default")))

namespace {

using farsan::model::AccessKind;
using namespace farsan::runtime;

/// The next definition of an interposed function, looked up when it is first needed.
template <class Function>
class Real {
 public:
  explicit constexpr Real(const char* name) : name_(name) {}
  template <class... Arguments>
  auto operator()(Arguments... arguments) {
    if (function_ == nullptr) [[unlikely]]
      function_ = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name_));
    return function_(arguments...);
  }

 private:
  const char* name_;
  Function* function_ = nullptr;
};

/// Quick answer for the many calls that cannot matter.
bool watching() { return Runtime::get() != nullptr && !Guard::inside(); }

/// One call of a routine.
class Routine {
 public:
  Routine(const char* name, void* return_address)
      : name_(name), pc_(reinterpret_cast<std::uintptr_t>(return_address)) {}
  void reads(const void* at, std::size_t size) const { access_by_routine(AccessKind::Load, at, size, name_, pc_); }
  void writes(const void* at, std::size_t size) const { access_by_routine(AccessKind::Store, at, size, name_, pc_); }
  /// A string with its end, but not more than `most` bytes.
  void reads_string(const char* at, std::size_t most = SIZE_MAX) const {
    const std::size_t size = length(at, most);
    reads(at, size < most ? size + 1 : most);
  }
  static std::size_t length(const char* at, std::size_t most = SIZE_MAX) {
    const Guard guard;
    return ::strnlen(at, most);
  }
  void reads_format(const char* format, std::va_list arguments) const {
    for_each_string(format, arguments, [&](const char* string, std::size_t most) { reads_string(string, most); });
  }

 private:
  const char* name_;
  std::uint64_t pc_;
};

#define FARSAN_ROUTINE(name) const Routine routine(name, __builtin_return_address(0))

// Their attributes (nonnull and the like) are of no use to a pointer.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
constinit Real<decltype(::memcpy)> real_memcpy("memcpy");
constinit Real<decltype(::memmove)> real_memmove("memmove");
constinit Real<decltype(::memset)> real_memset("memset");
constinit Real<int(const void*, const void*, std::size_t)> real_memcmp("memcmp");
constinit Real<decltype(::strlen)> real_strlen("strlen");
constinit Real<decltype(::strcpy)> real_strcpy("strcpy");
constinit Real<decltype(::strncpy)> real_strncpy("strncpy");
constinit Real<decltype(::strcat)> real_strcat("strcat");
constinit Real<decltype(::strncat)> real_strncat("strncat");
constinit Real<decltype(::strcmp)> real_strcmp("strcmp");
constinit Real<decltype(::strncmp)> real_strncmp("strncmp");
constinit Real<decltype(::strdup)> real_strdup("strdup");
constinit Real<void*(const void*, int, std::size_t)> real_memchr("memchr");
constinit Real<char*(const char*, int)> real_strchr("strchr");
constinit Real<char*(const char*, int)> real_strrchr("strrchr");
constinit Real<char*(const char*, const char*)> real_strstr("strstr");
constinit Real<decltype(::strtol)> real_strtol("strtol");
constinit Real<decltype(::strtoul)> real_strtoul("strtoul");
constinit Real<decltype(::strtod)> real_strtod("strtod");
constinit Real<decltype(::qsort)> real_qsort("qsort");
constinit Real<decltype(::fread)> real_fread("fread");
constinit Real<decltype(::fwrite)> real_fwrite("fwrite");
constinit Real<decltype(::fgets)> real_fgets("fgets");
constinit Real<decltype(::fputs)> real_fputs("fputs");
constinit Real<decltype(::puts)> real_puts("puts");
constinit Real<decltype(::read)> real_read("read");
constinit Real<decltype(::write)> real_write("write");
constinit Real<decltype(::pread)> real_pread("pread");
constinit Real<decltype(::pwrite)> real_pwrite("pwrite");
constinit Real<decltype(::vfprintf)> real_vfprintf("vfprintf");
constinit Real<decltype(::vsnprintf)> real_vsnprintf("vsnprintf");
constinit Real<decltype(::vfscanf)> real_vfscanf("__isoc99_vfscanf");
constinit Real<decltype(::vsscanf)> real_vsscanf("__isoc99_vsscanf");
#pragma GCC diagnostic pop

}  // namespace

// --- Memory ----------------------------------------------------------------------------------------------------------

FARSAN_LIBC void* memcpy(void* to, const void* from, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("memcpy");
    routine.reads(from, size);
    routine.writes(to, size);
  }
  return real_memcpy(to, from, size);
}

FARSAN_LIBC void* memmove(void* to, const void* from, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("memmove");
    routine.reads(from, size);
    routine.writes(to, size);
  }
  return real_memmove(to, from, size);
}

FARSAN_LIBC void* memset(void* to, int value, std::size_t size) {
  if (watching()) {
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

// What _FORTIFY_SOURCE makes of them; the check is the compiler's, the copy ours.
FARSAN_LIBC void* __memcpy_chk(void* to, const void* from, std::size_t size, std::size_t room) {
  if (size > room) std::abort();
  if (watching()) {
    FARSAN_ROUTINE("memcpy");
    routine.reads(from, size);
    routine.writes(to, size);
  }
  return real_memcpy(to, from, size);
}
FARSAN_LIBC void* __memmove_chk(void* to, const void* from, std::size_t size, std::size_t room) {
  if (size > room) std::abort();
  if (watching()) {
    FARSAN_ROUTINE("memmove");
    routine.reads(from, size);
    routine.writes(to, size);
  }
  return real_memmove(to, from, size);
}
FARSAN_LIBC void* __memset_chk(void* to, int value, std::size_t size, std::size_t room) {
  if (size > room) std::abort();
  if (watching()) {
    FARSAN_ROUTINE("memset");
    routine.writes(to, size);
  }
  return real_memset(to, value, size);
}

FARSAN_LIBC void qsort(void* base, std::size_t count, std::size_t size, int (*compare)(const void*, const void*)) {
  if (watching()) {
    FARSAN_ROUTINE("qsort");
    routine.reads(base, count * size);
    routine.writes(base, count * size);
  }
  real_qsort(base, count, size, compare);
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

FARSAN_LIBC char* strcpy(char* to, const char* from) {
  if (watching()) {
    FARSAN_ROUTINE("strcpy");
    const std::size_t size = Routine::length(from) + 1;
    routine.reads(from, size);
    routine.writes(to, size);
  }
  return real_strcpy(to, from);
}

FARSAN_LIBC char* strncpy(char* to, const char* from, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("strncpy");
    routine.reads_string(from, size);
    routine.writes(to, size);
  }
  return real_strncpy(to, from, size);
}

FARSAN_LIBC char* strcat(char* to, const char* from) {
  if (watching()) {
    FARSAN_ROUTINE("strcat");
    const std::size_t before = Routine::length(to);
    const std::size_t size = Routine::length(from) + 1;
    routine.reads(to, before + 1);
    routine.reads(from, size);
    routine.writes(to + before, size);
  }
  return real_strcat(to, from);
}

FARSAN_LIBC char* strncat(char* to, const char* from, std::size_t most) {
  if (watching()) {
    FARSAN_ROUTINE("strncat");
    const std::size_t before = Routine::length(to);
    routine.reads(to, before + 1);
    routine.reads_string(from, most);
    routine.writes(to + before, Routine::length(from, most) + 1);
  }
  return real_strncat(to, from, most);
}

FARSAN_LIBC int strcmp(const char* a, const char* b) {
  if (watching()) {
    FARSAN_ROUTINE("strcmp");
    routine.reads_string(a);
    routine.reads_string(b);
  }
  return real_strcmp(a, b);
}

FARSAN_LIBC int strncmp(const char* a, const char* b, std::size_t most) {
  if (watching()) {
    FARSAN_ROUTINE("strncmp");
    routine.reads_string(a, most);
    routine.reads_string(b, most);
  }
  return real_strncmp(a, b, most);
}

FARSAN_LIBC char* strdup(const char* string) {
  if (watching()) {
    FARSAN_ROUTINE("strdup");
    routine.reads_string(string);
  }
  return real_strdup(string);
}

// In C++ these have overloads of their own: other names here, the same symbols.
FARSAN_LIBC void* memchr_(const void* at, int value, std::size_t size) __asm__("memchr");
FARSAN_LIBC void* memchr_(const void* at, int value, std::size_t size) {
  void* found = real_memchr(at, value, size);
  if (watching()) {
    FARSAN_ROUTINE("memchr");
    const auto* begin = static_cast<const char*>(at);
    routine.reads(at, found == nullptr ? size : static_cast<std::size_t>(static_cast<char*>(found) - begin) + 1);
  }
  return found;
}

FARSAN_LIBC char* strchr_(const char* string, int value) __asm__("strchr");
FARSAN_LIBC char* strchr_(const char* string, int value) {
  if (watching()) {
    FARSAN_ROUTINE("strchr");
    routine.reads_string(string);
  }
  return real_strchr(string, value);
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
  if (watching()) {
    FARSAN_ROUTINE("strstr");
    routine.reads_string(string);
    routine.reads_string(wanted);
  }
  return real_strstr(string, wanted);
}

// Numbers in text: what is read ends with the first character that is none of the number's.
namespace {

void reads_number(const Routine& routine, const char* string, const char* end) {
  routine.reads(string, static_cast<std::size_t>(end - string) + 1);
}

}  // namespace

#define FARSAN_NUMBER(type, name, symbol, how, parameters, more) \
  FARSAN_LIBC type name parameters __asm__(symbol);              \
  FARSAN_LIBC type name parameters {                             \
    char* end = nullptr;                                         \
    const auto value = static_cast<type>(how);                   \
    if (watching()) {                                            \
      FARSAN_ROUTINE(symbol);                                    \
      reads_number(routine, string, end);                        \
    }                                                            \
    more;                                                        \
    return value;                                                \
  }
#define FARSAN_TELL_END \
  if (rest != nullptr) *rest = end
FARSAN_NUMBER(long, strtol_, "strtol", real_strtol(string, &end, base), (const char* string, char** rest, int base),
              FARSAN_TELL_END)
FARSAN_NUMBER(unsigned long, strtoul_, "strtoul", real_strtoul(string, &end, base),
              (const char* string, char** rest, int base), FARSAN_TELL_END)
FARSAN_NUMBER(double, strtod_, "strtod", real_strtod(string, &end), (const char* string, char** rest), FARSAN_TELL_END)
FARSAN_NUMBER(int, atoi_, "atoi", real_strtol(string, &end, 10), (const char* string), )
FARSAN_NUMBER(long, atol_, "atol", real_strtol(string, &end, 10), (const char* string), )
FARSAN_NUMBER(double, atof_, "atof", real_strtod(string, &end), (const char* string), )

// --- Files -----------------------------------------------------------------------------------------------------------

FARSAN_LIBC std::size_t fread(void* to, std::size_t size, std::size_t count, FILE* file) {
  const std::size_t done = real_fread(to, size, count, file);
  if (watching()) {
    FARSAN_ROUTINE("fread");
    routine.writes(to, done * size);
  }
  return done;
}

FARSAN_LIBC std::size_t fwrite(const void* from, std::size_t size, std::size_t count, FILE* file) {
  if (watching()) {
    FARSAN_ROUTINE("fwrite");
    routine.reads(from, size * count);
  }
  return real_fwrite(from, size, count, file);
}

FARSAN_LIBC char* fgets(char* to, int size, FILE* file) {
  char* got = real_fgets(to, size, file);
  if (got != nullptr && watching()) {
    FARSAN_ROUTINE("fgets");
    routine.writes(to, Routine::length(to) + 1);
  }
  return got;
}

FARSAN_LIBC int fputs(const char* string, FILE* file) {
  if (watching()) {
    FARSAN_ROUTINE("fputs");
    routine.reads_string(string);
  }
  return real_fputs(string, file);
}

FARSAN_LIBC int puts(const char* string) {
  if (watching()) {
    FARSAN_ROUTINE("puts");
    routine.reads_string(string);
  }
  return real_puts(string);
}

FARSAN_LIBC ssize_t read(int file, void* to, std::size_t size) {
  const ssize_t done = real_read(file, to, size);
  if (done > 0 && watching()) {
    FARSAN_ROUTINE("read");
    routine.writes(to, static_cast<std::size_t>(done));
  }
  return done;
}

FARSAN_LIBC ssize_t write(int file, const void* from, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("write");
    routine.reads(from, size);
  }
  return real_write(file, from, size);
}

FARSAN_LIBC ssize_t pread(int file, void* to, std::size_t size, off_t at) {
  const ssize_t done = real_pread(file, to, size, at);
  if (done > 0 && watching()) {
    FARSAN_ROUTINE("pread");
    routine.writes(to, static_cast<std::size_t>(done));
  }
  return done;
}

FARSAN_LIBC ssize_t pwrite(int file, const void* from, std::size_t size, off_t at) {
  if (watching()) {
    FARSAN_ROUTINE("pwrite");
    routine.reads(from, size);
  }
  return real_pwrite(file, from, size, at);
}

// --- Formatted output ------------------------------------------------------------------------------------------------

namespace {

int print_to_file(const Routine& routine, FILE* file, const char* format, std::va_list arguments) {
  if (watching()) routine.reads_format(format, arguments);
  return real_vfprintf(file, format, arguments);
}

int print_to_string(const Routine& routine, char* to, std::size_t size, const char* format, std::va_list arguments) {
  if (watching()) routine.reads_format(format, arguments);
  const int length = real_vsnprintf(to, size, format, arguments);
  if (length >= 0 && size > 0 && watching()) routine.writes(to, std::min(static_cast<std::size_t>(length) + 1, size));
  return length;
}

}  // namespace

FARSAN_LIBC int vprintf_(const char* format, std::va_list arguments) __asm__("vprintf");
FARSAN_LIBC int vprintf_(const char* format, std::va_list arguments) {
  FARSAN_ROUTINE("vprintf");
  return print_to_file(routine, stdout, format, arguments);
}
FARSAN_LIBC int vfprintf(FILE* file, const char* format, std::va_list arguments) {
  FARSAN_ROUTINE("vfprintf");
  return print_to_file(routine, file, format, arguments);
}
FARSAN_LIBC int vsnprintf(char* to, std::size_t size, const char* format, std::va_list arguments) {
  FARSAN_ROUTINE("vsnprintf");
  return print_to_string(routine, to, size, format, arguments);
}
FARSAN_LIBC int vsprintf(char* to, const char* format, std::va_list arguments) {
  FARSAN_ROUTINE("vsprintf");
  return print_to_string(routine, to, INT_MAX, format, arguments);
}

#define FARSAN_WITH_ARGUMENTS(call) \
  std::va_list arguments;           \
  va_start(arguments, format);      \
  const int result = (call);        \
  va_end(arguments);                \
  return result

FARSAN_LIBC int printf(const char* format, ...) {
  FARSAN_ROUTINE("printf");
  FARSAN_WITH_ARGUMENTS(print_to_file(routine, stdout, format, arguments));
}
FARSAN_LIBC int fprintf(FILE* file, const char* format, ...) {
  FARSAN_ROUTINE("fprintf");
  FARSAN_WITH_ARGUMENTS(print_to_file(routine, file, format, arguments));
}
FARSAN_LIBC int snprintf(char* to, std::size_t size, const char* format, ...) {
  FARSAN_ROUTINE("snprintf");
  FARSAN_WITH_ARGUMENTS(print_to_string(routine, to, size, format, arguments));
}
FARSAN_LIBC int sprintf(char* to, const char* format, ...) {
  FARSAN_ROUTINE("sprintf");
  FARSAN_WITH_ARGUMENTS(print_to_string(routine, to, INT_MAX, format, arguments));
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
