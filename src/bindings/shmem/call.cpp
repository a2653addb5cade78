#include "bindings/shmem/call.h"

namespace farsan::shmem {

Call::Call(const char* routine, void* return_address, const void* frame)
    : bindings::Call(kModel, routine, return_address, frame) {}

Call::~Call() = default;

}  // namespace farsan::shmem
