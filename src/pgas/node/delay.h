// The delay mode: the effect of an operation is held back until the call that the specification grants its completion to,
// so that a program that relies on less shows wrong values.
//
// Between two fences, operations take effect last first: no specification orders them. Nothing is held back for ever: when
// the process waits for others and an operation is older than the limit, the operation takes effect, one of its epoch first
// and the rest a while later, so that who polls a flag instead of waiting for the data sees that. Of several queues, the one
// that was used last is first, and the others follow in a later call, however long ago that was due: nothing orders them.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace farsan::pgas {

/// What one completion scope (a SHMEM context, a GASPI queue) holds back. Threads may share it.
class DelayQueue {
 public:
  using Effect = std::function<void()>;

  DelayQueue();
  ~DelayQueue();
  DelayQueue(const DelayQueue&) = delete;
  DelayQueue& operator=(const DelayQueue&) = delete;

  void hold(Effect effect);
  /// What is held later takes effect after what is held now.
  void fence();
  /// What is held before the last fence takes effect before this returns: an operation follows that cannot be held back.
  void complete_fenced();
  /// Everything takes effect before this returns.
  void complete();
  [[nodiscard]] bool empty() const;

 private:
  friend void let_expired_pass();
  using Time = std::chrono::steady_clock::time_point;
  struct Epoch {
    std::vector<Effect> effects;
    Time since;
    bool begun = false;      // its last effect has passed, the others follow
    unsigned postponed = 0;  // how often it has stood back for another queue
  };
  [[nodiscard]] std::uint64_t used()
      const;  // larger than that of all queues that were used before; 0 if it holds nothing
  /// Lets what is due take effect; true if something did.
  bool expire(Time now);
  /// The same of a queue that was not used last. What is due stands back when that is seen, as long again, and once more if the queue that was used
  /// last has let something pass in the same call.
  void expire_later(Time now, bool last_passed);
  static void pass_last(Epoch& epoch);
  static void pass_all(Epoch& epoch);

  mutable std::mutex mutex_;
  std::deque<Epoch> epochs_;
  std::uint64_t used_ = 0;
};

/// Milliseconds that operations are held back if nobody completes them (FARSAN_PGAS_DELAY); 0: no delay mode.
[[nodiscard]] std::chrono::milliseconds delay_limit();
[[nodiscard]] inline bool delaying() {
  static const bool on = delay_limit().count() > 0;
  return on;
}

/// Called where the process waits or polls: operations that are older than the limit take effect.
void let_expired_pass();

}  // namespace farsan::pgas
