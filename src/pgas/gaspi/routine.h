// How a routine is defined: ROUTINE(gaspi_wait, (...)) { ... } defines pgaspi_wait, and gaspi_wait as a weak second name, so
// that a profiling library can bring its own. The compiler compares it with its declaration in GASPI.h.
#pragma once

#include <GASPI.h>

#define ROUTINE(name, parameters) ROUTINE_RETURNING(gaspi_return_t, name, parameters)
#define ROUTINE_RETURNING(type, name, parameters)                                                 \
  extern "C" __attribute__((weak, alias("p" #name), visibility("default"))) type name parameters; \
  extern "C" __attribute__((visibility("default"))) type p##name parameters
