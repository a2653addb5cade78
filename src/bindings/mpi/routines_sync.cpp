// Synchronisation on windows (docs/semantics.md, section 3).
#include <sched.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "bindings/mpi/arguments.h"
#include "bindings/mpi/epochs.h"
#include "bindings/mpi/exchange.h"
#include "bindings/mpi/libraries.h"
#include "runtime/atomics.h"

namespace farsan::mpi {

namespace {

using model::CompletionKind;
using model::Group;
using Held = transport::ShmTransport::Held;

/// All that completes an operation completes its buffers.
void close_abroad(const Call& call, Window& window, const Group& targets) {
  if (window.abroad.empty()) [[likely]]
    return;
  std::erase_if(window.abroad, [&](const auto& buffers) {
    const auto& [rank, opened] = buffers;
    if (!targets.contains(window.process(static_cast<int>(rank)))) return false;
    close_abroad(call, opened);
    return true;
  });
}

void complete(const Call& call, Window& window, CompletionKind kind, Group targets) {
  close_abroad(call, window, targets);
  call.process().flush(0, {kind, window.scope(), std::move(targets)});
}

void flush_remotely(const Call& call, Window& window, const Group& targets) {
  close_abroad(call, window, targets);
  call.process().flush(0, model::kFullFlush, window.scope(), targets);
}

Group only(const Window& window, int rank) { return Group::only(window.process(rank)); }

/// None if it is not in it.
std::optional<std::uint32_t> rank_in(const Comm& comm, std::uint32_t process) {
  const auto it = std::find(comm.members.begin(), comm.members.end(), process);
  if (it == comm.members.end()) return std::nullopt;
  return static_cast<std::uint32_t>(it - comm.members.begin());
}

/// Those of the epoch of MPI_Win_start.
Group targets_of(const Window& window) {
  if (window.started.size() == 1) return only(window, static_cast<int>(window.started.begin()->first));
  std::vector<ProcessId> targets;
  for (const auto& [rank, epoch] : window.started) targets.push_back(window.process(static_cast<int>(rank)));
  return Group(std::move(targets));
}

/// What the target knew when it let operations in (MPI_Win_post, MPI_Win_fence). Waits for that, as the routine may: MPI
/// lets MPI_Win_complete, or an operation before it, wait for the post, and a fence that ends an epoch waits for all.
/// Meanwhile the library must be able to make progress, the target may need it.
model::Ref<const model::Clock> let_in_by(const Call& call, std::uint32_t process, const transport::Stream& of) {
  for (;;) {
    if (auto deposit = call.transport().take(process, of))
      return model::make_ref<const model::Clock>(deposit->clock.full());
    int flag = 0;
    PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    ::sched_yield();
  }
}

/// What the target of an epoch of MPI_Win_start knew at its post. With MPI_MODE_NOCHECK it has posted, says the program; if that is
/// not true, nobody waits for it.
model::Ref<const model::Clock> posted_by(const Call& call, const Window& window, std::uint32_t process) {
  const transport::Stream of = post_stream(window);
  if (window.start_checked) return let_in_by(call, process, of);
  const auto deposit = call.transport().take(process, of);
  return model::make_ref<const model::Clock>(deposit ? deposit->clock.full() : model::Clock());
}

/// Before the next fence: what went through after one that did not wait started after the target's call of it.
void pass_fence(const Call& call, Window& window) {
  if (!window.fence_open) return;
  const transport::Stream of = fence_stream(window);
  std::vector<std::uint32_t>& behind = window.behind_fence;
  for (std::uint32_t rank = 0; rank < window.comm->members.size(); ++rank) {
    const std::uint32_t process = window.comm->members[rank];
    if (std::ranges::find(behind, rank) != behind.end())
      call.process().opened(0, window.fence_gate(rank), let_in_by(call, process, of));
    else if (rank != window.comm->rank)
      window.unneeded.emplace_back(process, of);
  }
  behind.clear();
}

/// Else they would gather: most programs have a fence that does not wait in every step.
void throw_away_unneeded(const Call& call, Window& window) {
  std::erase_if(window.unneeded,
                [&](const auto& signal) { return call.transport().take(signal.first, signal.second).has_value(); });
}

/// Else the library refuses the fence, which then completes and tells nothing.
bool may_fence(const Window& window, [[maybe_unused]] int assertion) {
#ifdef OPEN_MPI
  constexpr int kAssertions = MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
  if ((assertion & ~kAssertions) != 0) return false;
#else
  if (window.in_start) return false;
#endif
  return !window.in_post && window.locks.size() == 0 && !window.all_locked;
}

/// To one who has not waited in this fence: its operations wait for a signal by this one that it has entered it, which was here.
void tell_of_fence(const Call& call, std::uint32_t process, const transport::Stream& of, model::Point here) {
  call.transport().deposit(process, of, {{model::make_ref<const model::Clock>(), here}, {}, nullptr, {}, {}});
}

void close_exposure(const Call& call, Window& window) {
  std::vector<engine::Announcement> taken;
  for (const std::uint32_t origin : window.posted_to) {
    auto deposit = call.transport().take(origin, stream(Traffic::Complete, window.context()));
    if (deposit)
      taken.push_back({deposit->clock, {origin}, {call.runtime().rank()}, deposit->scope, deposit->fences, {}});
  }
  window.posted_to.clear();
  window.in_post = false;
  call.process().target_wait(0, taken);
}

/// Hands the lock on, before the real routine lets go of it.
void let_go(const Call& call, Window& window, std::uint32_t rank, LockMode mode) {
  const model::Snapshot left = call.process().unlock(0, window.lock_gate(rank), mode);
  call.transport().leave(window.comm->members[rank], window.parts[rank].lock,
                         mode == LockMode::Exclusive ? Held::Exclusive : Held::Shared, left);
}

}  // namespace

}  // namespace farsan::mpi

