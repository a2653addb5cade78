/* GPI-2 has the profiling names in a header of their own; here GASPI.h declares them. */
#ifndef FARSAN_PGASPI_H
#define FARSAN_PGASPI_H

#include <GASPI.h>

#endif
