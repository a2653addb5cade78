// dlclose: what FarSan knows by addresses of code holds until another object is loaded at the same place.
#include <dlfcn.h>

#include "runtime/caller.h"
#include "runtime/libc_routine.h"

namespace {

using namespace farsan::runtime;

FARSAN_REAL Real<int(void*)> real_dlclose("dlclose");

}  // namespace

FARSAN_LIBC int dlclose(void* object) {
  const int result = real_dlclose(object);
  if (Runtime::get() != nullptr && Runtime::own_thread()) {
    const Guard guard;
    Runtime::get()->sites().objects_may_be_gone();
    callers_may_be_gone();
  }
  return result;
}