using namespace farsan::mpi;
using farsan::model::CompletionKind;
using farsan::model::Group;

// --- Fence -----------------------------------------------------------------------------------------------------------

FARSAN_MPI int MPI_Win_fence(int assertion, MPI_Win win) {
  FARSAN_CALL("MPI_Win_fence");
  Window* const window = call ? window_of(win) : nullptr;
  if (!window || !may_fence(*window, assertion)) return PMPI_Win_fence(assertion, win);
  pass_fence(call, *window);
  ++window->fences;
  // With MPI_MODE_NOPRECEDE it completes nothing and waits for nobody; but operations after it reach a window only after its
  // owner's call, whatever the owner says there: those that do not agree, against the standard, must not wait for each other forever.
  window->fence_open = (assertion & MPI_MODE_NOPRECEDE) != 0;
  if (!window->fence_open) complete(call, *window, CompletionKind::CollectiveFlush, Group());
  const farsan::model::Point here = call.process().clock(0).here();
  const auto& others = window->comm->others();
  const farsan::transport::Stream of = fence_stream(*window);
  if (window->fence_open)
    signal_to(call, others, of);
  else
    signal_together(call, others, of);
  const int result = PMPI_Win_fence(assertion, win);
  if (is_refused(result)) {  // the next one has its number
    if (window->fence_open)
      take_back(call, others, of);
    else
      take_back_together(call, others, of);
    --window->fences;
    return result;
  }
  if (result == MPI_SUCCESS && !window->fence_open) {
    for (const std::uint32_t other : wait_together(call, others, of)) tell_of_fence(call, other, of, here);
  }
  throw_away_unneeded(call, *window);
  return result;
}

// --- Post, start, complete, wait ---------------------------------------------------------------------------------------

FARSAN_MPI int MPI_Win_post(MPI_Group group, int assertion, MPI_Win win) {
  FARSAN_CALL("MPI_Win_post");
  if (Window* const window = call && group != MPI_GROUP_NULL ? window_of(win) : nullptr) {
    const auto origins = processes_of(group);
    const farsan::transport::Stream of = post_stream(*window);
    std::vector<std::uint32_t> before;
    if (!window->posted_to.empty()) before = window->posted_to;
    window->posted_to.assign(origins.begin(), origins.end());
    signal_to(call, window->posted_to, of);
    const int result = PMPI_Win_post(group, assertion, win);
    if (result == MPI_SUCCESS) {
      window->in_post = true;
      return result;
    }
    take_back(call, window->posted_to, of);
    window->posted_to = std::move(before);
    return result;
  }
  return PMPI_Win_post(group, assertion, win);
}

FARSAN_MPI int MPI_Win_start(MPI_Group group, int assertion, MPI_Win win) {
  FARSAN_CALL("MPI_Win_start");
  const int result = PMPI_Win_start(group, assertion, win);
  Window* const window = call && result == MPI_SUCCESS ? window_of(win) : nullptr;
  if (!window) return result;
  window->in_start = true;
  window->start_checked = (assertion & MPI_MODE_NOCHECK) == 0;
  for (const std::uint32_t process : processes_of(group)) {
    const auto rank = rank_in(*window->comm, process);
    if (!rank) continue;
    window->started[*rank] = {};
    call.process().lock(window->start_gate(*rank));
  }
  return result;
}

