// Signals and waits over the transport's streams. Publish before the real routine, collect after it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bindings/common/call.h"

namespace farsan::bindings {

/// Whoever takes a signal, or hears of it from others, may delete a segment or end GASPI, without asking anybody. It must have
/// heard by then of all that goes to its segments.
inline void tell_of_segments(const Call& call) {
  if (runtime::Runtime::of(session::Model::Gaspi) == nullptr) [[likely]]
    return;
  call.process().send_all();
}

using Takers = transport::ShmTransport::Takers;

/// Signals to one process, which waits for it. Hot.
inline void signal_to(const Call& call, std::uint32_t process, const transport::Stream& stream,
                      Takers takers = Takers::Any) {
  tell_of_segments(call);
  // Who sent what was put off knows it when it waits. (Operations that start after a signal may have been issued before that.)
  if (!call.transport().put_off_only_from(process)) call.process().catch_up();
  call.process().signal_back(
      0, [&](const model::UnitClock& clock) { call.transport().deposit(process, stream, clock, takers); });
}
/// One signal, given to several processes (itself among them or not); nothing if there are none.
void signal_to(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream,
               Takers takers = Takers::Any);
/// The library refused what these were told of last on the stream: it did not begin.
inline void take_back(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream) {
  for (const std::uint32_t process : processes) call.transport().take_back(process, stream);
}
/// Waits for a signal of one, `skip` of the stream being others': what it brings is looked at when it matters. Hot.
inline void wait_for(const Call& call, std::uint32_t process, const transport::Stream& stream, std::size_t skip) {
  call.transport().take_later(process, stream, skip);
  call.process().wait_later();
}
/// Waits for the signals of these (not of itself). False if some are missing: the program has made a mistake that its library let pass.
bool wait_for(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream);

// --- Calls in which these and this one all wait for each other. None of them returns before all have entered it.
void signal_together(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream);
/// The library refused it.
void take_back_together(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream);
/// After it. Those who do not wait in this call, though they should, and may wait for a signal (`signal_to`) later.
std::vector<std::uint32_t> wait_together(const Call& call, std::span<const std::uint32_t> processes,
                                         const transport::Stream& stream);

}  // namespace farsan::bindings
