// What _FORTIFY_SOURCE makes of calls of libc: the check is the real routine's, what is read and written that of the plain
// routine, whose name is in reports.
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>

#include "runtime/libc_routine.h"

namespace {

using namespace farsan::runtime;

FARSAN_REAL Real<int(FILE*, int, const char*, std::va_list)> real_vfprintf("__vfprintf_chk");
FARSAN_REAL Real<int(char*, int, std::size_t, const char*, std::va_list)> real_vsprintf("__vsprintf_chk");
FARSAN_REAL Real<int(char*, std::size_t, int, std::size_t, const char*, std::va_list)> real_vsnprintf(
    "__vsnprintf_chk");
FARSAN_REAL Real<int(char**, int, const char*, std::va_list)> real_vasprintf("__vasprintf_chk");
FARSAN_REAL Real<int(int, int, const char*, std::va_list)> real_vdprintf("__vdprintf_chk");
FARSAN_REAL Real<ssize_t(int, void*, std::size_t, std::size_t)> real_read("__read_chk");
FARSAN_REAL Real<ssize_t(int, void*, std::size_t, std::size_t, int)> real_recv("__recv_chk");
FARSAN_REAL Real<ssize_t(int, void*, std::size_t, std::size_t, int, sockaddr*, socklen_t*)> real_recvfrom(
    "__recvfrom_chk");

}  // namespace

// --- Memory and strings ----------------------------------------------------------------------------------------------

#define FARSAN_CHECKED(type, name, parameters, arguments, told)                  \
  static FARSAN_REAL Real<type parameters> real_##name##_chk("__" #name "_chk"); \
  FARSAN_LIBC type __##name##_chk parameters {                                   \
    if (watching()) {                                                            \
      FARSAN_ROUTINE(#name);                                                     \
      routine.told;                                                              \
    }                                                                            \
    return real_##name##_chk arguments;                                          \
  }
FARSAN_CHECKED(void*, memcpy, (void* to, const void* from, std::size_t size, std::size_t room), (to, from, size, room),
               copies(to, from, size))
FARSAN_CHECKED(void*, memmove, (void* to, const void* from, std::size_t size, std::size_t room), (to, from, size, room),
               copies(to, from, size))
FARSAN_CHECKED(void*, mempcpy, (void* to, const void* from, std::size_t size, std::size_t room), (to, from, size, room),
               copies(to, from, size))
FARSAN_CHECKED(void*, memset, (void* to, int value, std::size_t size, std::size_t room), (to, value, size, room),
               writes(to, size))
FARSAN_CHECKED(void, explicit_bzero, (void* to, std::size_t size, std::size_t room), (to, size, room), writes(to, size))
FARSAN_CHECKED(char*, strcpy, (char* to, const char* from, std::size_t room), (to, from, room), copies_string(to, from))
FARSAN_CHECKED(char*, stpcpy, (char* to, const char* from, std::size_t room), (to, from, room), copies_string(to, from))
FARSAN_CHECKED(char*, strncpy, (char* to, const char* from, std::size_t size, std::size_t room), (to, from, size, room),
               fills_with_string(to, from, size))
FARSAN_CHECKED(char*, stpncpy, (char* to, const char* from, std::size_t size, std::size_t room), (to, from, size, room),
               fills_with_string(to, from, size))
FARSAN_CHECKED(char*, strcat, (char* to, const char* from, std::size_t room), (to, from, room),
               appends_string(to, from))
FARSAN_CHECKED(char*, strncat, (char* to, const char* from, std::size_t most, std::size_t room), (to, from, most, room),
               appends_string(to, from, most))

// --- Files -----------------------------------------------------------------------------------------------------------

