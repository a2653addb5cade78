// The predefined handles: what FarSan's library takes for them.
#include <shmem.h>

shmem_ctx_t SHMEM_CTX_DEFAULT = reinterpret_cast<shmem_ctx_t>(1);
shmem_team_t SHMEM_TEAM_WORLD = reinterpret_cast<shmem_team_t>(1);
shmem_team_t SHMEM_TEAM_SHARED = reinterpret_cast<shmem_team_t>(2);
