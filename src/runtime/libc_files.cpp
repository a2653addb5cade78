// Routines of libc that read or write memory on behalf of the program, to and from files and sockets; see libc.cpp.
#include <dirent.h>
#include <fnmatch.h>
#include <regex.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "runtime/libc_routine.h"

namespace {

using namespace farsan::runtime;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
FARSAN_REAL Real<decltype(::puts)> real_puts("puts");
FARSAN_REAL Real<decltype(::getdelim)> real_getdelim("getdelim");
FARSAN_REAL Real<decltype(::read)> real_read("read");
FARSAN_REAL Real<decltype(::write)> real_write("write");
FARSAN_REAL Real<decltype(::recvmsg)> real_recvmsg("recvmsg");
FARSAN_REAL Real<decltype(::sendmsg)> real_sendmsg("sendmsg");
#pragma GCC diagnostic pop

/// So many bytes came, into one part after the other.
void writes_parts(const Routine& routine, const iovec* parts, std::size_t count, ssize_t done) {
  if (done <= 0 || !watching()) return;
  auto left = static_cast<std::size_t>(done);
  for (const iovec* part = parts; left > 0 && part != parts + count; ++part) {
    const std::size_t size = std::min(part->iov_len, left);
    routine.writes(part->iov_base, size);
    left -= size;
  }
}

void reads_parts(const Routine& routine, const iovec* parts, std::size_t count) {
  if (!watching()) return;
  std::for_each(parts, parts + count, [&](const iovec& part) { routine.reads(part.iov_base, part.iov_len); });
}

std::size_t or_none(int count) { return static_cast<std::size_t>(std::max(count, 0)); }

}  // namespace

// --- Streams ---------------------------------------------------------------------------------------------------------

