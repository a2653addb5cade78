#include "bindings/mpi/synchronous.h"
#include "bindings/common/immortal.h"

#include <map>
#include <tuple>

#include "runtime/imports.h"

namespace farsan::mpi {

namespace {

/// Messages sent so far, by (communicator, receiver, tag).
constinit bindings::Immortal<std::map<std::tuple<std::uint64_t, int, int>, std::uint64_t>> sent;

}  // namespace

constinit bool g_receives_signal = false;
constinit bool g_messages_count = false;

void use_synchronous_sends(bool used) { g_receives_signal = used; }
void count_messages(bool needed) { g_messages_count = needed; }

bool program_sends_synchronously() {
  return runtime::program_imports({"MPI_Ssend", "MPI_Issend", "MPI_Ssend_init", "MPI_Ssend_c", "MPI_Issend_c",
                                   "MPI_Ssend_init_c", "mpi_ssend_", "mpi_issend_", "mpi_ssend_init_"},
                                  "libmpi");
}

void signal_receive(const Call& call, Comm& comm, int source, int tag) {
  if (source == MPI_PROC_NULL) return;
  const transport::Stream of = stream(Traffic::Posted, comm.context, tag);
  if (tag != MPI_ANY_TAG) {
    if (source == MPI_ANY_SOURCE)
      signal_to(call, comm.peers(), of);
    else
      signal_to(call, comm.peers()[static_cast<std::size_t>(source)], of);
    return;
  }
  // The first one is all that a sender asks for.
  comm.told_of_any_tag.resize(comm.peers().size(), false);
  std::vector<std::uint32_t> untold;
  for (std::size_t peer = 0; peer < comm.peers().size(); ++peer) {
    if (comm.told_of_any_tag[peer] || (source != MPI_ANY_SOURCE && static_cast<std::size_t>(source) != peer)) continue;
    comm.told_of_any_tag[peer] = true;
    untold.push_back(comm.peers()[peer]);
  }
  signal_to(call, untold, of);
}

std::uint64_t next_message(const Comm& comm, int dest, int tag) { return sent()[{comm.context, dest, tag}]++; }

void met_receive(const Call& call, const Comm& comm, int dest, int tag, std::uint64_t number) {
  if (!g_receives_signal) return;
  const std::uint32_t receiver = comm.peers()[static_cast<std::size_t>(dest)];
  // Any receive with a wildcard tag may be the one, from the first on.
  auto posted = call.transport().peek(receiver, stream(Traffic::Posted, comm.context, MPI_ANY_TAG));
  if (!posted) posted = call.transport().peek(receiver, stream(Traffic::Posted, comm.context, tag), number);
  if (posted) call.process().wait(0, std::span(&posted->clock, 1));
}

}  // namespace farsan::mpi
