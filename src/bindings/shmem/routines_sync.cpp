// Completion, barriers, locks, teams and contexts.
#include "bindings/shmem/collectives.h"
#include "bindings/shmem/locks.h"
#include "bindings/shmem/notifications.h"

using namespace farsan::shmem;

// --- Completion ------------------------------------------------------------------------------------------------------

FARSAN_SHMEM void shmem_quiet() {
  FARSAN_CALL("shmem_quiet");
  pshmem_quiet();
  if (call) quiet(call, default_scope());
}

FARSAN_SHMEM void shmem_ctx_quiet(shmem_ctx_t ctx) {
  FARSAN_CALL("shmem_ctx_quiet");
  pshmem_ctx_quiet(ctx);
  if (const Context* context = call ? context_of(ctx) : nullptr) quiet(call, context->scope);
}

FARSAN_SHMEM void shmem_fence() {
  FARSAN_CALL("shmem_fence");
  pshmem_fence();
  if (call) call.process().fence(0, {default_scope(), {}});
}

FARSAN_SHMEM void shmem_ctx_fence(shmem_ctx_t ctx) {
  FARSAN_CALL("shmem_ctx_fence");
  pshmem_ctx_fence(ctx);
  if (const Context* context = call ? context_of(ctx) : nullptr) call.process().fence(0, {context->scope, {}});
}

// --- Barriers --------------------------------------------------------------------------------------------------------

FARSAN_SHMEM void shmem_barrier_all() {
  FARSAN_CALL("shmem_barrier_all");
  barrier(call, call ? &world() : nullptr, [] { pshmem_barrier_all(); });
  if (call) forget_notifications(call);
}

FARSAN_SHMEM void shmem_barrier(int start, int log_stride, int size, long* pSync) {
  FARSAN_CALL("shmem_barrier");
  barrier(call, call ? active_set(start, log_stride, size) : nullptr,
          [=] { pshmem_barrier(start, log_stride, size, pSync); });
}

FARSAN_SHMEM void shmem_sync_all() {
  FARSAN_CALL("shmem_sync_all");
  synchronise(call, call ? &world() : nullptr, [] { pshmem_sync_all(); });
}

FARSAN_SHMEM void shmem_sync(int start, int log_stride, int size, long* pSync) {
  FARSAN_CALL("shmem_sync");
  synchronise(call, call ? active_set(start, log_stride, size) : nullptr,
              [=] { pshmem_sync(start, log_stride, size, pSync); });
}

FARSAN_SHMEM int shmem_team_sync(shmem_team_t team) {
  FARSAN_CALL("shmem_team_sync");
  return synchronise(call, call ? team_of(team) : nullptr, [=] { return pshmem_team_sync(team); });
}

// --- Locks -----------------------------------------------------------------------------------------------------------

FARSAN_SHMEM void shmem_set_lock(long* lock) {
  FARSAN_CALL("shmem_set_lock");
  pshmem_set_lock(lock);
  if (call) lock_taken(call, lock);
}

FARSAN_SHMEM int shmem_test_lock(long* lock) {
  FARSAN_CALL("shmem_test_lock");
  const int busy = pshmem_test_lock(lock);
  if (call && busy == 0) lock_taken(call, lock);
  return busy;
}

// What was done under the lock on the default context is complete before it is free.
FARSAN_SHMEM void shmem_clear_lock(long* lock) {
  FARSAN_CALL("shmem_clear_lock");
  if (call) {
    quiet(call, default_scope());
    lock_given(call, lock);
  }
  pshmem_clear_lock(lock);
}

// --- Teams and contexts ----------------------------------------------------------------------------------------------

FARSAN_SHMEM int shmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size,
                                          const shmem_team_config_t* config, long config_mask, shmem_team_t* new_team) {
  FARSAN_CALL("shmem_team_split_strided");
  Team* const parent = call ? team_of(parent_team) : nullptr;
  const int result = synchronise(call, parent, [=] {
    return pshmem_team_split_strided(parent_team, start, stride, size, config, config_mask, new_team);
  });
  if (parent != nullptr) team_made(*parent, 0, *new_team);
  return result;
}

FARSAN_SHMEM int shmem_team_split_2d(shmem_team_t parent_team, int xrange, const shmem_team_config_t* xaxis_config,
                                     long xaxis_mask, shmem_team_t* xaxis_team, const shmem_team_config_t* yaxis_config,
                                     long yaxis_mask, shmem_team_t* yaxis_team) {
  FARSAN_CALL("shmem_team_split_2d");
  Team* const parent = call ? team_of(parent_team) : nullptr;
  const int result = synchronise(call, parent, [=] {
    return pshmem_team_split_2d(parent_team, xrange, xaxis_config, xaxis_mask, xaxis_team, yaxis_config, yaxis_mask,
                                yaxis_team);
  });
  if (parent != nullptr) {
    team_made(*parent, 1, *xaxis_team);
    team_made(*parent, 2, *yaxis_team);
  }
  return result;
}

FARSAN_SHMEM void shmem_team_destroy(shmem_team_t team) {
  FARSAN_CALL("shmem_team_destroy");
  Team* const of = call ? team_of(team) : nullptr;
  if (of != nullptr && team != SHMEM_TEAM_WORLD && team != SHMEM_TEAM_SHARED)
    for (const shmem_ctx_t ctx : contexts_of(*of)) {  // they are destroyed with it
      pshmem_ctx_quiet(ctx);
      quiet(call, context_of(ctx)->scope);
      context_destroyed(ctx);
    }
  synchronise(call, of, [=] { pshmem_team_destroy(team); });
  if (call) team_destroyed(team);
}

FARSAN_SHMEM int shmem_ctx_create(long options, shmem_ctx_t* ctx) {
  FARSAN_CALL("shmem_ctx_create");
  const int result = pshmem_ctx_create(options, ctx);
  if (call && result == 0) context_made(call, world(), *ctx);
  return result;
}

FARSAN_SHMEM int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t* ctx) {
  FARSAN_CALL("shmem_team_create_ctx");
  const int result = pshmem_team_create_ctx(team, options, ctx);
  const Team* const of = call && result == 0 ? team_of(team) : nullptr;
  if (of != nullptr) context_made(call, *of, *ctx);
  return result;
}

// Quiets the context first.
FARSAN_SHMEM void shmem_ctx_destroy(shmem_ctx_t ctx) {
  FARSAN_CALL("shmem_ctx_destroy");
  const Context* const context = call && ctx != SHMEM_CTX_DEFAULT ? context_of(ctx) : nullptr;
  pshmem_ctx_destroy(ctx);
  if (context == nullptr) return;
  quiet(call, context->scope);
  context_destroyed(ctx);
}
