#include "bindings/common/call.h"

#include "runtime/call_stack.h"

namespace farsan::bindings {

Call::Call(session::Model model, const char* routine, void* return_address)
    : routine_(routine),
      pc_(reinterpret_cast<std::uintptr_t>(return_address)),
      runtime_(runtime::Guard::inside() || !runtime::Runtime::own_thread() ? nullptr : runtime::Runtime::of(model)) {
  if (!runtime::Runtime::own_thread()) runtime::HotView::forbid();
}

Call::~Call() {
  if (!goes_on()) return;
  // Where an epoch began is said by a line, not by the calls that led there.
  runtime_->returns_from([this] { return runtime_->sites().of_call(pc_, routine_, nullptr); });
}

SiteId Call::site() const {
  if (site_.value != 0) return site_;
  site_ = runtime_->sites().of_call(pc_, routine_, runtime::options().stacks ? &runtime::t_calls : nullptr);
  return site_;
}

void Call::access(AccessKind kind, const ByteRanges& ranges) const {
  if (ranges.empty() || runtime::marks_of(ranges.bounds()) == 0) return;
  ranges.for_each_block([&](model::Interval block) { runtime_->access(kind, block, site()); });
}

}  // namespace farsan::bindings
