#include "bindings/mpi/epochs.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "bindings/mpi/exchange.h"

namespace farsan::mpi {

namespace {

using Held = transport::ShmTransport::Held;

Held held_as(LockMode mode) { return mode == LockMode::Exclusive ? Held::Exclusive : Held::Shared; }

void acquire(const Call& call, Window& window, std::uint32_t rank, const LockEpoch& epoch) {
  const auto take = [&](const model::Clock& left) {
    call.process().acquired(0, window.lock_gate(rank), epoch.mode, left);
  };
  if (epoch.handed_over)
    take(*epoch.handed_over);
  else
    take(handed_over(call, window, rank, epoch));
}

/// A lock epoch that is open when all are in MPI_Finalize.
struct UnendedLock {
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  std::uint32_t holder = kNobody;
  std::uint32_t home = 0;
  transport::Offset lock = 0;
  LockMode mode = LockMode::Shared;
};

std::vector<UnendedLock> own_unended_locks(std::uint32_t self) {
  std::vector<UnendedLock> own;
  for_each_window([&](const Window& window) {
    const auto add = [&](std::uint32_t rank, const LockEpoch& epoch) {
      if (epoch.checked) own.push_back({self, window.comm->members[rank], window.parts[rank].lock, epoch.mode});
    };
    for (const auto& [rank, epoch] : window.locks) add(rank, epoch);
    for (std::uint32_t rank = 0; window.all_locked && rank < window.parts.size(); ++rank) add(rank, *window.all_locked);
  });
  return own;
}

/// Those of all processes. When it returns, all have left at each lock what they will ever leave there.
std::vector<UnendedLock> unended_locks(std::uint32_t self, const runtime::Job& job) {
  std::vector<UnendedLock> own = own_unended_locks(self);
  std::vector<std::size_t> counts(job.ranks);
  const std::size_t count = own.size();
  job.all_gather(&count, counts.data(), sizeof count);
  const std::size_t most = *std::ranges::max_element(counts);
  if (most == 0) return {};
  own.resize(most);
  std::vector<UnendedLock> all(most * job.ranks);
  job.all_gather(own.data(), all.data(), most * sizeof(UnendedLock));
  std::erase_if(all, [](const UnendedLock& lock) { return lock.holder == UnendedLock::kNobody; });
  return all;
}

using CountsAsHeld = std::function<bool(std::uint32_t home, transport::Offset lock, LockMode mode)>;

/// Opens the gates of epochs that are known to have begun, and of locks that count as held though that is not known.
void open_known_gates(runtime::Runtime& runtime, const CountsAsHeld& counts_as_held) {
  engine::Process& process = runtime.process();
  transport::ShmTransport& transport = runtime.transport();
  for_each_window([&](const Window& window) {
    const auto open = [&](model::LockId gate, const model::Clock& left) {
      process.opened(0, gate, model::make_ref<const model::Clock>(left));
    };
    const auto open_lock = [&](std::uint32_t rank, const LockEpoch& epoch) {
      if (!epoch.checked || epoch.acquired) return;
      if (epoch.handed_over)
        open(window.lock_gate(rank), *epoch.handed_over);
      else if (const std::uint32_t home = window.comm->members[rank];
               counts_as_held(home, window.parts[rank].lock, epoch.mode))
        open(window.lock_gate(rank),
             transport.handed_over(home, window.parts[rank].lock, held_as(epoch.mode), nullptr));
    };
    for (const auto& [rank, epoch] : window.locks) open_lock(rank, epoch);
    for (const auto& [rank, epoch] : window.in_all) open_lock(rank, epoch);
    for (const auto& [rank, epoch] : window.started) {
      if (const auto post = transport.take(window.comm->members[rank], post_stream(window)))
        open(window.start_gate(rank), post->clock.full());
      else if (!window.start_checked)
        open(window.start_gate(rank), {});  // the program says that it has posted
    }
    for (const std::uint32_t rank : window.behind_fence)
      if (const auto fence = transport.take(window.comm->members[rank], fence_stream(window)))
        open(window.fence_gate(rank), fence->clock.full());
  });
}

}  // namespace

void wait_for_lock(const Call& call, const Window& window, std::uint32_t rank, LockEpoch& epoch) {
  call.process().lock(window.lock_gate(rank));
  epoch.knew = call.process().clock(0).version();
}

model::Clock handed_over(const Call& call, const Window& window, std::uint32_t rank, const LockEpoch& epoch) {
  // Operations that were issued before something was learnt know nothing of that.
  const model::UnitClock& clock = call.process().clock(0);
  return call.transport().handed_over(window.comm->members[rank], window.parts[rank].lock, held_as(epoch.mode),
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

transport::Stream post_stream(const Window& window) { return stream(Traffic::Post, window.context()); }

transport::Stream fence_stream(const Window& window) {
  return stream(Traffic::Fence, mix(window.context(), window.fences));
}

void open_gates_at_exit(runtime::Runtime& runtime) {
  // Where an exclusive lock is not known to be held, another process may hold it now, and nothing tells what that one is doing.
  open_known_gates(runtime, [](std::uint32_t, transport::Offset, LockMode mode) { return mode == LockMode::Shared; });
}

void open_gates_at_end(runtime::Runtime& runtime, const runtime::Job& job) {
  const std::vector<UnendedLock> unended = unended_locks(runtime.rank(), job);
  // Of epochs that exclude each other one at most has begun, and nothing tells which. One that none stands in the way of may begin at any time.
  open_known_gates(runtime, [&](std::uint32_t home, transport::Offset lock, LockMode mode) {
    return std::ranges::none_of(unended, [&](const UnendedLock& other) {
      return other.holder != runtime.rank() && other.home == home && other.lock == lock &&
             (mode == LockMode::Exclusive || other.mode == LockMode::Exclusive);
    });
  });
}

}  // namespace farsan::mpi
