// Epochs on windows: who may be accessed now, what holds operations back, and when a lock is known to be held.
#pragma once

#include "bindings/mpi/windows.h"

namespace farsan::mpi {

/// How an operation to `rank` is synchronised now: for the report, and what it has to wait for.
struct Circumstance {
  session::Epoch kind = session::Epoch::Fence;
  std::optional<model::LockId> gate;
};
[[nodiscard]] Circumstance circumstance_of(const Call& call, Window& window, std::uint32_t rank);

/// An operation that brings something back was issued to `rank`.
void expects_answer(Window& window, std::uint32_t rank);

/// From now on operations to `rank` wait for the lock.
void wait_for_lock(const Call& call, const Window& window, std::uint32_t rank, LockEpoch& epoch);
/// What the holders before have left at the lock of `rank`, but for what all operations of the epoch have known since they were issued. Only who
/// holds it may look.
[[nodiscard]] model::Clock handed_over(const Call& call, const Window& window, std::uint32_t rank,
                                       const LockEpoch& epoch);
/// The lock towards `rank` is held for certain (a flush has returned): the engine learns what the holders before left.
void lock_is_held(const Call& call, Window& window, std::uint32_t rank);
/// The number of the lock epoch towards `rank`; 0: there is none.
[[nodiscard]] std::uint64_t lock_epoch(const Window& window, std::uint32_t rank);
/// Operations towards `rank` (or all) are locally complete: if one of them brought something back, the lock is held.
void answers_are_there(const Call& call, Window& window, std::optional<std::uint32_t> rank);
/// The same for all targets that operations went to.
void locks_are_held(const Call& call, Window& window);

/// Where a target's call of MPI_Win_post, and of the last fence, is told.
[[nodiscard]] transport::Stream post_stream(const Window& window);
[[nodiscard]] transport::Stream fence_stream(const Window& window);

/// Opens the gates of epochs that are known to have begun, and of shared locks: this process ends early, with operations behind them.
void open_gates_at_exit(runtime::Runtime& runtime);
/// All call it in MPI_Finalize: opens the gates of epochs that nobody has ended. Those that have not begun stay closed.
void open_gates_at_end(runtime::Runtime& runtime, const runtime::Job& job);

}  // namespace farsan::mpi
