// Contexts, and what is complete or in order in them.
#include "pgas/shmem/library.h"

namespace farsan::pgas::shmem {

namespace {

void fence(Context& context) {
  if (delaying()) context.held.fence();
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

// Nonzero, and no valid handle, if there can be no such context.
int create(Library& library, Team* team, long options, shmem_ctx_t* ctx) {
  constexpr long kKnown = SHMEM_CTX_SERIALIZED | SHMEM_CTX_PRIVATE | SHMEM_CTX_NOSTORE;
  *ctx = SHMEM_CTX_INVALID;
  if (team == nullptr || (options & ~kKnown) != 0) return -1;
  *ctx = library.add_context(*team, options);
  return 0;
}

}  // namespace

ROUTINE(int, shmem_ctx_create, (long options, shmem_ctx_t* ctx)) {
  Library& library = Library::get(HERE);
  return create(library, &library.world(), options, ctx);
}

ROUTINE(int, shmem_team_create_ctx, (shmem_team_t team, long options, shmem_ctx_t* ctx)) {
  Library& library = Library::get(HERE);
  return create(library, library.team(HERE, team), options, ctx);
}

ROUTINE(void, shmem_ctx_destroy, (shmem_ctx_t ctx)) {
  Library& library = Library::get(HERE);
  if (ctx == SHMEM_CTX_INVALID) return;
  if (ctx == SHMEM_CTX_DEFAULT) misuse(HERE, "the default context cannot be destroyed");
  library.destroy(library.context(HERE, ctx));
}

ROUTINE(int, shmem_ctx_get_team, (shmem_ctx_t ctx, shmem_team_t* team)) {
  Library& library = Library::get(HERE);
  *team = SHMEM_TEAM_INVALID;
  if (ctx == SHMEM_CTX_INVALID) return -1;
  Team* of = library.context(HERE, ctx).team;
  *team = library.handle(*of);
  return 0;
}

ROUTINE(void, shmem_ctx_fence, (shmem_ctx_t ctx)) {
  Library& library = Library::get(HERE);
  if (ctx != SHMEM_CTX_INVALID) fence(library.context(HERE, ctx));
}
ROUTINE(void, shmem_ctx_quiet, (shmem_ctx_t ctx)) {
  Library& library = Library::get(HERE);
  if (ctx != SHMEM_CTX_INVALID) Library::quiet(library.context(HERE, ctx));
}
ROUTINE(void, shmem_fence, (void)) { fence(Library::get(HERE).default_context()); }
ROUTINE(void, shmem_quiet, (void)) { Library::quiet(Library::get(HERE).default_context()); }

}  // namespace farsan::pgas::shmem
