// What every wrapped MPI routine begins with: is FarSan to look at this call, and where does it come from?
//
//   FARSAN_MPI int MPI_Barrier(MPI_Comm comm) {
//     FARSAN_CALL("MPI_Barrier");
//     if (!call) return PMPI_Barrier(comm);
//     ...
//   }
//
// Inside the call nothing that the library or FarSan touches counts, and MPI routines that the library calls by their
// public names pass straight through.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "runtime/runtime.h"

#define FARSAN_MPI extern "C" __attribute__((visibility("default"), noinline))
#define FARSAN_STRIP(...) __VA_ARGS__  // takes the parentheses off a list of parameters
#define FARSAN_CALL(routine) const ::farsan::mpi::Call call(routine, __builtin_return_address(0))

namespace farsan::mpi {

using model::AccessKind;
using model::ByteRanges;
using model::ProcessId;
using model::SiteId;

/// While this exists, the next call comes from there: an entry point of another language passes it on.
class CalledFrom {
 public:
  explicit CalledFrom(void* return_address);
  CalledFrom(const CalledFrom&) = delete;
  CalledFrom(CalledFrom&&) = delete;
  CalledFrom& operator=(const CalledFrom&) = delete;
  CalledFrom& operator=(CalledFrom&&) = delete;
  ~CalledFrom();
};

class Call {
 public:
  Call(const char* routine, void* return_address);
  Call(const Call&) = delete;
  Call(Call&&) = delete;
  Call& operator=(const Call&) = delete;
  Call& operator=(Call&&) = delete;
  ~Call();

  /// A job runs, the program itself calls, and on the thread that FarSan follows.
  explicit operator bool() const { return runtime_ != nullptr; }
  [[nodiscard]] runtime::Runtime& runtime() const { return *runtime_; }
  [[nodiscard]] engine::Process& process() const { return runtime_->process(); }
  [[nodiscard]] transport::ShmTransport& transport() const { return runtime_->transport(); }
  [[nodiscard]] SiteId site() const;
  [[nodiscard]] const char* routine() const { return routine_; }

  /// The routine itself reads or writes the program's memory before it returns.
  void reads(const ByteRanges& ranges) const { access(AccessKind::Load, ranges); }
  void writes(const ByteRanges& ranges) const { access(AccessKind::Store, ranges); }

 private:
  void access(AccessKind kind, const ByteRanges& ranges) const;

  const char* routine_;
  std::uint64_t pc_;
  runtime::Runtime* runtime_;
  runtime::Guard guard_;
  mutable SiteId site_{0};
};

/// A number for a handle, whatever the library makes handles of.
template <class Handle>
std::uint64_t key_of(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>)
    return reinterpret_cast<std::uintptr_t>(handle);
  else
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(handle));
}

/// Says once, by name, that a routine is used whose meaning FarSan does not follow yet.
void warn_not_followed(const char* routine);

}  // namespace farsan::mpi