#define FARSAN_STREAM(suffix)                                                                                    \
  static FARSAN_REAL Real<char*(char*, std::size_t, int, FILE*)> real_fgets##suffix("__fgets" #suffix "_chk");   \
  FARSAN_LIBC char* __fgets##suffix##_chk(char* to, std::size_t room, int size, FILE* file) {                    \
    FARSAN_ROUTINE("fgets" #suffix);                                                                             \
    return receive_line(routine, to, size, file, [&] { return real_fgets##suffix(to, room, size, file); });      \
  }                                                                                                              \
  static FARSAN_REAL Real<std::size_t(void*, std::size_t, std::size_t, std::size_t, FILE*)> real_fread##suffix(  \
      "__fread" #suffix "_chk");                                                                                 \
  FARSAN_LIBC std::size_t __fread##suffix##_chk(void* to, std::size_t room, std::size_t size, std::size_t count, \
                                                FILE* file) {                                                    \
    FARSAN_ROUTINE("fread" #suffix);                                                                             \
    return receive_items(routine, to, size, count, [&](std::size_t one, std::size_t many) {                      \
      return real_fread##suffix(to, room, one, many, file);                                                      \
    });                                                                                                          \
  }
FARSAN_STREAM()
FARSAN_STREAM(_unlocked)
FARSAN_LIBC ssize_t __read_chk(int file, void* to, std::size_t size, std::size_t room) {
  FARSAN_ROUTINE("read");
  return receive_bytes(routine, to, [&] { return real_read(file, to, size, room); });
}
#define FARSAN_AT_A_PLACE(suffix)                                                                                    \
  static FARSAN_REAL Real<ssize_t(int, void*, std::size_t, off_t, std::size_t)> real_pread##suffix("__pread" #suffix \
                                                                                                   "_chk");          \
  FARSAN_LIBC ssize_t __pread##suffix##_chk(int file, void* to, std::size_t size, off_t at, std::size_t room) {      \
    FARSAN_ROUTINE("pread");                                                                                         \
    return receive_bytes(routine, to, [&] { return real_pread##suffix(file, to, size, at, room); });                 \
  }
FARSAN_AT_A_PLACE()
FARSAN_AT_A_PLACE(64)
FARSAN_LIBC ssize_t __recv_chk(int socket, void* to, std::size_t size, std::size_t room, int flags) {
  FARSAN_ROUTINE("recv");
  return receive_message(routine, to, size, [&] { return real_recv(socket, to, size, room, flags); });
}
FARSAN_LIBC ssize_t __recvfrom_chk(int socket, void* to, std::size_t size, std::size_t room, int flags,
                                   sockaddr* sender, socklen_t* length) {
  FARSAN_ROUTINE("recvfrom");
  return receive_message(routine, to, size,
                         [&] { return real_recvfrom(socket, to, size, room, flags, sender, length); });
}

// --- What the system tells -------------------------------------------------------------------------------------------

static FARSAN_REAL Real<ssize_t(const char*, char*, std::size_t, std::size_t)> real_readlink("__readlink_chk");
FARSAN_LIBC ssize_t __readlink_chk(const char* path, char* to, std::size_t size, std::size_t room) {
  FARSAN_ROUTINE("readlink");
  return receive_bytes(routine, to, [&] { return real_readlink(path, to, size, room); });
}
static FARSAN_REAL Real<ssize_t(int, const char*, char*, std::size_t, std::size_t)> real_readlinkat("__readlinkat_chk");
FARSAN_LIBC ssize_t __readlinkat_chk(int folder, const char* path, char* to, std::size_t size, std::size_t room) {
  FARSAN_ROUTINE("readlinkat");
  return receive_bytes(routine, to, [&] { return real_readlinkat(folder, path, to, size, room); });
}
static FARSAN_REAL Real<std::size_t(int, char*, std::size_t, std::size_t)> real_confstr("__confstr_chk");
FARSAN_LIBC std::size_t __confstr_chk(int name, char* to, std::size_t size, std::size_t room) {
  FARSAN_ROUTINE("confstr");
  const std::size_t length = real_confstr(name, to, size, room);
  if (to != nullptr && watching()) routine.writes(to, std::min(length, size));
  return length;
}
static FARSAN_REAL Real<int(char*, std::size_t, std::size_t)> real_gethostname("__gethostname_chk");
FARSAN_LIBC int __gethostname_chk(char* to, std::size_t size, std::size_t room) {
  FARSAN_ROUTINE("gethostname");
  return receive_name(routine, to, size, [&] { return real_gethostname(to, size, room); });
}
static FARSAN_REAL Real<char*(char*, std::size_t, std::size_t)> real_getcwd("__getcwd_chk");
FARSAN_LIBC char* __getcwd_chk(char* to, std::size_t size, std::size_t room) {
  FARSAN_ROUTINE("getcwd");
  return receive_string(routine, to, [&] { return real_getcwd(to, size, room); });
}
static FARSAN_REAL Real<char*(const char*, char*, std::size_t)> real_realpath("__realpath_chk");
FARSAN_LIBC char* __realpath_chk(const char* path, char* to, std::size_t room) {
  FARSAN_ROUTINE("realpath");
  return receive_string(routine, to, [&] { return real_realpath(path, to, room); });
}

// --- Formatted output ------------------------------------------------------------------------------------------------

namespace {

int print(const Routine& routine, FILE* file, int flag, const char* format, std::va_list arguments) {
  return print_to_file(routine, format, arguments, [&] { return real_vfprintf(file, flag, format, arguments); });
}
int print(const Routine& routine, char** to, int flag, const char* format, std::va_list arguments) {
  return print_to_file(routine, format, arguments, [&] { return real_vasprintf(to, flag, format, arguments); });
}
int print(const Routine& routine, int file, int flag, const char* format, std::va_list arguments) {
  return print_to_file(routine, format, arguments, [&] { return real_vdprintf(file, flag, format, arguments); });
}
int print(const Routine& routine, char* to, int flag, std::size_t room, const char* format, std::va_list arguments) {
  return print_to_string(routine, to, room, format, arguments,
                         [&] { return real_vsprintf(to, flag, room, format, arguments); });
}
int print(const Routine& routine, char* to, std::size_t size, int flag, std::size_t room, const char* format,
          std::va_list arguments) {
  return print_to_string(routine, to, size, format, arguments,
                         [&] { return real_vsnprintf(to, size, flag, room, format, arguments); });
}

}  // namespace

/// A routine, and the one that has its arguments in a list.
#define FARSAN_PRINTF(name, parameters, ...)                                                            \
  FARSAN_LIBC int __##name##_chk(FARSAN_LIST parameters, const char* format, ...) {                     \
    FARSAN_ROUTINE(#name);                                                                              \
    FARSAN_WITH_ARGUMENTS(print(routine, __VA_ARGS__, format, arguments));                              \
  }                                                                                                     \
  FARSAN_LIBC int __v##name##_chk(FARSAN_LIST parameters, const char* format, std::va_list arguments) { \
    FARSAN_ROUTINE("v" #name);                                                                          \
    return print(routine, __VA_ARGS__, format, arguments);                                              \
  }
#define FARSAN_LIST(...) __VA_ARGS__
FARSAN_PRINTF(printf, (int flag), stdout, flag)
FARSAN_PRINTF(fprintf, (FILE * file, int flag), file, flag)
FARSAN_PRINTF(asprintf, (char** to, int flag), to, flag)
FARSAN_PRINTF(dprintf, (int file, int flag), file, flag)
FARSAN_PRINTF(sprintf, (char* to, int flag, std::size_t room), to, flag, room)
FARSAN_PRINTF(snprintf, (char* to, std::size_t size, int flag, std::size_t room), to, size, flag, room)