// With and without the lock of the stream.
#define FARSAN_STREAM(suffix)                                                                                         \
  static FARSAN_REAL Real<std::size_t(void*, std::size_t, std::size_t, FILE*)> real_fread##suffix("fread" #suffix);   \
  FARSAN_LIBC std::size_t fread##suffix(void* to, std::size_t size, std::size_t count, FILE* file) {                  \
    FARSAN_ROUTINE("fread" #suffix);                                                                                  \
    return receive_items(routine, to, size, count,                                                                    \
                         [&](std::size_t one, std::size_t many) { return real_fread##suffix(to, one, many, file); }); \
  }                                                                                                                   \
  static FARSAN_REAL Real<std::size_t(const void*, std::size_t, std::size_t, FILE*)> real_fwrite##suffix(             \
      "fwrite" #suffix);                                                                                              \
  FARSAN_LIBC std::size_t fwrite##suffix(const void* from, std::size_t size, std::size_t count, FILE* file) {         \
    if (watching()) {                                                                                                 \
      FARSAN_ROUTINE("fwrite" #suffix);                                                                               \
      routine.reads(from, size* count);                                                                               \
    }                                                                                                                 \
    return real_fwrite##suffix(from, size, count, file);                                                              \
  }                                                                                                                   \
  static FARSAN_REAL Real<char*(char*, int, FILE*)> real_fgets##suffix("fgets" #suffix);                              \
  FARSAN_LIBC char* fgets##suffix(char* to, int size, FILE* file) {                                                   \
    FARSAN_ROUTINE("fgets" #suffix);                                                                                  \
    return receive_line(routine, to, size, file, [&] { return real_fgets##suffix(to, size, file); });                 \
  }                                                                                                                   \
  static FARSAN_REAL Real<int(const char*, FILE*)> real_fputs##suffix("fputs" #suffix);                               \
  FARSAN_LIBC int fputs##suffix(const char* string, FILE* file) {                                                     \
    if (watching()) {                                                                                                 \
      FARSAN_ROUTINE("fputs" #suffix);                                                                                \
      routine.reads_string(string);                                                                                   \
    }                                                                                                                 \
    return real_fputs##suffix(string, file);                                                                          \
  }
FARSAN_STREAM()
FARSAN_STREAM(_unlocked)

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

// --- Descriptors -----------------------------------------------------------------------------------------------------

FARSAN_LIBC ssize_t read(int file, void* to, std::size_t size) {
  FARSAN_ROUTINE("read");
  return receive_bytes(routine, to, [&] { return real_read(file, to, size); });
}

FARSAN_LIBC ssize_t write(int file, const void* from, std::size_t size) {
  if (watching()) {
    FARSAN_ROUTINE("write");
    routine.reads(from, size);
  }
  return real_write(file, from, size);
}

// At a place of the file. Headers call those that end in 64 if offsets are to have 64 bits, which they have here anyway.
#define FARSAN_AT_A_PLACE(suffix)                                                                               \
  static FARSAN_REAL Real<ssize_t(int, void*, std::size_t, off_t)> real_pread##suffix("pread" #suffix);         \
  FARSAN_LIBC ssize_t pread##suffix(int file, void* to, std::size_t size, off_t at) {                           \
    FARSAN_ROUTINE("pread");                                                                                    \
    return receive_bytes(routine, to, [&] { return real_pread##suffix(file, to, size, at); });                  \
  }                                                                                                             \
  static FARSAN_REAL Real<ssize_t(int, const void*, std::size_t, off_t)> real_pwrite##suffix("pwrite" #suffix); \
  FARSAN_LIBC ssize_t pwrite##suffix(int file, const void* from, std::size_t size, off_t at) {                  \
    if (watching()) {                                                                                           \
      FARSAN_ROUTINE("pwrite");                                                                                 \
      routine.reads(from, size);                                                                                \
    }                                                                                                           \
    return real_pwrite##suffix(file, from, size, at);                                                           \
  }                                                                                                             \
  static FARSAN_REAL Real<ssize_t(int, const iovec*, int, off_t)> real_preadv##suffix("preadv" #suffix);        \
  FARSAN_LIBC ssize_t preadv##suffix(int file, const iovec* parts, int count, off_t at) {                       \
    FARSAN_ROUTINE("preadv");                                                                                   \
    const ssize_t done = real_preadv##suffix(file, parts, count, at);                                           \
    writes_parts(routine, parts, or_none(count), done);                                                         \
    return done;                                                                                                \
  }                                                                                                             \
  static FARSAN_REAL Real<ssize_t(int, const iovec*, int, off_t)> real_pwritev##suffix("pwritev" #suffix);      \
  FARSAN_LIBC ssize_t pwritev##suffix(int file, const iovec* parts, int count, off_t at) {                      \
    FARSAN_ROUTINE("pwritev");                                                                                  \
    reads_parts(routine, parts, or_none(count));                                                                \
    return real_pwritev##suffix(file, parts, count, at);                                                        \
  }
FARSAN_AT_A_PLACE()
FARSAN_AT_A_PLACE(64)

// With flags.
#define FARSAN_WITH_FLAGS(suffix)                                                                               \
  static FARSAN_REAL Real<ssize_t(int, const iovec*, int, off_t, int)> real_preadv##suffix("preadv" #suffix);   \
  FARSAN_LIBC ssize_t preadv##suffix(int file, const iovec* parts, int count, off_t at, int flags) {            \
    FARSAN_ROUTINE("preadv2");                                                                                  \
    const ssize_t done = real_preadv##suffix(file, parts, count, at, flags);                                    \
    writes_parts(routine, parts, or_none(count), done);                                                         \
    return done;                                                                                                \
  }                                                                                                             \
  static FARSAN_REAL Real<ssize_t(int, const iovec*, int, off_t, int)> real_pwritev##suffix("pwritev" #suffix); \
  FARSAN_LIBC ssize_t pwritev##suffix(int file, const iovec* parts, int count, off_t at, int flags) {           \
    FARSAN_ROUTINE("pwritev2");                                                                                 \
    reads_parts(routine, parts, or_none(count));                                                                \
    return real_pwritev##suffix(file, parts, count, at, flags);                                                 \
  }
FARSAN_WITH_FLAGS(2)
FARSAN_WITH_FLAGS(64v2)

static FARSAN_REAL Real<ssize_t(int, const iovec*, int)> real_readv("readv");
FARSAN_LIBC ssize_t readv(int file, const iovec* parts, int count) {
  FARSAN_ROUTINE("readv");
  const ssize_t done = real_readv(file, parts, count);
  writes_parts(routine, parts, or_none(count), done);
  return done;
}

static FARSAN_REAL Real<ssize_t(int, const iovec*, int)> real_writev("writev");
FARSAN_LIBC ssize_t writev(int file, const iovec* parts, int count) {
  FARSAN_ROUTINE("writev");
  reads_parts(routine, parts, or_none(count));
  return real_writev(file, parts, count);
}

// --- Sockets ---------------------------------------------------------------------------------------------------------

