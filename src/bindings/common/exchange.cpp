#include "bindings/common/exchange.h"

namespace farsan::bindings {

void signal_to(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream,
               Takers takers) {
  if (processes.empty()) return;
  tell_of_segments(call);
  call.process().signal(0, [&](const model::UnitClock& clock) {
    for (const std::uint32_t process : processes) call.transport().deposit(process, stream, clock, takers);
  });
}

bool wait_for(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream) {
  if (processes.empty()) return true;
  bool all = true;
  // All of them are on their way at once.
  for (const std::uint32_t process : processes) call.transport().will_take(process);
  call.process().wait(0, [&](model::UnitClock& clock) {
    for (const std::uint32_t process : processes) all &= call.transport().take_into(clock, process, stream);
  });
  return all;
}

void wait_together(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream) {
  const bool all = wait_for(call, processes, stream);
  if (all && processes.size() + 1 == call.transport().ranks()) call.transport().all_know(call.process().clock(0));
}

}  // namespace farsan::bindings
