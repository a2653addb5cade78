#include "bindings/common/exchange.h"

namespace farsan::bindings {

void signal_to(const Call& call, std::uint32_t process, const transport::Stream& stream) {
  signal_to(call, std::span(&process, 1), stream);
}

void signal_to(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream) {
  if (processes.empty()) return;
  // Whoever takes it may end GASPI, and must have heard by then of what was written to its segments (as before GASPI's own collectives).
  constexpr session::Model kGaspi = session::Model::Gaspi;
  if (runtime::Runtime::of(kGaspi) != nullptr && runtime::Runtime::goes_on_without(kGaspi))
    call.process().send_writes();
  call.process().signal(0, [&](const model::UnitClock& clock) {
    for (const std::uint32_t process : processes) call.transport().deposit(process, stream, clock);
  });
}

void wait_for(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream) {
  if (processes.empty()) return;
  call.process().wait(0, [&](model::UnitClock& clock) {
    for (const std::uint32_t process : processes) call.transport().take_into(clock, process, stream);
  });
}

}  // namespace farsan::bindings