static FARSAN_REAL Real<ssize_t(int, void*, std::size_t, int)> real_recv("recv");
FARSAN_LIBC ssize_t recv(int socket, void* to, std::size_t size, int flags) {
  FARSAN_ROUTINE("recv");
  return receive_message(routine, to, size, [&] { return real_recv(socket, to, size, flags); });
}

static FARSAN_REAL Real<ssize_t(int, void*, std::size_t, int, sockaddr*, socklen_t*)> real_recvfrom("recvfrom");
FARSAN_LIBC ssize_t recvfrom(int socket, void* to, std::size_t size, int flags, sockaddr* sender, socklen_t* length) {
  FARSAN_ROUTINE("recvfrom");
  return receive_message(routine, to, size, [&] { return real_recvfrom(socket, to, size, flags, sender, length); });
}

FARSAN_LIBC ssize_t recvmsg(int socket, msghdr* message, int flags) {
  FARSAN_ROUTINE("recvmsg");
  const ssize_t done = real_recvmsg(socket, message, flags);
  writes_parts(routine, message->msg_iov, message->msg_iovlen, done);
  return done;
}

static FARSAN_REAL Real<ssize_t(int, const void*, std::size_t, int)> real_send("send");
FARSAN_LIBC ssize_t send(int socket, const void* from, std::size_t size, int flags) {
  if (watching()) {
    FARSAN_ROUTINE("send");
    routine.reads(from, size);
  }
  return real_send(socket, from, size, flags);
}

static FARSAN_REAL Real<ssize_t(int, const void*, std::size_t, int, const sockaddr*, socklen_t)> real_sendto("sendto");
FARSAN_LIBC ssize_t sendto(int socket, const void* from, std::size_t size, int flags, const sockaddr* to,
                           socklen_t length) {
  if (watching()) {
    FARSAN_ROUTINE("sendto");
    routine.reads(from, size);
  }
  return real_sendto(socket, from, size, flags, to, length);
}

FARSAN_LIBC ssize_t sendmsg(int socket, const msghdr* message, int flags) {
  FARSAN_ROUTINE("sendmsg");
  reads_parts(routine, message->msg_iov, message->msg_iovlen);
  return real_sendmsg(socket, message, flags);
}

// Several at once; what was sent or received is told by the routine.
static FARSAN_REAL Real<int(int, mmsghdr*, unsigned, int, timespec*)> real_recvmmsg("recvmmsg");
FARSAN_LIBC int recvmmsg_(int socket, mmsghdr* messages, unsigned count, int flags, timespec* most) __asm__("recvmmsg");
FARSAN_LIBC int recvmmsg_(int socket, mmsghdr* messages, unsigned count, int flags, timespec* most) {
  FARSAN_ROUTINE("recvmmsg");
  const int done = real_recvmmsg(socket, messages, count, flags, most);
  std::for_each(messages, messages + or_none(done), [&](const mmsghdr& message) {
    writes_parts(routine, message.msg_hdr.msg_iov, message.msg_hdr.msg_iovlen, static_cast<ssize_t>(message.msg_len));
  });
  return done;
}

static FARSAN_REAL Real<int(int, mmsghdr*, unsigned, int)> real_sendmmsg("sendmmsg");
FARSAN_LIBC int sendmmsg(int socket, mmsghdr* messages, unsigned count, int flags) {
  FARSAN_ROUTINE("sendmmsg");
  const int done = real_sendmmsg(socket, messages, count, flags);
  std::for_each(messages, messages + or_none(done), [&](const mmsghdr& message) {
    reads_parts(routine, message.msg_hdr.msg_iov, message.msg_hdr.msg_iovlen);
  });
  return done;
}

// --- What the system tells -------------------------------------------------------------------------------------------

static FARSAN_REAL Real<ssize_t(const char*, char*, std::size_t)> real_readlink("readlink");
FARSAN_LIBC ssize_t readlink(const char* path, char* to, std::size_t size) {
  FARSAN_ROUTINE("readlink");
  return receive_bytes(routine, to, [&] { return real_readlink(path, to, size); });
}

static FARSAN_REAL Real<ssize_t(int, const char*, char*, std::size_t)> real_readlinkat("readlinkat");
FARSAN_LIBC ssize_t readlinkat(int folder, const char* path, char* to, std::size_t size) {
  FARSAN_ROUTINE("readlinkat");
  return receive_bytes(routine, to, [&] { return real_readlinkat(folder, path, to, size); });
}

