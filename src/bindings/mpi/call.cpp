#include "bindings/mpi/call.h"

#include <set>
#include <string>

#include "bindings/common/immortal.h"
#include "bindings/mpi/freed_sends.h"

namespace farsan::mpi {

namespace {
thread_local constinit void* t_called_from __attribute__((tls_model("initial-exec"))) = nullptr;
constinit bindings::Immortal<std::set<std::string>> said;  ///< by warn_not_followed()
}  // namespace

std::uint64_t g_changed_handles = 0;

model::OperationId new_operation(const Call& call, session::Epoch kind, std::uint8_t window) {
  return runtime::new_operation_id(call.runtime().rank(), kind, window);
}

CalledFrom::CalledFrom(void* return_address) {
  if (!runtime::Guard::inside()) t_called_from = return_address;
}
CalledFrom::~CalledFrom() {
  if (!runtime::Guard::inside()) t_called_from = nullptr;
}

Call::Call(const char* routine, void* return_address, const void* frame)
    : bindings::Call(kModel, routine, t_called_from != nullptr ? t_called_from : return_address, frame) {}

Call::~Call() {
  if (g_any_freed && goes_on()) settle_freed_sends(*this);
}

void warn_not_followed(const char* routine) {
  if (said().insert(routine).second)
    runtime::say(std::string(routine) + " is not followed yet: its synchronisation and its buffers are not seen");
}

}  // namespace farsan::mpi
