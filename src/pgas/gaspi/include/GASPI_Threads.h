/* GPI-2's threads: a number of them that is fixed at the start, each of which registers, and that meet. Deprecated there. */
#ifndef FARSAN_GASPI_THREADS_H
#define FARSAN_GASPI_THREADS_H

#include <GASPI.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FARSAN_GASPI_DECLARE_OTHER(type, name, parameters) \
  extern type name parameters;                             \
  extern type p##name parameters;
#define FARSAN_GASPI_DECLARE(name, parameters) FARSAN_GASPI_DECLARE_OTHER(gaspi_return_t, name, parameters)
FARSAN_GASPI_THREADS(FARSAN_GASPI_DECLARE)
FARSAN_GASPI_OTHER_THREADS(FARSAN_GASPI_DECLARE_OTHER)
#undef FARSAN_GASPI_DECLARE
#undef FARSAN_GASPI_DECLARE_OTHER

#ifdef __cplusplus
}
#endif

#endif
