// Waiting for what another process does: a short spin, then sleep. Processes are often more than cores, so who spins long
// keeps others from the very work that is waited for.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>

#include "pgas/node/layout.h"

namespace farsan::pgas {

/// Sleeps until somebody rings, unless the bell has been rung since `seen` was read, and for a limited time only.
void sleep_on(Bell& bell, std::uint32_t seen, std::chrono::microseconds limit);

void wake(Bell& bell);

/// Wakes who sleeps at the bell. To be called after the change that they wait for: the fence lets either this process see the
/// sleeper or the sleeper see the change.
inline void ring(Bell& bell) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (bell.sleepers.load(std::memory_order_relaxed) == 0) [[likely]]
    return;
  wake(bell);
}

/// From now on, who waits ends as by SIGTERM when the parent of this process is gone. For jobs of launchers that end those processes
/// only that they think are theirs still: Open MPI's has no more to do with one that has finalised MPI.
void end_with_parent();
void end_if_parent_is_gone();

/// How often to look before sleeping, in a job of this many processes.
[[nodiscard]] int spins_for(std::uint32_t processes);

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield" ::: "memory");
#endif
}

using Clock = std::chrono::steady_clock;
inline constexpr Clock::time_point kForever = Clock::time_point::max();

/// Returns true when `done()` does, false when it did not until the deadline. `idle()` is called after each sleep, and before
/// giving up: who polls with no time at all never sleeps, and looks twice. Changes that nobody rings for (a plain store) are seen a few
/// milliseconds later.
template <class Done, class Idle>
bool wait_until(Bell& bell, int spins, Clock::time_point deadline, Done done, Idle idle) {
  constexpr int kLooks = 64;  // between two looks at the clock
  constexpr std::chrono::microseconds kLongestSpin{500};
  Clock::time_point enough = deadline;
  for (int spin = 0; spin < spins; ++spin) {
    if (done()) return true;
    if (spin % kLooks == 0 && (spin != 0 || deadline != kForever)) {
      const Clock::time_point now = Clock::now();
      if (enough == deadline) enough = std::min(deadline, now + kLongestSpin);
      if (now >= enough) break;
    }
    relax();
  }
  constexpr std::chrono::microseconds kFirstSleep{200};
  constexpr std::chrono::microseconds kLongestSleep{4000};
  std::chrono::microseconds limit = kFirstSleep;
  while (true) {
    if (deadline != kForever && Clock::now() >= deadline) {
      idle();
      return done();
    }
    bell.sleepers.fetch_add(1, std::memory_order_seq_cst);
    const std::uint32_t seen = bell.rung.load(std::memory_order_seq_cst);
    const bool over = done();
    if (!over) sleep_on(bell, seen, limit);
    bell.sleepers.fetch_sub(1, std::memory_order_relaxed);
    if (over) return true;
    idle();
    if (limit < kLongestSleep)
      limit *= 2;
    else
      end_if_parent_is_gone();
  }
}

}  // namespace farsan::pgas
