// What every wrapped GASPI routine begins with (bindings/common/call.h), and the streams of deposits of this binding.
//
// Routines here go by their return values: GASPI_SUCCESS means that it happened, anything else that nothing did (a
// collective that timed out has still signalled, see groups.h).
#pragma once

#include <GASPI.h>

#include "bindings/common/call.h"

#define FARSAN_GASPI FARSAN_ROUTINE gaspi_return_t

namespace farsan::gaspi {

using bindings::address_of;
using bindings::mix;
using model::ByteRanges;
using model::ProcessId;
using model::SiteId;

inline constexpr session::Model kModel = session::Model::Gaspi;

class Call : public bindings::Call {
 public:
  // Out of line: there are hundreds of routines.
  Call(const char* routine, void* return_address, const void* frame);
  Call(const Call&) = delete;
  Call(Call&&) = delete;
  Call& operator=(const Call&) = delete;
  Call& operator=(Call&&) = delete;
  ~Call();
};

/// The process that is this rank; runtime::Runtime::kNobody if there is none. Ranks are the program's and the library's, all
/// else here counts processes as FarSan does.
[[nodiscard]] inline std::uint32_t process_of(gaspi_rank_t rank) {
  const runtime::Runtime* const runtime = runtime::Runtime::of(kModel);
  return runtime == nullptr ? runtime::Runtime::kNobody : runtime->process_of(kModel, rank);
}

/// What a stream of deposits is about. The numbers leave room for those of other bindings in the same program.
enum class Traffic : std::uint32_t {
  Collective = 96,  ///< (group, kind, number of the collective)
  Segment,          ///< the sender's segment lies here: (segment)
  Notified,         ///< a notification: (segment and id at the receiver)
  PassiveSend,      ///< a passive message is sent, or was not
  PassiveReceived,  ///< ... and has been received
};
inline transport::Stream stream(Traffic traffic, std::uint64_t context = 0) {
  return {context, 0, static_cast<std::uint32_t>(traffic)};
}

}  // namespace farsan::gaspi
