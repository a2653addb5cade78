// What every wrapped MPI routine begins with (bindings/common/call.h), and what is special to MPI in it.
//
//   FARSAN_MPI int MPI_Barrier(MPI_Comm comm) {
//     FARSAN_CALL("MPI_Barrier");
//     if (!call) return PMPI_Barrier(comm);
//     ...
//   }
#pragma once

#include <mpi.h>

#include <cstdint>

#include "bindings/common/call.h"

#define FARSAN_MPI FARSAN_ROUTINE

namespace farsan::mpi {

using bindings::mix;
using model::AccessKind;
using model::ByteRanges;
using model::ProcessId;
using model::SiteId;

inline constexpr session::Model kModel = session::Model::Mpi;

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

class Call : public bindings::Call {
 public:
  Call(const char* routine, void* return_address, const void* frame);
  Call(const Call&) = delete;
  Call(Call&&) = delete;
  Call& operator=(const Call&) = delete;
  Call& operator=(Call&&) = delete;
  ~Call();
};

/// A number for a handle, whatever the library makes handles of.
template <class Handle>
std::uint64_t key_of(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>)
    return reinterpret_cast<std::uintptr_t>(handle);
  else
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(handle));
}

/// How often a datatype or a window was freed, or a window got other promises: a handle means the same as long as this stays.
extern std::uint64_t g_changed_handles;

/// A new id for an operation; `window`: Window::mark(), if it goes through one.
[[nodiscard]] model::OperationId new_operation(const Call& call, session::Epoch kind, std::uint8_t window = 0);

/// Says once in this process, by name, that something is used whose meaning FarSan does not follow yet.
void warn_not_followed(const char* routine);

}  // namespace farsan::mpi
