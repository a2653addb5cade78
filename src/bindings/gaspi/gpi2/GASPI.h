// GPI-2 as the binding sees it: its own header, and the profiling names, which that does not declare. Weak are those that the
// installed version does not have; the runtime does not export their wrappers.
#pragma once

#include_next <GASPI.h>

#include "farsan_gaspi_routines.h"
#include "farsan_gpi2_missing.h"  // made by the build

#define FARSAN_GASPI_DECLARE(name, parameters) extern "C" gaspi_return_t p##name parameters;
FARSAN_GASPI_ROUTINES(FARSAN_GASPI_DECLARE)
#undef FARSAN_GASPI_DECLARE
