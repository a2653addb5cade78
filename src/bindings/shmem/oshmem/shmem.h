// OSHMEM, the OpenSHMEM of Open MPI, as the binding sees it: its handles and constants (the build compares them with its own
// header), and all routines by their profiling names. It has those of version 1.4. The others are declared so that the tables of
// the binding are the same for all libraries; they are null, and the runtime does not export their wrappers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "farsan_shmem_routines.h"

#define SHMEM_MAX_NAME_LEN 256

#define SHMEM_CMP_EQ 0
#define SHMEM_CMP_NE 1
#define SHMEM_CMP_GT 2
#define SHMEM_CMP_LE 3
#define SHMEM_CMP_LT 4
#define SHMEM_CMP_GE 5

using shmem_ctx_t = struct farsan_shmem_ctx*;
extern "C" shmem_ctx_t oshmem_ctx_default;
#define SHMEM_CTX_DEFAULT oshmem_ctx_default

// Not there in 1.4: values that nothing compares equal to.
#define SHMEM_SIGNAL_ADD 2
using shmem_team_t = struct farsan_shmem_team*;
struct shmem_team_config_t;
#define SHMEM_TEAM_INVALID (static_cast<shmem_team_t>(nullptr))
#define SHMEM_TEAM_WORLD (reinterpret_cast<shmem_team_t>(1))
#define SHMEM_TEAM_SHARED (reinterpret_cast<shmem_team_t>(2))

__extension__ typedef double _Complex farsan_shmem_complexd;  // NOLINT(modernize-use-using): the lists name them so
__extension__ typedef float _Complex farsan_shmem_complexf;   // NOLINT(modernize-use-using)

#define FARSAN_SHMEM_DECLARE(result, name, parameters) extern "C" __attribute__((weak)) result p##name parameters;
FARSAN_SHMEM_ROUTINES(FARSAN_SHMEM_DECLARE)
#undef FARSAN_SHMEM_DECLARE

// What it has besides the standard: bitwise atomics of signed types, which its type-generic ones take for int32_t and int64_t, and those of
// shmemx.h, but for shmemx_alltoall_global_nb. (int32_t is int and int64_t is long.)
#define FARSAN_SHMEM_ADDITIONS
#define FARSAN_SHMEM_ADDED_BITWISE_TYPES(M, X) FARSAN_SHMEM_SIGNED_TYPES(M, X)
// M(type, first part of the names, that of the library's routines that do it)
#define FARSAN_SHMEM_ADDED_WORDS(M) M(std::int32_t, shmemx_int32, pshmem_int) M(std::int64_t, shmemx_int64, pshmem_long)
#define FARSAN_SHMEM_ADDED_UNSIGNED_WORDS(M) \
  M(std::uint32_t, shmemx_uint32, pshmem_uint) M(std::uint64_t, shmemx_uint64, pshmem_ulong)
// M(type, first part of the names): reductions, p and g
#define FARSAN_SHMEM_ADDED_VALUES(M) \
  M(std::int16_t, shmemx_int16) M(std::int32_t, shmemx_int32) M(std::int64_t, shmemx_int64)

#define FARSAN_SHMEM_DECLARE_ADDED(result, name, parameters) extern "C" result p##name parameters;
#define FARSAN_SHMEM_ADDED_VALUE(TYPE, STEM)                                    \
  FARSAN_SHMEM_DECLARE_ADDED(void, STEM##_p, (TYPE * dest, TYPE value, int pe)) \
  FARSAN_SHMEM_DECLARE_ADDED(TYPE, STEM##_g, (const TYPE* source, int pe))      \
  FARSAN_SHMEM_ADDED_TO_ALL(TYPE, STEM, and)                                    \
  FARSAN_SHMEM_ADDED_TO_ALL(TYPE, STEM, or)                                     \
  FARSAN_SHMEM_ADDED_TO_ALL(TYPE, STEM, xor)                                    \
  FARSAN_SHMEM_ADDED_TO_ALL(TYPE, STEM, max)                                    \
  FARSAN_SHMEM_ADDED_TO_ALL(TYPE, STEM, min)                                    \
  FARSAN_SHMEM_ADDED_TO_ALL(TYPE, STEM, sum)                                    \
  FARSAN_SHMEM_ADDED_TO_ALL(TYPE, STEM, prod)
#define FARSAN_SHMEM_ADDED_TO_ALL(TYPE, STEM, OP) \
  FARSAN_SHMEM_DECLARE_ADDED(                     \
      void, STEM##_##OP##_to_all,                 \
      (TYPE * dest, const TYPE* source, int nreduce, FARSAN_SHMEM_ACTIVE_SET, TYPE* pWrk, long* pSync))
FARSAN_SHMEM_ADDED_VALUES(FARSAN_SHMEM_ADDED_VALUE)
FARSAN_SHMEM_ADDED_BITWISE_TYPES(FARSAN_SHMEM_AMO_BITWISE, FARSAN_SHMEM_DECLARE_ADDED)
FARSAN_SHMEM_DECLARE_ADDED(void*, shmemx_malloc_with_hint, (std::size_t size, long hint))
#undef FARSAN_SHMEM_ADDED_TO_ALL
#undef FARSAN_SHMEM_ADDED_VALUE
#undef FARSAN_SHMEM_DECLARE_ADDED
