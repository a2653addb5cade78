#include "bindings/gaspi/call.h"

namespace farsan::gaspi {

Call::Call(const char* routine, void* return_address) : bindings::Call(kModel, routine, return_address) {}

Call::~Call() = default;

}  // namespace farsan::gaspi
