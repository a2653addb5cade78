#include "bindings/mpi/exchange.h"

namespace farsan::mpi {

Dependence all_to_all(const Comm& comm) { return {comm.others(), comm.others(), !comm.inter()}; }

transport::Stream next_collective(Comm& comm, CollectiveKind kind) {
  const auto index = static_cast<std::uint8_t>(kind);
  return stream(Traffic::Collective, mix(comm.context, comm.collectives[index]++), index);
}

void not_counted(Comm& comm, const transport::Stream& of) { --comm.collectives[static_cast<std::size_t>(of.tag)]; }

transport::Stream begin(const Call& call, Comm& comm, CollectiveKind kind, const Dependence& dependence) {
  const transport::Stream of = next_collective(comm, kind);
  signal_to(call, dependence.releases, of, Takers::Learn);
  return of;
}

void not_begun(const Call& call, Comm& comm, const Dependence& dependence, const transport::Stream& of) {
  not_counted(comm, of);
  take_back(call, dependence.releases, of);
}

transport::Stream enter(const Call& call, Comm& comm, CollectiveKind kind, const Dependence& dependence) {
  if (!dependence.mutual) return begin(call, comm, kind, dependence);
  const transport::Stream of = next_collective(comm, kind);
  signal_together(call, dependence.releases, of);
  return of;
}

void leave(const Call& call, const Dependence& dependence, const transport::Stream& of) {
  if (dependence.mutual)
    wait_together(call, dependence.awaits, of);
  else
    wait_for(call, dependence.awaits, of);
}

void not_entered(const Call& call, Comm& comm, const Dependence& dependence, const transport::Stream& of) {
  if (!dependence.mutual) return not_begun(call, comm, dependence, of);
  not_counted(comm, of);
  take_back_together(call, dependence.releases, of);
}

}  // namespace farsan::mpi
