// A queue: what is posted to it is over locally when gaspi_wait returns. In delay mode, what it holds back: the effects of writes
// and notifications at their targets, which gaspi_wait does not complete; and reads, whose results it does.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "pgas/node/delay.h"

namespace farsan::pgas::gaspi {

/// The source of a write: read when the write takes effect, or in gaspi_wait, whichever is first.
class Source {
 public:
  Source(const std::byte* from, std::size_t size) : from_(from), size_(size) {}
  void copy_to(std::byte* to);
  /// The program may change its buffer from now on.
  void detach();

 private:
  std::mutex mutex_;
  const std::byte* from_;
  std::size_t size_;
  std::vector<std::byte> copy_;
  bool detached_ = false;
};

class Queue {
 public:
  /// One more request; false if it is full.
  [[nodiscard]] bool post(unsigned requests, unsigned limit);
  [[nodiscard]] unsigned posted() const { return posted_.load(); }

  // In delay mode.
  void hold_write(std::vector<std::shared_ptr<Source>> sources, DelayQueue::Effect effect);
  /// After all writes that were held before.
  void hold_notification(DelayQueue::Effect effect);
  void hold_read(DelayQueue::Effect effect) { reads_.hold(std::move(effect)); }

  /// Local completion of everything posted so far.
  void complete_locally();
  /// Everything takes effect.
  void complete();

 private:
  std::atomic<unsigned> posted_{0};
  std::mutex mutex_;
  std::vector<std::shared_ptr<Source>> attached_;
  DelayQueue writes_;
  DelayQueue reads_;
};

}  // namespace farsan::pgas::gaspi
