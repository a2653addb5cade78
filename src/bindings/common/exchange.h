// Signals and waits over the transport's streams. Publish before the real routine, collect after it.
#pragma once

#include <cstdint>
#include <span>

#include "bindings/common/call.h"

namespace farsan::bindings {

/// Whoever takes a signal may end GASPI, and must have heard by then of what was written to its segments (as before GASPI's
/// own collectives).
inline void tell_of_segments(const Call& call) {
  constexpr session::Model kGaspi = session::Model::Gaspi;
  if (runtime::Runtime::of(kGaspi) == nullptr) [[likely]]
    return;
  if (runtime::Runtime::goes_on_without(kGaspi)) call.process().send_writes();
}

/// Signals to one process. Hot.
inline void signal_to(const Call& call, std::uint32_t process, const transport::Stream& stream) {
  tell_of_segments(call);
  call.process().signal(0, [&](const model::UnitClock& clock) { call.transport().deposit(process, stream, clock); });
}
/// One signal, given to several processes (itself among them or not); nothing if there are none.
void signal_to(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream);
/// Waits for the signals of these (not of itself).
void wait_for(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream);

}  // namespace farsan::bindings
