// Threads of the program: their accesses are not looked at yet (docs/limits.md). What is recorded in line does not ask which thread it
// is, so there is no such thing when there are several.
#include <pthread.h>

#include "runtime/libc_routine.h"

namespace {

FARSAN_REAL farsan::runtime::Real<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)> real_pthread_create(
    "pthread_create");

}  // namespace

extern "C" __attribute__((visibility("default"))) int pthread_create(pthread_t* thread, const pthread_attr_t* how,
                                                                     void* (*begin)(void*), void* with) noexcept {
  // Those that the library makes inside of its routines do not come near the program's code.
  if (farsan::runtime::watching()) farsan::runtime::HotView::forbid();
  return real_pthread_create(thread, how, begin, with);
}
