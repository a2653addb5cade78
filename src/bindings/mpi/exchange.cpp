#include "bindings/mpi/exchange.h"

namespace farsan::mpi {

Dependence all_to_all(const Comm& comm) { return {comm.others(), comm.others(), !comm.inter()}; }

transport::Stream next_collective(Comm& comm) {
  const std::uint64_t number = comm.collectives++;
  return stream(Traffic::Collective, mix(comm.context, number), static_cast<std::int32_t>(number & 0x7fffffff));
}

transport::Stream enter(const Call& call, Comm& comm, const Dependence& dependence) {
  const transport::Stream of = next_collective(comm);
  signal_to(call, dependence.releases, of, Takers::Learn);
  return of;
}

void leave(const Call& call, const Dependence& dependence, const transport::Stream& of) {
  if (dependence.mutual)
    wait_together(call, dependence.awaits, of);
  else
    wait_for(call, dependence.awaits, of);
}

void not_entered(const Call& call, Comm& comm, const Dependence& dependence, const transport::Stream& of) {
  --comm.collectives;
  take_back(call, dependence.releases, of);
}

}  // namespace farsan::mpi
