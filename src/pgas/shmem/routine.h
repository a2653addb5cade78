// How a routine is defined: ROUTINE(void, shmem_fence, ()) { ... } defines pshmem_fence, and shmem_fence as a weak second
// name, so that a profiling library can bring its own. The compiler compares it with its declaration in shmem.h.
#pragma once

#pragma GCC visibility push(default)
#include <shmem.h>
#pragma GCC visibility pop

#define ROUTINE(result, name, parameters)                                    \
  extern "C" __attribute__((weak, alias("p" #name))) result name parameters; \
  extern "C" result p##name parameters

/// The public name of the routine that this stands in, for what it says to the user.
#define HERE (__func__ + 1)
