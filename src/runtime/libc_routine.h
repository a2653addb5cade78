// What every interposed routine of libc needs: the routine that it passes on to, and what it tells about the memory that it
// reads and writes. A routine and its fortified twin (strcpy, __strcpy_chk) tell the same, by the functions in here.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "runtime/access.h"
#include "runtime/format_strings.h"

#define FARSAN_LIBC extern "C" __attribute__((visibility("default")))

namespace farsan::runtime {

/// The next definition of an interposed function. All of them are looked up when FarSan is loaded, since dlsym makes dlerror forget what the
/// program may be about to ask for; what is not there then, or is needed earlier, when it is first needed. `library` is where it is if
/// that was loaded for a part of the program only (dlopen), and is not next to anything.
class alignas(32) NextRoutine {
 public:
  explicit constexpr NextRoutine(const char* name, const char* library) : name_(name), library_(library) {}
  /// Leaves out the library.
  void look_up_next();

 protected:
  __attribute__((cold, noinline)) void look_up();
  void* function_ = nullptr;

 private:
  const char* name_;
  const char* library_;
};

template <class Function>
class Real : public NextRoutine {
 public:
  explicit constexpr Real(const char* name, const char* library = nullptr) : NextRoutine(name, library) {}
  template <class... Arguments>
  auto operator()(Arguments... arguments) {
    if (function_ == nullptr) [[unlikely]]
      look_up();
    return known()(arguments...);
  }
  /// What was looked up before; null if nothing was.
  [[nodiscard]] Function* known() const { return reinterpret_cast<Function*>(function_); }
};

/// All of them are in a row: this belongs before each `Real`.
#define FARSAN_REAL constinit __attribute__((section("farsan_real")))
static_assert(sizeof(NextRoutine) == 32 && sizeof(Real<void()>) == 32, "nothing but these in the row");

extern Real<std::size_t(const char*, std::size_t)> real_strnlen;
extern Real<void*(const void*, int, std::size_t)> real_memchr;
extern Real<void*(void*, const void*, std::size_t)> real_memmove;
extern Real<void*(void*, int, std::size_t)> real_memset;

/// Quick answer for the many calls that cannot matter.
inline bool watching() { return Runtime::get() != nullptr && !Guard::inside(); }

/// One call of a routine.
class Routine {
 public:
  Routine(const char* name, void* return_address) : name_(name), pc_(reinterpret_cast<std::uintptr_t>(return_address)) {
    if (t_caller != nullptr) *this = *t_caller;
  }
  void reads(const void* at, std::size_t size) const {
    access_by_routine(model::AccessKind::Load, at, size, name_, pc_);
  }
  void writes(const void* at, std::size_t size) const {
    access_by_routine(model::AccessKind::Store, at, size, name_, pc_);
  }
  void copies(void* to, const void* from, std::size_t size) const {
    reads(from, size);
    writes(to, size);
  }
  /// A string with its end, but not more than `most` bytes.
  void reads_string(const char* at, std::size_t most = SIZE_MAX) const {
    const std::size_t size = length(at, most);
    reads(at, size < most ? size + 1 : most);
  }
  void copies_string(char* to, const char* from) const { copies(to, from, length(from) + 1); }
  /// As strncpy does: what is left of `size` becomes zero.
  void fills_with_string(char* to, const char* from, std::size_t size) const {
    reads_string(from, size);
    writes(to, size);
  }
  void appends_string(char* to, const char* from, std::size_t most = SIZE_MAX) const {
    const std::size_t before = length(to);
    reads(to, before + 1);
    reads_string(from, most);
    writes(to + before, length(from, most) + 1);
  }
  /// As strlcpy and strlcat do: not more than `size` bytes with what is there, and the end.
  void copies_most_of_string(char* to, const char* from, std::size_t size) const {
    const std::size_t whole = length(from);
    reads(from, whole + 1);
    writes(to, std::min(whole + 1, size));
  }
  void appends_most_of_string(char* to, const char* from, std::size_t size) const {
    const std::size_t before = length(to, size);
    reads_string(to, size);
    if (before < size)
      copies_most_of_string(to + before, from, size - before);
    else
      reads_string(from);
  }
  static std::size_t length(const char* at, std::size_t most = SIZE_MAX) { return real_strnlen(at, most); }
  void reads_format(const char* format, std::va_list arguments) const {
    for_each_string(format, arguments, [&](const char* string, std::size_t most) { reads_string(string, most); });
  }

 private:
  friend class OnBehalf;
  /// The routine that all others of this thread work for, if there is one.
  __attribute__((tls_model("initial-exec"))) static inline constinit thread_local const Routine* t_caller = nullptr;

