/* The profiling names: a header of its own. */
#ifndef STANDIN_PGASPI_H
#define STANDIN_PGASPI_H

#include "GASPI.h"

#ifdef __cplusplus
extern "C" {
#endif
#define STANDIN_DECLARE(name, parameters) extern gaspi_return_t p##name parameters;
FARSAN_GASPI_ROUTINES(STANDIN_DECLARE)
#undef STANDIN_DECLARE
extern void pgaspi_printf(const char* format, ...);
#ifdef __cplusplus
}
#endif

#endif
