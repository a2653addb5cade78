#include "runtime/call_stack.h"

#include <pthread.h>
#include <sys/mman.h>

#include <cerrno>

namespace farsan::runtime {

void CallStack::enter_slowly(Entry entry) {
  if (begin_ == nullptr && !allocate()) return;
  if (top_[-1].frame <= entry.frame) drop_below(entry.frame + 1);
  if (top_ == end_)
    ++beyond_;
  else
    *top_++ = entry;
}

void CallStack::leave_slowly(std::uintptr_t frame, std::uint64_t returns_to) {
  if (begin_ == nullptr) return;
  for (; top_[-1].frame < frame; beyond_ = 0) {
    --top_;
    if (top_->return_address == returns_to) return;
  }
  if (beyond_ > 0)
    --beyond_;
  else if (top_ != begin_)
    --top_;
}

void CallStack::drop_below(std::uintptr_t frame) {
  while (top_[-1].frame < frame) --top_;
  beyond_ = 0;
}

/// Not by malloc: the program's own may be instrumented.
bool CallStack::allocate() {
  const int before = errno;
  void* const page = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  errno = before;
  if (page == MAP_FAILED) return false;
  begin_ = static_cast<Entry*>(page) + 1;
  begin_[-1] = {0, kOutermost};
  top_ = begin_;
  end_ = begin_ + kDeepest;
  static const auto ends = [] {
    pthread_key_t key{};
    return ::pthread_key_create(&key, &CallStack::free_with_thread) == 0 ? key : ~pthread_key_t{0};
  }();
  (void)::pthread_setspecific(ends, page);
  return true;
}

void CallStack::free_with_thread(void* page) {
  t_calls = {};
  ::munmap(page, kBytes);
}

}  // namespace farsan::runtime