FARSAN_MPI int MPI_Win_complete(MPI_Win win) {
  FARSAN_CALL("MPI_Win_complete");
  Window* const window = call ? window_of(win) : nullptr;
  if (!window || !window->in_start) return PMPI_Win_complete(win);
  for (const auto& [rank, epoch] : window->started) {
    const auto posted = posted_by(call, *window, window->comm->members[rank]);
    if (epoch.answers) call.process().wait(0, *posted);
    call.process().opened(0, window->start_gate(rank), posted);
  }
  const Group targets = targets_of(*window);
  complete(call, *window, CompletionKind::LocalFlush, targets);
  call.process().fence(0, {window->scope(), targets});
  for (const farsan::model::ProcessId target : targets.members()) {
    farsan::model::Notify notify{};
    notify.target = target;
    notify.scope = window->scope();
    const farsan::engine::Announcement announced = call.process().notify(0, notify);
    call.transport().deposit(target.value, stream(Traffic::Complete, window->context()),
                             {announced.clock, announced.scope, announced.fences});
  }
  window->in_start = false;
  window->started.clear();
  return PMPI_Win_complete(win);
}

FARSAN_MPI int MPI_Win_wait(MPI_Win win) {
  FARSAN_CALL("MPI_Win_wait");
  const int result = PMPI_Win_wait(win);
  if (Window* const window = call && result == MPI_SUCCESS ? window_of(win) : nullptr) close_exposure(call, *window);
  return result;
}

FARSAN_MPI int MPI_Win_test(MPI_Win win, int* flag) {
  FARSAN_CALL("MPI_Win_test");
  const int result = PMPI_Win_test(win, flag);
  Window* const window = call && result == MPI_SUCCESS ? window_of(win) : nullptr;
  if (window && *flag != 0) close_exposure(call, *window);
  return result;
}

// --- Locks -----------------------------------------------------------------------------------------------------------

FARSAN_MPI int MPI_Win_lock(int lock_type, int rank, int assertion, MPI_Win win) {
  FARSAN_CALL("MPI_Win_lock");
  const int result = PMPI_Win_lock(lock_type, rank, assertion, win);
  Window* const window = call && rank != MPI_PROC_NULL ? window_of(win) : nullptr;
  if (!window || result != MPI_SUCCESS) return result;
  const auto target = static_cast<std::uint32_t>(rank);
  const bool checked = (assertion & MPI_MODE_NOCHECK) == 0;
  LockEpoch& epoch = window->locks[target];
  epoch = {lock_type == MPI_LOCK_EXCLUSIVE ? LockMode::Exclusive : LockMode::Shared, checked, false};
  if (checked) {
    wait_for_lock(call, *window, target, epoch);
    if (takes_locks_at_once()) epoch.handed_over = handed_over(call, *window, target, epoch);
  }
  // It waits until the window is locked where loads and stores of it may follow; locking another need not.
  if (window->shared && checked && !epoch.handed_over) PMPI_Win_flush(rank, win);
  if (window->shared || target == window->comm->rank) lock_is_held(call, *window, target);
  return result;
}

FARSAN_MPI int MPI_Win_unlock(int rank, MPI_Win win) {
  FARSAN_CALL("MPI_Win_unlock");
  Window* const window = call && rank != MPI_PROC_NULL ? window_of(win) : nullptr;
  const auto target = static_cast<std::uint32_t>(rank);
  const auto epoch = window ? window->locks.find(target) : decltype(window->locks.find(0)){};
  if (!window || epoch == window->locks.end()) return PMPI_Win_unlock(rank, win);
  // Held for certain, so that what the holders before left is all there, and nothing of those after.
  if (epoch->second.checked && !epoch->second.acquired && !epoch->second.handed_over) PMPI_Win_flush(rank, win);
  lock_is_held(call, *window, target);
  flush_remotely(call, *window, only(*window, rank));
  if (epoch->second.checked) let_go(call, *window, target, epoch->second.mode);
  window->locks.erase(epoch);
  return PMPI_Win_unlock(rank, win);
}

