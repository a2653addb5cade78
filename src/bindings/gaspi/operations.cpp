#include "bindings/gaspi/operations.h"

#include <array>
#include <span>

#include "bindings/gaspi/segments.h"

namespace farsan::gaspi {

namespace {

using model::OperationKind;
using model::Stripe;

/// Atomics are complete on return, whatever happens on the queues.
constexpr model::ScopeId kAtomicsScope{bindings::numbered(kModel, 1)};
constexpr std::uint32_t kFirstQueueScope = bindings::numbered(kModel, 2);
constexpr model::DomainId kAtomicsDomain{bindings::numbered(kModel, 0)};
constexpr std::uint32_t kQueues = 256;

struct Scopes {
  constexpr Scopes() {
    for (std::uint32_t queue = 0; queue < kQueues; ++queue) of[queue] = kFirstQueueScope + queue;
  }
  std::array<std::uint32_t, kQueues> of{};
  std::uint32_t next = kFirstQueueScope + kQueues;  ///< those below belong to the queues of the beginning
};
constinit Scopes g_scopes;

/// `queue`: 1 + its number; 0: none, or the 256th, for which there is no room.
model::OperationId new_id(const Call& call, session::Epoch kind, std::uint32_t queue = 0) {
  return runtime::new_operation_id(call.me(), kind, static_cast<std::uint8_t>(queue));
}

Stripe stripe(model::Address at, std::uint64_t size) { return {at, size, size, size == 0 ? 0U : 1U}; }

/// A transfer, by addresses.
struct Piece {
  model::Address local;
  model::Address remote;
  std::uint64_t size;
};

/// Where the pieces write, no two of them meet.
bool apart(Way way, std::span<const Piece> pieces) {
  std::vector<Stripe> written;
  std::uint64_t bytes = 0;
  for (const Piece& piece : pieces) {
    written.push_back(stripe(way == Way::Write ? piece.remote : piece.local, piece.size));
    bytes += piece.size;
  }
  return ByteRanges::joined(std::move(written)).size() == bytes;
}

model::OperationId issue(const Call& call, const Request& request, std::span<const Piece> pieces,
                         engine::Naming naming) {
  std::vector<Stripe> local;
  std::vector<Stripe> remote;
  for (const Piece& piece : pieces) {
    local.push_back(stripe(piece.local, piece.size));
    remote.push_back(stripe(piece.remote, piece.size));
  }
  const bool writes = request.way == Way::Write;
  model::Issue issue;
  issue.id = new_id(call, writes ? session::Epoch::QueueWrite : session::Epoch::QueueRead, request.queue + 1U);
  issue.operation.kind = writes ? OperationKind::Put : OperationKind::Get;
  issue.operation.target = {process_of(request.rank)};
  issue.operation.scope = scope_of(request.queue);
  (writes ? issue.operation.source : issue.operation.result) = ByteRanges::joined(std::move(local));
  issue.operation.remote = ByteRanges::joined(std::move(remote));
  call.process().issue(0, issue, call.site(), naming);
  return issue.id;
}

}  // namespace

model::ScopeId scope_of(gaspi_queue_id_t queue) { return {g_scopes.of[queue]}; }

void queue_created(gaspi_queue_id_t queue) { g_scopes.of[queue] = g_scopes.next++; }

std::vector<model::OperationId> posted(const Call& call, const Request& request, engine::Naming named) {
  std::vector<Piece> pieces;
  for (const Transfer& transfer : request.transfers) {
    const auto local = address_in(call, call.me(), transfer.local, transfer.local_offset);
    const auto remote = address_in(call, process_of(request.rank), transfer.remote, transfer.remote_offset);
    if (local && remote && transfer.size != 0) pieces.push_back({*local, *remote, transfer.size});
  }
  if (pieces.empty()) return {};
  // Nothing orders the elements of a list. They are one operation as long as that makes no difference.
  if (apart(request.way, pieces)) return {issue(call, request, pieces, named)};
  std::vector<model::OperationId> ids;
  ids.reserve(pieces.size());
  for (const Piece& piece : pieces) ids.push_back(issue(call, request, std::span(&piece, 1), named));
  return ids;
}

void updated(const Call& call, gaspi_rank_t rank, gaspi_segment_id_t segment, gaspi_offset_t offset) {
  const ProcessId process{process_of(rank)};
  const auto at = address_in(call, process.value, segment, offset);
  if (!at) return;
  constexpr std::uint32_t kType = 1;
  constexpr std::uint32_t kUpdate = 1;
  constexpr std::uint32_t kSize = sizeof(gaspi_atomic_value_t);
  model::Issue issue;
  issue.id = new_id(call, session::Epoch::QueueAtomic);
  issue.operation.kind = OperationKind::FetchUpdate;
  issue.operation.target = process;
  issue.operation.scope = kAtomicsScope;
  issue.operation.remote = ByteRanges::contiguous(*at, kSize);
  issue.operation.atomicity = model::Atomicity{{kType}, kSize, kUpdate, kAtomicsDomain, model::Admission::AnyOperation};
  call.process().issue(0, issue, call.site(), engine::Naming::Anonymous);
  call.process().flush(0, {model::CompletionKind::RemoteFlush, kAtomicsScope, model::Group::only(process)});
}

ByteRanges own_bytes(const Call& call, gaspi_segment_id_t segment, gaspi_offset_t offset, gaspi_size_t size) {
  const auto at = address_in(call, call.me(), segment, offset);
  return at ? ByteRanges::contiguous(*at, size) : ByteRanges();
}

}  // namespace farsan::gaspi