  const char* name_;
  std::uint64_t pc_;
};

/// While a routine of another library runs: what it does by routines of libc is done by it.
class OnBehalf {
 public:
  explicit OnBehalf(const Routine& routine) : before_(Routine::t_caller) { Routine::t_caller = &routine; }
  ~OnBehalf() { Routine::t_caller = before_; }
  OnBehalf(const OnBehalf&) = delete;
  OnBehalf& operator=(const OnBehalf&) = delete;
  static bool any() { return Routine::t_caller != nullptr; }

 private:
  const Routine* before_;
};

#define FARSAN_ROUTINE(name) const Routine routine(name, __builtin_return_address(0))

/// Whatever FarSan does meanwhile: for routines that tell what errno says.
class SameErrno {
 public:
  SameErrno() = default;
  SameErrno(const SameErrno&) = delete;
  SameErrno(SameErrno&&) = delete;
  SameErrno& operator=(const SameErrno&) = delete;
  SameErrno& operator=(SameErrno&&) = delete;
  ~SameErrno() { errno = before_; }

 private:
  int before_ = errno;
};

/// Before a routine that prints.
inline void reads_printed(const Routine& routine, const char* format, std::va_list arguments) {
  if (!watching()) return;
  const SameErrno same;
  routine.reads_format(format, arguments);
}

/// Calls `print()`, which writes to a file.
template <class Print>
int print_to_file(const Routine& routine, const char* format, std::va_list arguments, Print print) {
  reads_printed(routine, format, arguments);
  return print();
}

/// Calls `print()`, which writes not more than `size` bytes at `to`.
template <class Print>
int print_to_string(const Routine& routine, char* to, std::size_t size, const char* format, std::va_list arguments,
                    Print print) {
  reads_printed(routine, format, arguments);
  const int length = print();
  if (length >= 0 && size > 0 && watching()) routine.writes(to, std::min(static_cast<std::size_t>(length) + 1, size));
  return length;
}

/// Calls `receive()`, which puts bytes at `to` and returns how many, or a negative number.
template <class Receive>
auto receive_bytes(const Routine& routine, void* to, Receive receive) {
  const auto done = receive();
  if (done > 0 && watching()) routine.writes(to, static_cast<std::size_t>(done));
  return done;
}

/// With MSG_TRUNC the answer is the size of the message, which may not have fitted.
template <class Receive>
ssize_t receive_message(const Routine& routine, void* to, std::size_t size, Receive receive) {
  const ssize_t done = receive();
  receive_bytes(routine, to, [&] { return std::min(done, static_cast<ssize_t>(size)); });
  return done;
}

/// Calls `get()`, which puts a string at `to`, and returns that place if it did.
template <class Get>
char* receive_string(const Routine& routine, char* to, Get get) {
  char* const got = get();
  if (got != nullptr && got == to && watching()) routine.writes(to, Routine::length(to) + 1);
  return got;
}

/// The same with a routine that has room for `size` bytes and returns how it went. The end of the string may be missing.
template <class Get>
int receive_name(const Routine& routine, char* to, std::size_t size, Get get) {
  const int result = get();
  if (watching()) routine.writes(to, std::min(Routine::length(to, size) + 1, size));
  return result;
}

/// How long the line is that fgets has put there. There may be a zero byte in it: only what ends with the file ends with the first one.
inline std::size_t length_of_line(const char* line, int size, FILE* file) {
  const auto most = static_cast<std::size_t>(size - 1);
  if (::feof_unlocked(file) != 0 || ::ferror_unlocked(file) != 0) return Routine::length(line, most);
  const void* const end = real_memchr(line, '\n', most);
  return end == nullptr ? most : static_cast<std::size_t>(static_cast<const char*>(end) - line) + 1;
}

/// Calls `get()`, which puts a line at `to` and returns where that is, or null.
template <class Get>
char* receive_line(const Routine& routine, char* to, int size, FILE* file, Get get) {
  char* const got = get();
  if (got != nullptr && watching()) routine.writes(to, length_of_line(to, size, file) + 1);
  return got;
}

/// Calls `get(size, count)`, which puts so many things of that size at `to` and returns how many came. Byte by byte, since of the last one
/// only a part may come.
template <class Get>
std::size_t receive_items(const Routine& routine, void* to, std::size_t size, std::size_t count, Get get) {
  std::size_t bytes = 0;
  if (size == 0 || !watching() || __builtin_mul_overflow(size, count, &bytes)) return get(size, count);
  const std::size_t done = get(std::size_t{1}, bytes);
  routine.writes(to, done);
  return done / size;
}

/// Body of a routine with `...` after its `format`.
#define FARSAN_WITH_ARGUMENTS(call) \
  std::va_list arguments;           \
  va_start(arguments, format);      \
  const int result = (call);        \
  va_end(arguments);                \
  return result

}  // namespace farsan::runtime
