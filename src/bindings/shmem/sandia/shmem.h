// Sandia OpenSHMEM as the binding sees it: its handles and constants (the build compares them with its own header, which would
// bring C++ overloads of the routines' names with it), and all routines by names of ours: library_sandia.cpp finds them in the
// library. Those of newer versions than the installed one are declared so that the tables of the binding are the same for all
// libraries; the runtime does not export their wrappers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "farsan_shmem_routines.h"

#define SHMEM_MAX_NAME_LEN 256

#define SHMEM_CMP_EQ 1
#define SHMEM_CMP_NE 2
#define SHMEM_CMP_GT 3
#define SHMEM_CMP_GE 4
#define SHMEM_CMP_LT 5
#define SHMEM_CMP_LE 6

#define SHMEM_SIGNAL_SET 0
#define SHMEM_SIGNAL_ADD 1

// The predefined handles are variables of the library.
using shmem_ctx_t = struct farsan_shmem_ctx*;
using shmem_team_t = struct farsan_shmem_team*;
struct shmem_team_config_t;
#define SHMEM_TEAM_INVALID (static_cast<shmem_team_t>(nullptr))
extern "C" shmem_ctx_t SHMEM_CTX_DEFAULT;
#ifdef FARSAN_SANDIA_WITHOUT_TEAMS
#define SHMEM_TEAM_WORLD (reinterpret_cast<shmem_team_t>(1))
#define SHMEM_TEAM_SHARED (reinterpret_cast<shmem_team_t>(2))
#else
extern "C" shmem_team_t SHMEM_TEAM_WORLD;
extern "C" shmem_team_t SHMEM_TEAM_SHARED;
#endif

__extension__ typedef double _Complex farsan_shmem_complexd;  // NOLINT(modernize-use-using): the lists name them so
__extension__ typedef float _Complex farsan_shmem_complexf;   // NOLINT(modernize-use-using)

#define FARSAN_SHMEM_DECLARE(result, name, parameters) \
  extern "C" __attribute__((visibility("hidden"))) result p##name parameters;
FARSAN_SHMEM_ROUTINES(FARSAN_SHMEM_DECLARE)
#undef FARSAN_SHMEM_DECLARE
