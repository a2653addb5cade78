/* FarSan's own header, with the values that Sandia OpenSHMEM has; predefined handles are variables. */
#ifndef STANDIN_SHMEM_H
#define STANDIN_SHMEM_H

#if __has_include("farsan_embedded_shmem.h")
#include "farsan_embedded_shmem.h"
#else
#include_next <shmem.h>
#endif

#undef SHMEM_MAX_NAME_LEN
#undef SHMEM_VENDOR_STRING
#undef SHMEM_SIGNAL_SET
#undef SHMEM_SIGNAL_ADD
#undef SHMEM_CTX_PRIVATE
#undef SHMEM_CTX_SERIALIZED
#undef SHMEM_CTX_DEFAULT
#undef SHMEM_TEAM_WORLD
#undef SHMEM_TEAM_SHARED
#define SHMEM_MAX_NAME_LEN 256
#define SHMEM_VENDOR_STRING "Stand-in for Sandia OpenSHMEM"
#define SHMEM_SIGNAL_SET 0
#define SHMEM_SIGNAL_ADD 1
#define SHMEM_CTX_PRIVATE (1L << 0)
#define SHMEM_CTX_SERIALIZED (1L << 1)

#ifdef __cplusplus
extern "C" {
#endif
extern __attribute__((visibility("default"))) shmem_ctx_t SHMEM_CTX_DEFAULT;
extern __attribute__((visibility("default"))) shmem_team_t SHMEM_TEAM_WORLD;
extern __attribute__((visibility("default"))) shmem_team_t SHMEM_TEAM_SHARED;
#ifdef __cplusplus
}
/* The reason why the binding does not include such a header. */
static inline void shmem_wait_until(long long* ivar, int cmp, long long value) {
  shmem_longlong_wait_until(ivar, cmp, value);
}
#endif

#endif
