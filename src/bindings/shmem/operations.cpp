#include "bindings/shmem/operations.h"

#include "bindings/shmem/notifications.h"
#include "bindings/shmem/symmetric.h"

namespace farsan::shmem {

namespace {

using model::OperationKind;

/// Atomics are told apart only by whether they write: all are atomic to each other.
constexpr std::uint32_t kAnyUpdate = 1;

model::Issue issue_to(const Call& call, const Destination& to, OperationKind kind) {
  const bool on_default = to.context->scope == default_scope();
  model::Issue issue;
  issue.id =
      new_operation(call, on_default ? session::Epoch::Quiet : session::Epoch::ContextQuiet, to.context->made_at);
  issue.operation.kind = kind;
  issue.operation.target = {to.pe};
  issue.operation.scope = to.context->scope;
  return issue;
}

ByteRanges local_part(const Transfer& transfer) {
  return elements(address_of(transfer.local), transfer.count, transfer.size, transfer.local_stride);
}

std::optional<model::OperationId> issue_put(const Call& call, const Transfer& transfer, Blocking blocking,
                                            engine::Naming naming) {
  const auto to = destination(transfer.ctx, transfer.remote, transfer.pe);
  if (!to || transfer.count == 0) return std::nullopt;
  model::Issue issue = issue_to(call, *to, OperationKind::Put);
  issue.operation.remote = elements(to->at, transfer.count, transfer.size, transfer.remote_stride);
  if (transfer.local != nullptr) {
    if (blocking == Blocking::Yes)
      call.reads(local_part(transfer));
    else
      issue.operation.source = local_part(transfer);
  }
  call.process().issue(0, issue, call.site(), naming);
  return issue.id;
}

}  // namespace

model::Issue atomic_issue(const Call& call, const Destination& to, OperationKind kind, AtomicType type,
                          model::DomainId domain, const void* result) {
  model::Issue issue = issue_to(call, to, kind);
  issue.operation.remote = ByteRanges::contiguous(to.at, type.size);
  if (result != nullptr) issue.operation.result = ByteRanges::contiguous(address_of(result), type.size);
  const std::uint32_t number = kind == OperationKind::Fetch ? model::Atomicity::kReadOnly : kAnyUpdate;
  issue.operation.atomicity =
      model::Atomicity{{type.number}, type.size, number, domain, model::Admission::AnyOperation};
  return issue;
}

model::OperationId new_operation(const Call& call, session::Epoch epoch, std::uint8_t context) {
  return runtime::new_operation_id(call.me(), epoch, context);
}

ByteRanges elements(model::Address at, std::uint64_t count, std::uint64_t size, std::ptrdiff_t stride) {
  if (count == 0 || size == 0) return {};
  if (stride == 1) return ByteRanges::contiguous(at, count * size);
  const std::uint64_t apart = static_cast<std::uint64_t>(stride < 0 ? -stride : stride) * size;
  if (apart == 0) return ByteRanges::contiguous(at, size);
  const model::Address first = stride < 0 ? at - (count - 1) * apart : at;
  return ByteRanges::of({first, size, apart, count});
}

std::optional<Destination> destination(shmem_ctx_t ctx, const void* symmetric, int pe) {
  const Context* context = context_of(ctx);
  if (context == nullptr || pe < 0 || static_cast<std::size_t>(pe) >= context->members.size()) return std::nullopt;
  const std::uint32_t target = context->members[static_cast<std::size_t>(pe)];
  const auto at = counterpart(symmetric, target);
  if (!at) return std::nullopt;
  return Destination{context, target, *at};
}

void put(const Call& call, const Transfer& transfer, Blocking blocking) {
  (void)issue_put(call, transfer, blocking, engine::Naming::Anonymous);
}

std::optional<model::OperationId> announced_put(const Call& call, const Transfer& transfer, Blocking blocking) {
  return issue_put(call, transfer, blocking, engine::Naming::Named);
}

void get(const Call& call, const Transfer& transfer, Blocking blocking) {
  const auto to = destination(transfer.ctx, transfer.remote, transfer.pe);
  if (!to || transfer.count == 0) return;
  model::Issue issue = issue_to(call, *to, OperationKind::Get);
  issue.operation.remote = elements(to->at, transfer.count, transfer.size, transfer.remote_stride);
  if (blocking == Blocking::No) {
    issue.operation.result = local_part(transfer);
    call.process().issue(0, issue, call.site(), engine::Naming::Anonymous);
    return;
  }
  if (transfer.local != nullptr) call.writes(local_part(transfer));
  call.process().perform(0, issue, call.site());
}

model::OperationId atomic(const Call& call, const Destination& to, OperationKind kind, AtomicType type,
                          const void* result) {
  const model::Issue issue = atomic_issue(call, to, kind, type, to.context->domain, result);
  call.process().issue(0, issue, call.site(), engine::Naming::Named);
  return issue.id;
}

void atomic_read(const Call& call, const Destination& from, AtomicType type, model::DomainId domain) {
  call.process().perform(0, atomic_issue(call, from, OperationKind::Fetch, type, domain), call.site());
}

void complete_locally(const Call& call, model::OperationId id) { call.process().complete(0, {id}); }

void look_at(const Call& call, const void* variable, AtomicType type, model::DomainId domain) {
  atomic_read(call, {context_of(SHMEM_CTX_DEFAULT), call.me(), address_of(variable)}, type, domain);
}

void quiet(const Call& call, model::ScopeId scope) {
  call.process().flush(0, model::kFullFlush, scope, model::Group());
  updates_are_complete(call, scope);
}

}  // namespace farsan::shmem
