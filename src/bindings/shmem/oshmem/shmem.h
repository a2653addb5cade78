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
