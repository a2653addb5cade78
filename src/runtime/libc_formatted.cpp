// printf, scanf and their like: what they read and write by their format; see libc.cpp.
#include <cstdarg>
#include <cstdint>
#include <cstdio>

#include "runtime/libc_routine.h"

namespace {

using namespace farsan::runtime;

// Their attributes (nonnull and the like) are of no use to a pointer.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
FARSAN_REAL Real<decltype(::vfprintf)> real_vfprintf("vfprintf");
FARSAN_REAL Real<decltype(::vasprintf)> real_vasprintf("vasprintf");
FARSAN_REAL Real<decltype(::vdprintf)> real_vdprintf("vdprintf");
FARSAN_REAL Real<decltype(::vsprintf)> real_vsprintf("vsprintf");
FARSAN_REAL Real<decltype(::vsnprintf)> real_vsnprintf("vsnprintf");
#pragma GCC diagnostic pop

}  // namespace

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
  return print_to_string(routine, to, SIZE_MAX, format, arguments,
                         [&] { return real_vsprintf(to, format, arguments); });
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
  FARSAN_WITH_ARGUMENTS(
      print_to_string(routine, to, SIZE_MAX, format, arguments, [&] { return real_vsprintf(to, format, arguments); }));
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

void stored_by(const Routine& routine, Scanf dialect, const char* format, std::va_list arguments, int assigned) {
  if (assigned <= 0 || !watching()) return;
  for_each_stored(dialect, format, arguments, assigned, [&](const void* at, std::size_t size) {
    routine.writes(at, size == kString ? Routine::length(static_cast<const char*>(at)) + 1 : size);
  });
}

using ScanFile = Real<int(FILE*, const char*, std::va_list)>;
using ScanString = Real<int(const char*, const char*, std::va_list)>;

int scan(ScanFile& real, const Routine& routine, Scanf dialect, FILE* file, const char* format,
         std::va_list arguments) {
  std::va_list again;
  va_copy(again, arguments);
  const int assigned = real(file, format, arguments);
  stored_by(routine, dialect, format, again, assigned);
  va_end(again);
  return assigned;
}

int scan(ScanString& real, const Routine& routine, Scanf dialect, const char* from, const char* format,
         std::va_list arguments) {
  std::va_list again;
  va_copy(again, arguments);
  if (watching()) routine.reads_string(from);
  const int assigned = real(from, format, arguments);
  stored_by(routine, dialect, format, again, assigned);
  va_end(again);
  return assigned;
}

}  // namespace

// A routine, and the one that has its arguments in a list.
#define FARSAN_SCANF_OF(age, prefix, name, real, dialect, from, ...)                                               \
  FARSAN_LIBC int age##_v##name(__VA_ARGS__ const char* format, std::va_list arguments) __asm__(prefix "v" #name); \
  FARSAN_LIBC int age##_v##name(__VA_ARGS__ const char* format, std::va_list arguments) {                          \
    FARSAN_ROUTINE("v" #name);                                                                                     \
    return scan(age##_##real, routine, dialect, from, format, arguments);                                          \
  }                                                                                                                \
  FARSAN_LIBC int age##_##name(__VA_ARGS__ const char* format, ...) __asm__(prefix #name);                         \
  FARSAN_LIBC int age##_##name(__VA_ARGS__ const char* format, ...) {                                              \
    FARSAN_ROUTINE(#name);                                                                                         \
    FARSAN_WITH_ARGUMENTS(scan(age##_##real, routine, dialect, from, format, arguments));                          \
  }
#define FARSAN_COMMA ,
// Under the names that programs of different ages call them by.
#define FARSAN_SCANF(age, prefix, dialect)                                                \
  static FARSAN_REAL ScanFile age##_real_file(prefix "vfscanf");                          \
  static FARSAN_REAL ScanString age##_real_string(prefix "vsscanf");                      \
  FARSAN_SCANF_OF(age, prefix, fscanf, real_file, dialect, file, FILE* file FARSAN_COMMA) \
  FARSAN_SCANF_OF(age, prefix, scanf, real_file, dialect, stdin, )                        \
  FARSAN_SCANF_OF(age, prefix, sscanf, real_string, dialect, string, const char* string FARSAN_COMMA)
FARSAN_SCANF(gnu, "", Scanf::Gnu)
FARSAN_SCANF(c99, "__isoc99_", Scanf::Standard)
FARSAN_SCANF(c23, "__isoc23_", Scanf::Standard)
