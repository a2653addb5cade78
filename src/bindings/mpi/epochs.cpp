#include "bindings/mpi/epochs.h"

namespace farsan::mpi {

namespace {

using Held = transport::ShmTransport::Held;

void acquire(const Call& call, Window& window, std::uint32_t rank, LockMode mode) {
  const std::uint32_t home = window.comm->members[rank];
  const Held how = mode == LockMode::Exclusive ? Held::Exclusive : Held::Shared;
  call.process().acquired(0, window.lock_gate(rank), call.transport().handed_over(home, window.parts[rank].lock, how));
}

}  // namespace

Circumstance circumstance_of(const Call& call, Window& window, std::uint32_t rank) {
  if (const auto it = window.locks.find(rank); it != window.locks.end())
    return {session::Epoch::Lock, it->second.checked ? std::optional(window.lock_gate(rank)) : std::nullopt};
  if (window.all_locked) {
    if (!window.all_locked->checked) return {session::Epoch::LockAll, std::nullopt};
    if (window.all_acquired.try_emplace(rank, false).second) call.process().lock(window.lock_gate(rank));
    return {session::Epoch::LockAll, window.lock_gate(rank)};
  }
  if (window.started.contains(rank)) return {session::Epoch::Start, window.start_gate(rank)};
  return {session::Epoch::Fence, std::nullopt};
}

void expects_answer(Window& window, std::uint32_t rank) {
  if (const auto it = window.started.find(rank); it != window.started.end()) it->second.answers = true;
}

void lock_is_held(const Call& call, Window& window, std::uint32_t rank) {
  if (const auto it = window.locks.find(rank); it != window.locks.end()) {
    if (!it->second.checked || std::exchange(it->second.acquired, true)) return;
    acquire(call, window, rank, it->second.mode);
  } else if (const auto all = window.all_acquired.find(rank); all != window.all_acquired.end()) {
    if (!std::exchange(all->second, true)) acquire(call, window, rank, LockMode::Shared);
  }
}

void locks_are_held(const Call& call, Window& window) {
  for (const auto& [rank, epoch] : window.locks) lock_is_held(call, window, rank);
  for (const auto& [rank, acquired] : window.all_acquired) lock_is_held(call, window, rank);
}

}  // namespace farsan::mpi
