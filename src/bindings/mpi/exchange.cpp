#include "bindings/mpi/exchange.h"

namespace farsan::mpi {

void signal_to(const Call& call, std::uint32_t process, const transport::Stream& stream) {
  signal_to(call, std::span(&process, 1), stream);
}

void signal_to(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream) {
  if (processes.empty()) return;
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

Dependence all_to_all(const Comm& comm) { return {comm.others(), comm.others()}; }

transport::Stream enter(const Call& call, Comm& comm, const Dependence& dependence) {
  const std::uint64_t number = comm.collectives++;
  const transport::Stream of =
      stream(Traffic::Collective, mix(comm.context, number), static_cast<std::int32_t>(number & 0x7fffffff));
  signal_to(call, dependence.releases, of);
  return of;
}

void leave(const Call& call, const Dependence& dependence, const transport::Stream& of) {
  wait_for(call, dependence.awaits, of);
}

}  // namespace farsan::mpi
