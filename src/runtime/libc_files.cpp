// Routines of libc that read or write memory on behalf of the program, to and from files and sockets; see libc.cpp.
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
constinit Real<decltype(::puts)> real_puts("puts");
constinit Real<decltype(::getdelim)> real_getdelim("getdelim");
constinit Real<decltype(::read)> real_read("read");
constinit Real<decltype(::write)> real_write("write");
constinit Real<decltype(::recvmsg)> real_recvmsg("recvmsg");
constinit Real<decltype(::sendmsg)> real_sendmsg("sendmsg");
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
#define FARSAN_STREAM(suffix)                                                                                     \
  static constinit Real<std::size_t(void*, std::size_t, std::size_t, FILE*)> real_fread##suffix("fread" #suffix); \
  FARSAN_LIBC std::size_t fread##suffix(void* to, std::size_t size, std::size_t count, FILE* file) {              \
    FARSAN_ROUTINE("fread" #suffix);                                                                              \
    return receive_items(routine, to, size, [&] { return real_fread##suffix(to, size, count, file); });           \
  }                                                                                                               \
  static constinit Real<std::size_t(const void*, std::size_t, std::size_t, FILE*)> real_fwrite##suffix(           \
      "fwrite" #suffix);                                                                                          \
  FARSAN_LIBC std::size_t fwrite##suffix(const void* from, std::size_t size, std::size_t count, FILE* file) {     \
    if (watching()) {                                                                                             \
      FARSAN_ROUTINE("fwrite" #suffix);                                                                           \
      routine.reads(from, size* count);                                                                           \
    }                                                                                                             \
    return real_fwrite##suffix(from, size, count, file);                                                          \
  }                                                                                                               \
  static constinit Real<char*(char*, int, FILE*)> real_fgets##suffix("fgets" #suffix);                            \
  FARSAN_LIBC char* fgets##suffix(char* to, int size, FILE* file) {                                               \
    FARSAN_ROUTINE("fgets" #suffix);                                                                              \
    return receive_line(routine, to, [&] { return real_fgets##suffix(to, size, file); });                         \
  }                                                                                                               \
  static constinit Real<int(const char*, FILE*)> real_fputs##suffix("fputs" #suffix);                             \
  FARSAN_LIBC int fputs##suffix(const char* string, FILE* file) {                                                 \
    if (watching()) {                                                                                             \
      FARSAN_ROUTINE("fputs" #suffix);                                                                            \
      routine.reads_string(string);                                                                               \
    }                                                                                                             \
    return real_fputs##suffix(string, file);                                                                      \
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
#define FARSAN_AT_A_PLACE(suffix)                                                                             \
  static constinit Real<ssize_t(int, void*, std::size_t, off_t)> real_pread##suffix("pread" #suffix);         \
  FARSAN_LIBC ssize_t pread##suffix(int file, void* to, std::size_t size, off_t at) {                         \
    FARSAN_ROUTINE("pread");                                                                                  \
    return receive_bytes(routine, to, [&] { return real_pread##suffix(file, to, size, at); });                \
  }                                                                                                           \
  static constinit Real<ssize_t(int, const void*, std::size_t, off_t)> real_pwrite##suffix("pwrite" #suffix); \
  FARSAN_LIBC ssize_t pwrite##suffix(int file, const void* from, std::size_t size, off_t at) {                \
    if (watching()) {                                                                                         \
      FARSAN_ROUTINE("pwrite");                                                                               \
      routine.reads(from, size);                                                                              \
    }                                                                                                         \
    return real_pwrite##suffix(file, from, size, at);                                                         \
  }                                                                                                           \
  static constinit Real<ssize_t(int, const iovec*, int, off_t)> real_preadv##suffix("preadv" #suffix);        \
  FARSAN_LIBC ssize_t preadv##suffix(int file, const iovec* parts, int count, off_t at) {                     \
    FARSAN_ROUTINE("preadv");                                                                                 \
    const ssize_t done = real_preadv##suffix(file, parts, count, at);                                         \
    writes_parts(routine, parts, or_none(count), done);                                                       \
    return done;                                                                                              \
  }                                                                                                           \
  static constinit Real<ssize_t(int, const iovec*, int, off_t)> real_pwritev##suffix("pwritev" #suffix);      \
  FARSAN_LIBC ssize_t pwritev##suffix(int file, const iovec* parts, int count, off_t at) {                    \
    FARSAN_ROUTINE("pwritev");                                                                                \
    reads_parts(routine, parts, or_none(count));                                                              \
    return real_pwritev##suffix(file, parts, count, at);                                                      \
  }
FARSAN_AT_A_PLACE()
FARSAN_AT_A_PLACE(64)

static constinit Real<ssize_t(int, const iovec*, int)> real_readv("readv");
FARSAN_LIBC ssize_t readv(int file, const iovec* parts, int count) {
  FARSAN_ROUTINE("readv");
  const ssize_t done = real_readv(file, parts, count);
  writes_parts(routine, parts, or_none(count), done);
  return done;
}

static constinit Real<ssize_t(int, const iovec*, int)> real_writev("writev");
FARSAN_LIBC ssize_t writev(int file, const iovec* parts, int count) {
  FARSAN_ROUTINE("writev");
  reads_parts(routine, parts, or_none(count));
  return real_writev(file, parts, count);
}

// --- Sockets ---------------------------------------------------------------------------------------------------------

static constinit Real<ssize_t(int, void*, std::size_t, int)> real_recv("recv");
FARSAN_LIBC ssize_t recv(int socket, void* to, std::size_t size, int flags) {
  FARSAN_ROUTINE("recv");
  return receive_message(routine, to, size, [&] { return real_recv(socket, to, size, flags); });
}

static constinit Real<ssize_t(int, void*, std::size_t, int, sockaddr*, socklen_t*)> real_recvfrom("recvfrom");
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

static constinit Real<ssize_t(int, const void*, std::size_t, int)> real_send("send");
FARSAN_LIBC ssize_t send(int socket, const void* from, std::size_t size, int flags) {
  if (watching()) {
    FARSAN_ROUTINE("send");
    routine.reads(from, size);
  }
  return real_send(socket, from, size, flags);
}

static constinit Real<ssize_t(int, const void*, std::size_t, int, const sockaddr*, socklen_t)> real_sendto("sendto");
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
