#include "pgas/node/delay.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

#include "pgas/node/environment.h"

namespace farsan::pgas {

namespace {

struct Register {
  std::mutex mutex;
  std::vector<DelayQueue*> queues;
  std::atomic<std::uint64_t> uses{0};
};

// Never destroyed: queues may live as long as the process.
Register& all_queues() {
  static auto* all = new Register;
  return *all;
}

}  // namespace

DelayQueue::DelayQueue() {
  Register& all = all_queues();
  const std::lock_guard lock(all.mutex);
  all.queues.push_back(this);
}

DelayQueue::~DelayQueue() {
  Register& all = all_queues();
  const std::lock_guard lock(all.mutex);
  std::erase(all.queues, this);
}

void DelayQueue::hold(Effect effect) {
  const std::lock_guard lock(mutex_);
  if (epochs_.empty() || epochs_.back().begun) epochs_.emplace_back();
  Epoch& epoch = epochs_.back();
  if (epoch.effects.empty()) epoch.since = std::chrono::steady_clock::now();
  epoch.effects.push_back(std::move(effect));
  used_ = ++all_queues().uses;
}

void DelayQueue::fence() {
  const std::lock_guard lock(mutex_);
  if (!epochs_.empty() && !epochs_.back().effects.empty()) epochs_.emplace_back();
}

void DelayQueue::complete_fenced() {
  const std::lock_guard lock(mutex_);
  for (; epochs_.size() > 1; epochs_.pop_front()) pass_all(epochs_.front());
}

void DelayQueue::complete() {
  const std::lock_guard lock(mutex_);
  for (Epoch& epoch : epochs_) {
    if (!epoch.begun && epoch.effects.size() > 1) {
      pass_last(epoch);
      std::this_thread::sleep_for(delay_limit());
    }
    pass_all(epoch);
  }
  epochs_.clear();
}

bool DelayQueue::empty() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::all_of(epochs_, [](const Epoch& epoch) { return epoch.effects.empty(); });
}

void DelayQueue::pass_last(Epoch& epoch) {
  epoch.effects.back()();
  epoch.effects.pop_back();
  epoch.begun = true;
}

void DelayQueue::pass_all(Epoch& epoch) {
  while (!epoch.effects.empty()) pass_last(epoch);
}

std::uint64_t DelayQueue::used() const {
  const std::lock_guard lock(mutex_);
  const bool holds = std::ranges::any_of(epochs_, [](const Epoch& epoch) { return !epoch.effects.empty(); });
  return holds ? used_ : 0;
}

bool DelayQueue::expire(Time now) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return false;  // somebody completes it
  bool passed = false;
  while (!epochs_.empty()) {
    Epoch& epoch = epochs_.front();
    if (!epoch.effects.empty()) {
      if (now - epoch.since < delay_limit()) return passed;
      passed = true;
      if (!epoch.begun && epoch.effects.size() > 1) {
        pass_last(epoch);
        epoch.since = now;
        return passed;
      }
      pass_all(epoch);
    }
    epochs_.pop_front();
  }
  return passed;
}

void DelayQueue::expire_later(Time now, bool last_passed) {
  {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    const auto first = std::ranges::find_if(epochs_, [](const Epoch& epoch) { return !epoch.effects.empty(); });
    if (first == epochs_.end() || now - first->since < delay_limit()) return;
    if (first->postponed < (last_passed ? 2U : 1U)) {
      ++first->postponed;
      first->since = now;
      return;
    }
  }
  expire(now);
}

std::chrono::milliseconds delay_limit() {
  static const auto limit = std::chrono::milliseconds(environment_number("FARSAN_PGAS_DELAY", 0, 60'000).value_or(0));
  return limit;
}

void let_expired_pass() {
  if (!delaying()) return;
  Register& all = all_queues();
  const std::lock_guard lock(all.mutex);
  const auto now = std::chrono::steady_clock::now();
  DelayQueue* const last = all.queues.empty() ? nullptr : *std::ranges::max_element(all.queues, {}, &DelayQueue::used);
  const bool passed = last != nullptr && last->expire(now);
  for (DelayQueue* queue : all.queues) {
    if (queue != last) queue->expire_later(now, passed);
  }
}

}  // namespace farsan::pgas
