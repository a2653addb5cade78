// What streams of signals of MPI routines are about, and collectives: signals before the real routine, waits after it.
#pragma once

#include <string_view>
#include <tuple>
#include <vector>

#include "bindings/common/exchange.h"
#include "bindings/mpi/call.h"
#include "bindings/mpi/comms.h"

namespace farsan::mpi {

/// What a stream is about: messages of two kinds of traffic are never taken for each other.
enum class Traffic : std::uint32_t {
  Message,     ///< point to point: (communicator, tag)
  Collective,  ///< (communicator, kind of the collective, number)
  Post,        ///< MPI_Win_post -> the operations of the matching MPI_Win_start: (window)
  Complete,    ///< MPI_Win_complete -> MPI_Win_wait: (window)
  Posted,      ///< a receive was posted -> synchronous sends: (communicator)
  Part,        ///< MPI_Pready -> MPI_Parrived or the completion: (message, part)
  Received,    ///< a message was received -> its send, if the request was freed: (communicator, tag)
  Fence,       ///< a fence that does not wait -> the operations after it: (window, number of the fence)
};

inline transport::Stream stream(Traffic traffic, std::uint64_t context, std::int32_t tag = 0) {
  return {context, tag, static_cast<std::uint32_t>(traffic)};
}

using bindings::signal_to;
using bindings::signal_together;
using bindings::take_back;
using bindings::take_back_together;
using bindings::Takers;
using bindings::wait_for;
using bindings::wait_together;

/// One collective over a communicator: whom this process releases, and whom it waits for.
struct Dependence {
  Processes releases;
  Processes awaits;
  bool mutual = false;  ///< each member waits for all others
};

/// Each member waits for all others.
[[nodiscard]] Dependence all_to_all(const Comm& comm);

/// Collectives are counted by their routine, as libraries match them: where one is missing on some rank, against the standard, and
/// nobody waits for it (the root of a broadcast does not), those of other routines are still told apart.
enum class CollectiveKind : std::uint8_t {};
/// By the name of a routine, as all members call it. Two that come to the same number are counted together.
consteval CollectiveKind kind_of(std::string_view routine) {
  std::uint32_t hash = 0;
  for (const char letter : routine) hash = hash * 31 + static_cast<unsigned char>(letter);
  return CollectiveKind{static_cast<std::uint8_t>(hash % std::tuple_size_v<decltype(Comm::collectives)>)};
}

/// The stream of the next collective of this kind over the communicator.
[[nodiscard]] transport::Stream next_collective(Comm& comm, CollectiveKind kind);
/// The library refused that one.
void not_counted(Comm& comm, const transport::Stream& stream);
/// Begins a collective that the call does not wait for: signals.
[[nodiscard]] transport::Stream begin(const Call& call, Comm& comm, CollectiveKind kind, const Dependence& dependence);
/// If the library refused it: the next collective has its number.
void not_begun(const Call& call, Comm& comm, const Dependence& dependence, const transport::Stream& stream);
/// One that it does wait for. What it returns is for `leave`, after the real routine.
[[nodiscard]] transport::Stream enter(const Call& call, Comm& comm, CollectiveKind kind, const Dependence& dependence);
void leave(const Call& call, const Dependence& dependence, const transport::Stream& stream);
/// In place of `leave` if the library refused it.
void not_entered(const Call& call, Comm& comm, const Dependence& dependence, const transport::Stream& stream);

}  // namespace farsan::mpi
