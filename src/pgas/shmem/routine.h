// How a routine is defined: ROUTINE(void, shmem_fence, ()) { ... } defines pshmem_fence, and shmem_fence as a weak second
// name, so that a profiling library can bring its own. The compiler compares it with its declaration in shmem.h.
#pragma once

#include <shmem.h>

#define ROUTINE(result, name, parameters)                                                           \
  extern "C" __attribute__((weak, alias("p" #name), visibility("default"))) result name parameters; \
  extern "C" __attribute__((visibility("default"))) result p##name parameters

/// The public name of the routine that this stands in, for what it says to the user.
#define HERE (__func__ + 1)