static FARSAN_REAL Real<ssize_t(void*, std::size_t, unsigned)> real_getrandom("getrandom");
FARSAN_LIBC ssize_t getrandom(void* to, std::size_t size, unsigned flags) {
  FARSAN_ROUTINE("getrandom");
  return receive_bytes(routine, to, [&] { return real_getrandom(to, size, flags); });
}

static FARSAN_REAL Real<int(void*, std::size_t)> real_getentropy("getentropy");
FARSAN_LIBC int getentropy(void* to, std::size_t size) {
  FARSAN_ROUTINE("getentropy");
  const int result = real_getentropy(to, size);
  if (result == 0 && watching()) routine.writes(to, size);
  return result;
}

static FARSAN_REAL Real<std::size_t(int, char*, std::size_t)> real_confstr("confstr");
FARSAN_LIBC std::size_t confstr(int name, char* to, std::size_t size) {
  FARSAN_ROUTINE("confstr");
  const std::size_t length = real_confstr(name, to, size);
  if (to != nullptr && watching()) routine.writes(to, std::min(length, size));
  return length;
}

static FARSAN_REAL Real<int(char*, std::size_t)> real_gethostname("gethostname");
FARSAN_LIBC int gethostname(char* to, std::size_t size) {
  FARSAN_ROUTINE("gethostname");
  return receive_name(routine, to, size, [&] { return real_gethostname(to, size); });
}

static FARSAN_REAL Real<char*(char*, std::size_t)> real_getcwd("getcwd");
FARSAN_LIBC char* getcwd(char* to, std::size_t size) {
  FARSAN_ROUTINE("getcwd");
  return receive_string(routine, to, [&] { return real_getcwd(to, size); });
}

static FARSAN_REAL Real<char*(const char*, char*)> real_realpath("realpath");
FARSAN_LIBC char* realpath(const char* path, char* to) {
  FARSAN_ROUTINE("realpath");
  return receive_string(routine, to, [&] { return real_realpath(path, to); });
}

// One returns a text, which it may have put there, the other one a number.
static FARSAN_REAL Real<char*(int, char*, std::size_t)> real_strerror_r("strerror_r");
FARSAN_LIBC char* strerror_r_(int error, char* to, std::size_t size) __asm__("strerror_r");
FARSAN_LIBC char* strerror_r_(int error, char* to, std::size_t size) {
  FARSAN_ROUTINE("strerror_r");
  return receive_string(routine, to, [&] { return real_strerror_r(error, to, size); });
}
static FARSAN_REAL Real<int(int, char*, std::size_t)> real_xpg_strerror_r("__xpg_strerror_r");
FARSAN_LIBC int __xpg_strerror_r(int error, char* to, std::size_t size) {
  FARSAN_ROUTINE("strerror_r");
  return receive_name(routine, to, size, [&] { return real_xpg_strerror_r(error, to, size); });
}

static FARSAN_REAL Real<void(const char*)> real_perror("perror");
FARSAN_LIBC void perror(const char* string) {
  if (string != nullptr && watching()) {
    FARSAN_ROUTINE("perror");
    const SameErrno same;
    routine.reads_string(string);
  }
  real_perror(string);
}

// --- Names -----------------------------------------------------------------------------------------------------------

namespace {

void reads_name(const Routine& routine, const char* name) {
  if (name == nullptr || !watching()) return;
  const SameErrno same;
  routine.reads_string(name);
}

}  // namespace

#define FARSAN_NAMED(type, name, parameters, ...)               \
  static FARSAN_REAL Real<decltype(::name)> real_##name(#name); \
  FARSAN_LIBC type name parameters {                            \
    FARSAN_ROUTINE(#name);                                      \
    reads_name(routine, text);                                  \
    return real_##name(__VA_ARGS__);                            \
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
FARSAN_NAMED(FILE*, fopen, (const char* text, const char* mode), text, mode)
FARSAN_NAMED(FILE*, fopen64, (const char* text, const char* mode), text, mode)
FARSAN_NAMED(DIR*, opendir, (const char* text), text)
FARSAN_NAMED(int, unlink, (const char* text), text)
FARSAN_NAMED(int, remove, (const char* text), text)
FARSAN_NAMED(int, regexec,
             (const regex_t* expression, const char* text, std::size_t count, regmatch_t* places, int flags),
             expression, text, count, places, flags)
FARSAN_NAMED(int, fnmatch, (const char* pattern, const char* text, int flags), (reads_name(routine, pattern), pattern),
             text, flags)
#pragma GCC diagnostic pop
