// Partitioned communication: a message whose parts are handed over one by one. A part of the sender's buffer is in use from
// MPI_Pready to the completion of the request, a part of the receiver's from the start to MPI_Parrived or the completion.
// MPI_Pready signals; who knows that a part has arrived waits for the signals of the parts that it is made of. The two sides
// need not cut the message into the same number of parts.
#include <mpi.h>

#if MPI_VERSION >= 4

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "bindings/common/immortal.h"
#include "bindings/mpi/datatypes.h"
#include "bindings/mpi/requests.h"

namespace farsan::mpi {

namespace {

using model::OperationKind;

enum class Side : std::uint8_t { Sender, Receiver };

struct Partitioned {
  Side side = Side::Sender;
  CommPtr comm;
  std::uint32_t peer = 0;  ///< process
  int tag = 0;
  std::uint64_t number = 0;  ///< of its kind: pairs meet in the order in which they are made
  std::uint64_t rounds = 0;
  std::vector<ByteRanges> parts;
  std::vector<model::OperationId> open;  ///< by part; 0: not open

  [[nodiscard]] transport::Stream part_stream(std::size_t part) const {
    const std::uint64_t round = mix(mix(mix(comm->context, static_cast<std::uint64_t>(tag)), number), rounds);
    return stream(Traffic::Part, round, static_cast<std::int32_t>(part));
  }
};
using PartitionedPtr = std::shared_ptr<Partitioned>;

constinit bindings::Immortal<std::unordered_map<std::uint64_t, PartitionedPtr>> known;
PartitionedPtr partitioned_of(MPI_Request request) {
  const auto it = known().find(key_of(request));
  return it == known().end() ? nullptr : it->second;
}

constinit bindings::Immortal<std::map<std::tuple<Side, std::uint64_t, int, int>, std::uint64_t>> counts;
std::uint64_t next_number(Side side, const Comm& comm, int peer, int tag) {
  return counts()[{side, comm.context, peer, tag}]++;
}

void open_part(const Call& call, Request& request, Partitioned& of, std::size_t part) {
  const std::size_t before = request.operations.size();
  const OperationKind kind = of.side == Side::Sender ? OperationKind::Send : OperationKind::Receive;
  open_buffer(call, request, kind, of.side == Side::Sender ? of.peer : call.runtime().rank(), of.parts[part]);
  if (request.operations.size() > before) of.open[part] = request.operations.back();
}

/// Waits for the signals of these parts of the sender, as many as it has.
void learn_parts(const Call& call, const Partitioned& of, std::size_t first, std::size_t end) {
  std::vector<model::Snapshot> taken;
  for (std::size_t part = first; part < end; ++part)
    if (const auto deposit = call.transport().peek(of.peer, of.part_stream(part))) taken.push_back(deposit->clock);
  call.process().wait(0, taken);
}

/// How many parts the sender made, from what it has said so far; every signal says it.
std::size_t parts_of_sender(const Call& call, const Partitioned& of, std::size_t part) {
  for (std::size_t at = part + 1; at-- > 0;)
    if (const auto deposit = call.transport().peek(of.peer, of.part_stream(at))) return deposit->scope.value;
  return 0;
}

void arrived(const Call& call, Partitioned& of, std::size_t part) {
  const std::size_t theirs = parts_of_sender(call, of, part);
  const std::size_t ours = of.parts.size();
  learn_parts(call, of, part * theirs / ours, ((part + 1) * theirs + ours - 1) / ours);
  if (of.open[part].value != 0) call.process().complete(0, {std::exchange(of.open[part], {})});
}

void received_all(const Call& call, const Partitioned& of) {
  const std::size_t theirs = parts_of_sender(call, of, of.parts.size());
  std::vector<model::Snapshot> taken;
  for (std::size_t part = 0; part < theirs; ++part)
    if (auto deposit = call.transport().take(of.peer, of.part_stream(part))) taken.push_back(std::move(deposit->clock));
  call.process().wait(0, taken);
}

void make(MPI_Request* handle, Side side, const void* buffer, int parts, std::int64_t count, MPI_Datatype type,
          int peer, int tag, MPI_Comm comm) {
  if (peer == MPI_PROC_NULL || !comm_of(comm)) return;
  auto of = std::make_shared<Partitioned>();
  of->side = side;
  of->comm = comm_of(comm);
  of->peer = of->comm->peers()[static_cast<std::size_t>(peer)];
  of->tag = tag;
  of->number = next_number(side, *of->comm, peer, tag);
  const auto at = reinterpret_cast<std::uintptr_t>(buffer);
  const std::int64_t step = count * flat(type).extent;
  for (int part = 0; part < parts; ++part)
    of->parts.push_back(ranges_of(at + static_cast<std::uint64_t>(part * step), count, type));
  auto request = new_request();
  request->active = false;
  request->start = [of](const Call& call, Request& self) {
    ++of->rounds;
    of->open.assign(of->parts.size(), {});
    if (of->side == Side::Sender) return;
    for (std::size_t part = 0; part < of->parts.size(); ++part) open_part(call, self, *of, part);
  };
  if (side == Side::Receiver) request->when_complete = [of](const Call& call) { received_all(call, *of); };
  keep_request(handle, std::move(request));
  known()[key_of(*handle)] = std::move(of);
}

void ready(const Call& call, MPI_Request handle, std::size_t first, std::size_t end) {
  const PartitionedPtr of = partitioned_of(handle);
  Request* const request = request_of(handle);
  if (!of || of->side != Side::Sender || !request || !request->active) return;
  for (std::size_t part = first; part < std::min(end, of->parts.size()); ++part) {
    open_part(call, *request, *of, part);
    const model::ScopeId count{static_cast<std::uint32_t>(of->parts.size())};
    call.transport().deposit(of->peer, of->part_stream(part),
                             transport::Deposit{call.process().signal(0), count, nullptr});
  }
}

}  // namespace

}  // namespace farsan::mpi

