// GPI-2 as the binding sees it: the types and constants of its own header, and the routines as our list has them. Versions declare them
// with more or less const, and some of the profiling names: what is declared there gets other names. Weak are those that the
// installed version does not have; the runtime does not export their wrappers.
#pragma once

#include "farsan_gpi2_rename.h"  // these are made by the build

#include_next <GASPI.h>

#include "farsan_gaspi_routines.h"
#include "farsan_gpi2_missing.h"
#include "farsan_gpi2_own_names.h"

// NOLINTBEGIN(modernize-use-using): where the version has them, they are these.
typedef const void* gaspi_const_pointer_t;
typedef void* gaspi_reduce_state_t;
// NOLINTEND(modernize-use-using)

#define FARSAN_GASPI_DECLARE(name, parameters) extern "C" gaspi_return_t p##name parameters;
FARSAN_GASPI_ROUTINES(FARSAN_GASPI_DECLARE)
#undef FARSAN_GASPI_DECLARE
