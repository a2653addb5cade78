#include "runtime/thread_annotations.h"

#include "runtime/runtime.h"

#pragma GCC visibility push(default)

extern "C" {

FARSAN_THREAD_ANNOTATIONS(FARSAN_THREAD_ANNOTATION)

// Accesses in between do not count, for FarSan neither. Compilers put these around code that must not be looked at.
void __tsan_ignore_thread_begin() {
  using farsan::runtime::Guard;
  if (!Guard::inside()) Guard::ignore(true);
}
void __tsan_ignore_thread_end() {
  using farsan::runtime::Guard;
  if (!Guard::inside()) Guard::ignore(false);
}

}  // extern "C"

#pragma GCC visibility pop