FARSAN_MPI int MPI_Win_lock_all(int assertion, MPI_Win win) {
  FARSAN_CALL("MPI_Win_lock_all");
  const int result = PMPI_Win_lock_all(assertion, win);
  Window* const window = call && result == MPI_SUCCESS ? window_of(win) : nullptr;
  if (!window) return result;
  window->all_locked = LockEpoch{LockMode::Shared, (assertion & MPI_MODE_NOCHECK) == 0, false};
  if (!window->all_locked->checked) return result;
  if (window->shared && !takes_locks_at_once()) PMPI_Win_flush_all(win);
  for (std::uint32_t rank = 0; rank < window->parts.size(); ++rank) {
    if (!window->shared && rank != window->comm->rank) continue;
    [[maybe_unused]] const Circumstance now = circumstance_of(call, *window, rank);
    lock_is_held(call, *window, rank);
  }
  return result;
}

FARSAN_MPI int MPI_Win_unlock_all(MPI_Win win) {
  FARSAN_CALL("MPI_Win_unlock_all");
  Window* const window = call ? window_of(win) : nullptr;
  if (!window || !window->all_locked) return PMPI_Win_unlock_all(win);
  const bool checked = window->all_locked->checked;
  if (checked) PMPI_Win_flush_all(win);
  locks_are_held(call, *window);
  flush_remotely(call, *window, Group());
  if (checked) {
    for (const auto& [rank, epoch] : window->in_all) {
      [[maybe_unused]] const auto ignored = call.process().unlock(0, window->lock_gate(rank), LockMode::Shared);
    }
    const farsan::model::Snapshot left = call.process().signal(0);
    for (std::uint32_t rank = 0; rank < window->parts.size(); ++rank)
      call.transport().leave(window->comm->members[rank], window->parts[rank].lock,
                             farsan::transport::ShmTransport::Held::Shared, left);
  }
  window->all_locked.reset();
  window->in_all.clear();
  return PMPI_Win_unlock_all(win);
}

// --- Flushes ---------------------------------------------------------------------------------------------------------

FARSAN_MPI int MPI_Win_flush(int rank, MPI_Win win) {
  FARSAN_CALL("MPI_Win_flush");
  const int result = PMPI_Win_flush(rank, win);
  Window* const window = call && result == MPI_SUCCESS && rank != MPI_PROC_NULL ? window_of(win) : nullptr;
  if (!window) return result;
  lock_is_held(call, *window, static_cast<std::uint32_t>(rank));
  flush_remotely(call, *window, only(*window, rank));
  return result;
}

FARSAN_MPI int MPI_Win_flush_all(MPI_Win win) {
  FARSAN_CALL("MPI_Win_flush_all");
  const int result = PMPI_Win_flush_all(win);
  Window* const window = call && result == MPI_SUCCESS ? window_of(win) : nullptr;
  if (!window) return result;
  locks_are_held(call, *window);
  flush_remotely(call, *window, Group());
  return result;
}

// Local completion says nothing about the lock (data may wait in a buffer of the library), unless an answer has come.
FARSAN_MPI int MPI_Win_flush_local(int rank, MPI_Win win) {
  FARSAN_CALL("MPI_Win_flush_local");
  const int result = PMPI_Win_flush_local(rank, win);
  Window* const window = call && result == MPI_SUCCESS && rank != MPI_PROC_NULL ? window_of(win) : nullptr;
  if (!window) return result;
  answers_are_there(call, *window, static_cast<std::uint32_t>(rank));
  complete(call, *window, CompletionKind::LocalFlush, only(*window, rank));
  return result;
}

FARSAN_MPI int MPI_Win_flush_local_all(MPI_Win win) {
  FARSAN_CALL("MPI_Win_flush_local_all");
  const int result = PMPI_Win_flush_local_all(win);
  Window* const window = call && result == MPI_SUCCESS ? window_of(win) : nullptr;
  if (!window) return result;
  answers_are_there(call, *window, std::nullopt);
  complete(call, *window, CompletionKind::LocalFlush, Group());
  return result;
}

// A memory barrier for the process itself: it neither completes nor orders anything of others, but for atomics of the program around it.
FARSAN_MPI int MPI_Win_sync(MPI_Win win) {
  FARSAN_CALL("MPI_Win_sync");
  const int result = PMPI_Win_sync(win);
  if (call && result == MPI_SUCCESS) farsan::runtime::atomic_fence(__ATOMIC_SEQ_CST);
  return result;
}
