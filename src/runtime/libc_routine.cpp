#include "runtime/libc_routine.h"

#include <dlfcn.h>

#include <span>

// The linker's names for both ends of the row.
extern "C" __attribute__((visibility("hidden"))) farsan::runtime::NextRoutine __start_farsan_real[];
extern "C" __attribute__((visibility("hidden"))) farsan::runtime::NextRoutine __stop_farsan_real[];

namespace farsan::runtime {

void NextRoutine::look_up_next() { function_ = ::dlsym(RTLD_NEXT, name_); }

void NextRoutine::look_up() {
  look_up_next();
  if (function_ != nullptr || library_ == nullptr) return;
  if (void* loaded = ::dlopen(library_, RTLD_LAZY | RTLD_NOLOAD)) function_ = ::dlsym(loaded, name_);
}

namespace {

__attribute__((constructor(101))) void look_up_all() {
  for (NextRoutine& routine : std::span(__start_farsan_real, __stop_farsan_real)) routine.look_up_next();
  ::dlerror();  // about those that are not there
}

}  // namespace

}  // namespace farsan::runtime
