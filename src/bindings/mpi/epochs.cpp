#include "bindings/mpi/epochs.h"

#include <algorithm>
#include <utility>

namespace farsan::mpi {

namespace {

using Held = transport::ShmTransport::Held;

void acquire(const Call& call, Window& window, std::uint32_t rank, const LockEpoch& epoch) {
  const auto take = [&](const model::Clock& left) {
    call.process().acquired(0, window.lock_gate(rank), epoch.mode, left);
  };
  if (epoch.handed_over)
    take(*epoch.handed_over);
  else
    take(handed_over(call, window, rank, epoch));
}

}  // namespace

void wait_for_lock(const Call& call, const Window& window, std::uint32_t rank, LockEpoch& epoch) {
  call.process().lock(window.lock_gate(rank));
  epoch.knew = call.process().clock(0).version();
}

model::Clock handed_over(const Call& call, const Window& window, std::uint32_t rank, const LockEpoch& epoch) {
  const Held how = epoch.mode == LockMode::Exclusive ? Held::Exclusive : Held::Shared;
  // Operations that were issued before something was learnt know nothing of that.
  const model::UnitClock& clock = call.process().clock(0);
  return call.transport().handed_over(window.comm->members[rank], window.parts[rank].lock, how,
                                      clock.version() == epoch.knew ? &clock : nullptr);
}

Circumstance circumstance_of(const Call& call, Window& window, std::uint32_t rank) {
  if (const auto it = window.locks.find(rank); it != window.locks.end()) {
    const bool alone = it->second.mode == LockMode::Exclusive;
    return {alone ? session::Epoch::LockExclusive : session::Epoch::Lock,
            it->second.checked ? std::optional(window.lock_gate(rank)) : std::nullopt};
  }
  if (window.all_locked) {
    if (!window.all_locked->checked) return {session::Epoch::LockAll, std::nullopt};
    if (const auto [entry, is_new] = window.in_all.try_emplace(rank); is_new)
      wait_for_lock(call, window, rank, entry->second);
    return {session::Epoch::LockAll, window.lock_gate(rank)};
  }
  if (window.started.contains(rank)) return {session::Epoch::Start, window.start_gate(rank)};
  if (!window.fence_open || rank == window.comm->rank) return {session::Epoch::Fence, std::nullopt};
  if (std::find(window.behind_fence.begin(), window.behind_fence.end(), rank) == window.behind_fence.end()) {
    window.behind_fence.push_back(rank);
    call.process().lock(window.fence_gate(rank));
  }
  return {session::Epoch::Fence, window.fence_gate(rank)};
}

void expects_answer(Window& window, std::uint32_t rank) {
  if (const auto it = window.started.find(rank); it != window.started.end()) it->second.answers = true;
  if (const auto it = window.locks.find(rank); it != window.locks.end()) it->second.answers = true;
  if (const auto it = window.in_all.find(rank); it != window.in_all.end()) it->second.answers = true;
}

void lock_is_held(const Call& call, Window& window, std::uint32_t rank) {
  if (const auto it = window.locks.find(rank); it != window.locks.end()) {
    if (!it->second.checked || std::exchange(it->second.acquired, true)) return;
    acquire(call, window, rank, it->second);
  } else if (const auto all = window.in_all.find(rank); all != window.in_all.end()) {
    if (!std::exchange(all->second.acquired, true)) acquire(call, window, rank, all->second);
  }
}

std::uint64_t lock_epoch(const Window& window, std::uint32_t rank) {
  if (const auto it = window.locks.find(rank); it != window.locks.end()) return it->second.number;
  const auto all = window.in_all.find(rank);
  return all == window.in_all.end() ? 0 : all->second.number;
}

void locks_are_held(const Call& call, Window& window) {
  for (const auto& [rank, epoch] : window.locks) lock_is_held(call, window, rank);
  for (const auto& [rank, epoch] : window.in_all) lock_is_held(call, window, rank);
}

void answers_are_there(const Call& call, Window& window, std::optional<std::uint32_t> rank) {
  const auto look = [&](const auto& epochs) {
    for (const auto& [target, epoch] : epochs)
      if (epoch.answers && (!rank || *rank == target)) lock_is_held(call, window, target);
  };
  look(window.locks);
  look(window.in_all);
}

void open_known_gates(runtime::Runtime& runtime) {
  for_each_window([&](const Window& window) {
    const auto open = [&](std::uint32_t rank, const LockEpoch& epoch) {
      if (!epoch.checked || epoch.acquired) return;
      // Where an exclusive lock is not known to be held, another process may hold it now, and nothing tells what that one is doing.
      if (!epoch.handed_over && epoch.mode == LockMode::Exclusive) return;
      const model::Clock left = epoch.handed_over
                                    ? *epoch.handed_over
                                    : runtime.transport().handed_over(window.comm->members[rank],
                                                                      window.parts[rank].lock, Held::Shared, nullptr);
      runtime.process().opened(0, window.lock_gate(rank), model::make_ref<const model::Clock>(left));
    };
    for (const auto& [rank, epoch] : window.locks) open(rank, epoch);
    for (const auto& [rank, epoch] : window.in_all) open(rank, epoch);
  });
}

}  // namespace farsan::mpi
