/* Declares the public names only, as theirs does. */
#ifndef STANDIN_GASPI_H
#define STANDIN_GASPI_H

#include "GASPI_types.h"
#include "farsan_gaspi_routines.h"

#ifdef __cplusplus
extern "C" {
#endif
#define STANDIN_DECLARE(name, parameters) extern gaspi_return_t name parameters;
FARSAN_GASPI_ROUTINES(STANDIN_DECLARE)
#undef STANDIN_DECLARE
extern void gaspi_printf(const char* format, ...);
#ifdef __cplusplus
}
#endif

#endif
