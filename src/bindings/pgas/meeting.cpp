#include "bindings/pgas/meeting.h"

namespace farsan::bindings {

void release(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream) {
  if (processes.empty()) return;
  call.process().signal(0, [&](const model::UnitClock& clock) {
    for (const std::uint32_t process : processes) call.transport().deposit(process, stream, clock);
  });
}

void await(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream) {
  if (processes.empty()) return;
  call.process().wait(0, [&](model::UnitClock& clock) {
    for (const std::uint32_t process : processes) call.transport().take_into(clock, process, stream);
  });
}

}  // namespace farsan::bindings
