#include "pgas/gaspi/queue.h"

#include <cstring>
#include <utility>

namespace farsan::pgas::gaspi {

void Source::copy_to(std::byte* to) {
  const std::lock_guard lock(mutex_);
  if (size_ != 0) std::memmove(to, detached_ ? copy_.data() : from_, size_);
}

void Source::detach() {
  const std::lock_guard lock(mutex_);
  if (detached_) return;
  copy_.assign(from_, from_ + size_);
  detached_ = true;
}

bool Queue::post(unsigned requests, unsigned limit) {
  unsigned before = posted_.load();
  do {
    if (before + requests > limit) return false;
  } while (!posted_.compare_exchange_weak(before, before + requests));
  return true;
}

void Queue::hold_write(std::vector<std::shared_ptr<Source>> sources, DelayQueue::Effect effect) {
  {
    const std::lock_guard lock(mutex_);
    attached_.insert(attached_.end(), sources.begin(), sources.end());
  }
  writes_.hold(std::move(effect));
}

void Queue::hold_notification(DelayQueue::Effect effect) {
  writes_.fence();
  writes_.hold(std::move(effect));
}

void Queue::complete_locally() {
  if (delaying()) {
    std::vector<std::shared_ptr<Source>> attached;
    {
      const std::lock_guard lock(mutex_);
      attached.swap(attached_);
    }
    for (const auto& source : attached) source->detach();
    reads_.complete();
  }
  posted_.store(0);
}

void Queue::complete() {
  complete_locally();
  if (delaying()) writes_.complete();
}

}  // namespace farsan::pgas::gaspi
