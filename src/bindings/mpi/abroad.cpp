#include "bindings/mpi/abroad.h"

#include <utility>

namespace farsan::mpi {

namespace {

/// A scope that no window has.
model::ScopeId own_scope() {
  constexpr std::uint32_t kNoWindows = 1U << 27;
  static std::uint32_t last = 0;
  last = (last + 1) % kNoWindows;
  return {bindings::numbered(kModel, kNoWindows | last)};
}

}  // namespace

void open_abroad(const Call& call, Use use, session::Epoch epoch, ByteRanges& buffer, Abroad& opened) {
  call.runtime().take_foreign(buffer, [&](ProcessId owner, ByteRanges there) {
    model::Issue issue;
    issue.id = new_operation(call, epoch);
    issue.operation.kind = use == Use::Reads ? model::OperationKind::Get : model::OperationKind::Put;
    issue.operation.target = owner;
    issue.operation.scope = own_scope();
    issue.operation.remote = std::move(there);
    call.process().issue(0, issue, call.site(), engine::Naming::Named);
    if (use == Use::Reads)
      opened.read.push_back(issue.id);
    else
      opened.written.push_back({owner, issue.operation.scope});
  });
}

void close_abroad(const Call& call, const Abroad& opened) {
  for (const model::OperationId id : opened.read) call.process().complete(0, {id});
  for (const Abroad::Written& buffer : opened.written)
    call.process().flush(0, {model::CompletionKind::RemoteFlush, buffer.scope, model::Group::only(buffer.owner)});
}

}  // namespace farsan::mpi
