#include "bindings/gaspi/call.h"

namespace farsan::gaspi {

Call::Call(const char* routine, void* return_address, const void* frame)
    : bindings::Call(kModel, routine, return_address, frame) {}

Call::~Call() = default;

}  // namespace farsan::gaspi
