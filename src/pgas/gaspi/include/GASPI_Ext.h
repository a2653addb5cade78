/* GPI-2's extensions of GASPI, as FarSan's embedded library has them. Those that ask for the local rank, the size of a segment and the
 * like are in GASPI.h already. */
#ifndef FARSAN_GASPI_EXT_H
#define FARSAN_GASPI_EXT_H

#include <GASPI.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FARSAN_GASPI_DECLARE_OTHER(type, name, parameters) \
  extern type name parameters;                             \
  extern type p##name parameters;
#define FARSAN_GASPI_DECLARE(name, parameters) FARSAN_GASPI_DECLARE_OTHER(gaspi_return_t, name, parameters)
FARSAN_GASPI_EXTENSIONS(FARSAN_GASPI_DECLARE)
FARSAN_GASPI_OTHER_EXTENSIONS(FARSAN_GASPI_DECLARE_OTHER)
#undef FARSAN_GASPI_DECLARE
#undef FARSAN_GASPI_DECLARE_OTHER

#ifdef __cplusplus
}
#endif

#endif
