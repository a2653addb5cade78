// Routines of libc that read or write memory on behalf of the program: interposed, seen as accesses at their call site when
// they touch memory that matters, and passed on. Inside FarSan or a library that it watches they are passed on at once.
//
// What _FORTIFY_SOURCE makes of them is in libc_fortified.cpp.
// Not here: what only calls back into the program (bsearch), and what reads so little that nobody points it at a window.
#include <strings.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

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
constinit Real<decltype(::fread)> real_fread("fread");
constinit Real<decltype(::fwrite)> real_fwrite("fwrite");
constinit Real<decltype(::fgets)> real_fgets("fgets");
constinit Real<decltype(::fputs)> real_fputs("fputs");
constinit Real<decltype(::puts)> real_puts("puts");
constinit Real<decltype(::read)> real_read("read");
constinit Real<decltype(::write)> real_write("write");
constinit Real<decltype(::readv)> real_readv("readv");
constinit Real<decltype(::writev)> real_writev("writev");
constinit Real<decltype(::send)> real_send("send");
constinit Real<decltype(::recv)> real_recv("recv");
constinit Real<decltype(::getdelim)> real_getdelim("getdelim");
constinit Real<decltype(::pread)> real_pread("pread");
constinit Real<decltype(::pwrite)> real_pwrite("pwrite");
constinit Real<decltype(::vfprintf)> real_vfprintf("vfprintf");
constinit Real<decltype(::vsnprintf)> real_vsnprintf("vsnprintf");
constinit Real<decltype(::vfscanf)> real_vfscanf("__isoc99_vfscanf");
constinit Real<decltype(::vsscanf)> real_vsscanf("__isoc99_vsscanf");
#pragma GCC diagnostic pop

std::size_t distance(const void* from, const void* to) {
  return static_cast<std::size_t>(static_cast<const char*>(to) - static_cast<const char*>(from));
}

}  // namespace

// --- Memory ----------------------------------------------------------------------------------------------------------

FARSAN_LIBC void* memcpy(void* to, const void* from, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("memcpy");
    routine.copies(to, from, size);
  }
  return real_memcpy(to, from, size);
}

FARSAN_LIBC void* memmove(void* to, const void* from, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("memmove");
    routine.copies(to, from, size);
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

namespace {

ssize_t read_line(const Routine& routine, char** line, std::size_t* room, int last, FILE* file) {
  const ssize_t done = real_getdelim(line, room, last, file);
  if (done >= 0 && watching()) routine.writes(*line, static_cast<std::size_t>(done) + 1);
  return done;
}

}  // namespace

FARSAN_LIBC ssize_t getdelim(char** line, std::size_t* room, int last, FILE* file) {
  FARSAN_ROUTINE("getdelim");
  return read_line(routine, line, room, last, file);
}
// Headers make this of getline when they optimise.
FARSAN_LIBC ssize_t __getdelim(char** line, std::size_t* room, int last, FILE* file) {
  FARSAN_ROUTINE("getdelim");
  return read_line(routine, line, room, last, file);
}
FARSAN_LIBC ssize_t getline_(char** line, std::size_t* room, FILE* file) __asm__("getline");
FARSAN_LIBC ssize_t getline_(char** line, std::size_t* room, FILE* file) {
  FARSAN_ROUTINE("getline");
  return read_line(routine, line, room, '\n', file);
}

FARSAN_LIBC ssize_t read(int file, void* to, std::size_t size) {
  FARSAN_ROUTINE("read");
  return receive_bytes(routine, to, [&] { return real_read(file, to, size); });
}

FARSAN_LIBC ssize_t recv(int socket, void* to, std::size_t size, int flags) {
  FARSAN_ROUTINE("recv");
  const ssize_t done = real_recv(socket, to, size, flags);
  // With MSG_TRUNC the answer is the size of the message, which may not have fitted.
  receive_bytes(routine, to, [&] { return std::min(done, static_cast<ssize_t>(size)); });
  return done;
}

FARSAN_LIBC ssize_t send(int socket, const void* from, std::size_t size, int flags) {
  if (watching()) {
    FARSAN_ROUTINE("send");
    routine.reads(from, size);
  }
  return real_send(socket, from, size, flags);
}

FARSAN_LIBC ssize_t readv(int file, const iovec* parts, int count) {
  const ssize_t done = real_readv(file, parts, count);
  if (done > 0 && watching()) {
    FARSAN_ROUTINE("readv");
    auto left = static_cast<std::size_t>(done);
    for (const iovec* part = parts; left > 0; ++part) {
      const std::size_t size = std::min(part->iov_len, left);
      routine.writes(part->iov_base, size);
      left -= size;
    }
  }
  return done;
}

FARSAN_LIBC ssize_t writev(int file, const iovec* parts, int count) {
  if (watching()) {
    FARSAN_ROUTINE("writev");
    std::for_each(parts, parts + std::max(count, 0),
                  [&](const iovec& part) { routine.reads(part.iov_base, part.iov_len); });
  }
  return real_writev(file, parts, count);
}

FARSAN_LIBC ssize_t write(int file, const void* from, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("write");
    routine.reads(from, size);
  }
  return real_write(file, from, size);
}

FARSAN_LIBC ssize_t pread(int file, void* to, std::size_t size, off_t at) {
  FARSAN_ROUTINE("pread");
  return receive_bytes(routine, to, [&] { return real_pread(file, to, size, at); });
}

FARSAN_LIBC ssize_t pwrite(int file, const void* from, std::size_t size, off_t at) {
  if (watching()) {
    FARSAN_ROUTINE("pwrite");
    routine.reads(from, size);
  }
  return real_pwrite(file, from, size, at);
}

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
