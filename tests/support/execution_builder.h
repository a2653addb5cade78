// Writes small executions down in tests: one line per event, in the order in which they happened.
#pragma once

#include <cstdint>
#include <utility>

#include "model/execution.h"

namespace farsan::testing_support {

using namespace model;

inline constexpr ProcessId P0{0};
inline constexpr ProcessId P1{1};
inline constexpr ProcessId P2{2};
inline constexpr std::uint64_t kWord = 8;

class ExecutionBuilder {
 public:
  explicit ExecutionBuilder(std::uint32_t processes = 3) { execution_.processes = processes; }

  /// Appends an event of the process's first unit; says where it is.
  std::size_t at(ProcessId process, Action action) { return at(UnitId{process, 0}, std::move(action)); }
  std::size_t at(UnitId unit, Action action) {
    execution_.events.push_back({unit, {}, std::move(action)});
    return execution_.events.size() - 1;
  }
  CollectiveId collective(CollectiveKind kind, std::uint32_t members, std::uint32_t root = 0) {
    return collective({kind, std::vector<Member>(members), root});
  }
  CollectiveId collective(Collective described) {
    execution_.collectives.push_back(std::move(described));
    return CollectiveId{static_cast<std::uint32_t>(execution_.collectives.size() - 1)};
  }
  /// `from` signals, `to` waits: everything of the one so far happens before everything of the other from here on.
  std::size_t synchronise(UnitId from, UnitId to) {
    const TokenId token{next_token_++};
    at(from, Signal{token});
    return at(to, Wait{{token}});
  }
  std::size_t synchronise(ProcessId from, ProcessId to) { return synchronise(UnitId{from, 0}, UnitId{to, 0}); }
  /// An operation with the next number.
  std::size_t issue(UnitId unit, Operation operation) { return at(unit, Issue{OperationId{next_id_++}, operation}); }
  std::size_t issue(ProcessId process, Operation operation) { return issue(UnitId{process, 0}, std::move(operation)); }
  [[nodiscard]] OperationId last_id() const { return OperationId{next_id_ - 1}; }

  [[nodiscard]] Execution& execution() { return execution_; }

 private:
  Execution execution_;
  std::uint32_t next_token_ = 1000;
  std::uint64_t next_id_ = 0;
};

inline ByteRanges bytes(Address begin, std::uint64_t size = kWord) { return ByteRanges::contiguous(begin, size); }

inline Touch load(ProcessId owner, Address at, std::uint64_t size = kWord) {
  return {AccessKind::Load, owner, bytes(at, size)};
}
inline Touch store(ProcessId owner, Address at, std::uint64_t size = kWord) {
  return {AccessKind::Store, owner, bytes(at, size)};
}

/// From `source` at the origin to `remote` at the target.
inline Operation put(ProcessId target, Address source, Address remote, ScopeId scope = {}) {
  Operation op;
  op.kind = OperationKind::Put;
  op.target = target;
  op.scope = scope;
  op.source = bytes(source);
  op.remote = bytes(remote);
  return op;
}

inline Operation get(ProcessId target, Address result, Address remote, ScopeId scope = {}) {
  Operation op;
  op.kind = OperationKind::Get;
  op.target = target;
  op.scope = scope;
  op.result = bytes(result);
  op.remote = bytes(remote);
  return op;
}

/// Operand by value: only the remote access.
inline Operation update(ProcessId target, Address remote, std::uint32_t reduction = 1) {
  Operation op;
  op.kind = OperationKind::Update;
  op.target = target;
  op.remote = bytes(remote);
  op.atomicity = Atomicity{.type = {1}, .size = kWord, .operation = reduction, .domain = {1}};
  return op;
}

inline Operation fetch(ProcessId target, Address remote) {
  Operation op = update(target, remote, Atomicity::kReadOnly);
  op.kind = OperationKind::Fetch;
  return op;
}

inline Operation gated(Operation op, LockId gate) {
  op.gate = gate;
  return op;
}

inline Flush flush(CompletionKind kind, std::optional<ScopeId> scope = {}, Group targets = {}) {
  return {kind, scope, std::move(targets)};
}
inline Flush collective_flush() { return flush(CompletionKind::CollectiveFlush); }
inline Flush local_flush() { return flush(CompletionKind::LocalFlush); }
inline Flush remote_flush() { return flush(CompletionKind::RemoteFlush); }

}  // namespace farsan::testing_support
