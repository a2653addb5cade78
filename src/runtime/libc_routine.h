// What every interposed routine of libc needs: the routine that it passes on to, and what it tells about the memory that it
// reads and writes. A routine and its fortified twin (strcpy, __strcpy_chk) tell the same, by the functions in here.
#pragma once

#include <dlfcn.h>
#include <sys/types.h>

#include <algorithm>

#include <cstdarg>
#include <cstdint>
#include <cstring>

#include "runtime/access.h"
#include "runtime/format_strings.h"

#define FARSAN_LIBC extern "C" __attribute__((visibility("default")))

namespace farsan::runtime {

/// The next definition of an interposed function, looked up when it is first needed. `library` is where it is if that was loaded for a
/// part of the program only (dlopen), and is not next to anything.
template <class Function>
class Real {
 public:
  explicit constexpr Real(const char* name, const char* library = nullptr) : name_(name), library_(library) {}
  template <class... Arguments>
  auto operator()(Arguments... arguments) {
    if (function_ == nullptr) [[unlikely]]
      look_up();
    return function_(arguments...);
  }
  /// What was looked up before; null if nothing was.
  [[nodiscard]] Function* known() const { return function_; }

 private:
  __attribute__((cold, noinline)) void look_up() {
    void* found = ::dlsym(RTLD_NEXT, name_);
    if (found == nullptr && library_ != nullptr)
      if (void* loaded = ::dlopen(library_, RTLD_LAZY | RTLD_NOLOAD)) found = ::dlsym(loaded, name_);
    function_ = reinterpret_cast<Function*>(found);
  }

  const char* name_;
  const char* library_;
  Function* function_ = nullptr;
};

inline constinit Real<std::size_t(const char*, std::size_t)> real_strnlen("strnlen");

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

/// Calls `print()`, which writes to a file.
template <class Print>
int print_to_file(const Routine& routine, const char* format, std::va_list arguments, Print print) {
  if (watching()) routine.reads_format(format, arguments);
  return print();
}

/// Calls `print()`, which writes not more than `size` bytes at `to`.
template <class Print>
int print_to_string(const Routine& routine, char* to, std::size_t size, const char* format, std::va_list arguments,
                    Print print) {
  if (watching()) routine.reads_format(format, arguments);
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

/// Calls `get()`, which puts a line at `to` and returns where that is, or null.
template <class Get>
char* receive_line(const Routine& routine, char* to, Get get) {
  char* const got = get();
  if (got != nullptr && watching()) routine.writes(to, Routine::length(to) + 1);
  return got;
}

/// Calls `get()`, which puts things of that size at `to` and returns how many.
template <class Get>
std::size_t receive_items(const Routine& routine, void* to, std::size_t size, Get get) {
  const std::size_t done = get();
  if (watching()) routine.writes(to, done * size);
  return done;
}

/// Body of a routine with `...` after its `format`.
#define FARSAN_WITH_ARGUMENTS(call) \
  std::va_list arguments;           \
  va_start(arguments, format);      \
  const int result = (call);        \
  va_end(arguments);                \
  return result

}  // namespace farsan::runtime
