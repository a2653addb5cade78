#include "bindings/shmem/call.h"

namespace farsan::shmem {

Call::Call(const char* routine, void* return_address) : bindings::Call(kModel, routine, return_address) {}

Call::~Call() = default;

}  // namespace farsan::shmem