using namespace farsan::mpi;

FARSAN_MPI int MPI_Psend_init(const void* buf, int parts, MPI_Count count, MPI_Datatype type, int dest, int tag,
                              MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  FARSAN_CALL("MPI_Psend_init");
  const int result = PMPI_Psend_init(buf, parts, count, type, dest, tag, comm, info, request);
  if (call && result == MPI_SUCCESS) make(request, Side::Sender, buf, parts, count, type, dest, tag, comm);
  return result;
}

FARSAN_MPI int MPI_Precv_init(void* buf, int parts, MPI_Count count, MPI_Datatype type, int source, int tag,
                              MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  FARSAN_CALL("MPI_Precv_init");
  const int result = PMPI_Precv_init(buf, parts, count, type, source, tag, comm, info, request);
  if (call && result == MPI_SUCCESS) make(request, Side::Receiver, buf, parts, count, type, source, tag, comm);
  return result;
}

FARSAN_MPI int MPI_Pready(int part, MPI_Request request) {
  FARSAN_CALL("MPI_Pready");
  if (call) ready(call, request, static_cast<std::size_t>(part), static_cast<std::size_t>(part) + 1);
  return PMPI_Pready(part, request);
}

FARSAN_MPI int MPI_Pready_range(int low, int high, MPI_Request request) {
  FARSAN_CALL("MPI_Pready_range");
  if (call) ready(call, request, static_cast<std::size_t>(low), static_cast<std::size_t>(high) + 1);
  return PMPI_Pready_range(low, high, request);
}

// MPI 4.0 forgot the const; libraries have it or not.
template <class Routine>
struct PartsOf;
template <class Parts>
struct PartsOf<int(int, Parts, MPI_Request)> {
  using type = Parts;
};

FARSAN_MPI int MPI_Pready_list(int length, PartsOf<decltype(PMPI_Pready_list)>::type parts, MPI_Request request) {
  FARSAN_CALL("MPI_Pready_list");
  if (call)
    for (int i = 0; i < length; ++i)
      ready(call, request, static_cast<std::size_t>(parts[i]), static_cast<std::size_t>(parts[i]) + 1);
  return PMPI_Pready_list(length, parts, request);
}

FARSAN_MPI int MPI_Parrived(MPI_Request request, int part, int* flag) {
  FARSAN_CALL("MPI_Parrived");
  const int result = PMPI_Parrived(request, part, flag);
  if (!call || result != MPI_SUCCESS || *flag == 0) return result;
  const Request* const active = request_of(request);
  if (const PartitionedPtr of = partitioned_of(request); of && active && active->active)
    arrived(call, *of, static_cast<std::size_t>(part));
  return result;
}

#endif
