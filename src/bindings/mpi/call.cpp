#include "bindings/mpi/call.h"

#include <set>
#include <string>

#include "bindings/mpi/freed_sends.h"
#include "runtime/call_stack.h"

namespace farsan::mpi {

namespace {
thread_local constinit void* t_called_from __attribute__((tls_model("initial-exec"))) = nullptr;
}  // namespace

CalledFrom::CalledFrom(void* return_address) {
  if (!runtime::Guard::inside()) t_called_from = return_address;
}
CalledFrom::~CalledFrom() {
  if (!runtime::Guard::inside()) t_called_from = nullptr;
}

Call::Call(const char* routine, void* return_address)
    : routine_(routine),
      pc_(reinterpret_cast<std::uintptr_t>(t_called_from != nullptr ? t_called_from : return_address)),
      runtime_(runtime::Guard::inside() || !runtime::Runtime::own_thread() ? nullptr : runtime::Runtime::get()) {}

Call::~Call() {
  if (runtime_ == nullptr || runtime::Runtime::get() == nullptr) return;
  settle_freed_sends(*this);
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

void warn_not_followed(const char* routine) {
  static std::set<std::string> said;
  if (runtime::Runtime::get() == nullptr || runtime::Runtime::get()->rank() != 0) return;
  if (said.insert(routine).second)
    runtime::say(std::string(routine) + " is not followed yet: its synchronisation and its buffers are not seen");
}

}  // namespace farsan::mpi
