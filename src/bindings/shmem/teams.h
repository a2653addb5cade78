// Teams, active sets and contexts, as FarSan sees them: who is in them, as processes of the job, and names that all members
// know without asking each other.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "bindings/shmem/call.h"

namespace farsan::shmem {

struct Team {
  std::uint64_t name = 0;  ///< the same at all members, different for teams that share one
  /// Atomics on contexts of teams that come from one predefined team are atomic to each other (specification, "Atomicity
  /// Guarantees"): SHMEM_TEAM_WORLD and SHMEM_TEAM_SHARED are one each, and what is split off inherits it.
  model::DomainId domain;
  std::vector<std::uint32_t> members;  ///< processes, by their number in the team
  std::uint64_t collectives = 0;       ///< begun so far; members agree on the count
  std::uint64_t children = 0;
  std::uint64_t rounds = 0;  ///< of `collectives`, those in which everybody waited for everybody
  /// Of what this PE writes to others in collectives, by rounds that take turns (collectives.h).
  std::array<std::optional<model::ScopeId>, 2> scopes{};

  /// The members without this PE.
  [[nodiscard]] std::vector<std::uint32_t> others(std::uint32_t me) const;
};

/// Null for handles that name no team.
[[nodiscard]] Team* team_of(shmem_team_t handle);
/// The active set of a routine of old, as a team of its own.
[[nodiscard]] Team* active_set(int start, int log_stride, int size);
[[nodiscard]] Team& world();
void for_each_team(const std::function<void(Team&)>& visit);
/// A team was split off; `which` tells apart those of one call. Every member of the parent calls this, whether it is in the new
/// team or not (SHMEM_TEAM_INVALID).
void team_made(Team& parent, std::uint64_t which, shmem_team_t made);
void team_destroyed(shmem_team_t handle);
void forget_teams();

/// A context: what quiet and fence are about, whom PE numbers mean, and which atomics are atomic to each other.
struct Context {
  model::ScopeId scope;
  model::DomainId domain;
  std::vector<std::uint32_t> members;
  const Team* team = nullptr;
  std::uint8_t made_at = 0;  ///< place of the call in session::Header::contexts; 0: not known
};
[[nodiscard]] const Context* context_of(shmem_ctx_t handle);
void for_each_context(const std::function<void(const Context&)>& visit);
/// Those that were made for a team, which end with it.
[[nodiscard]] std::vector<shmem_ctx_t> contexts_of(const Team& team);
void context_made(const Call& call, const Team& team, shmem_ctx_t handle);
void context_destroyed(shmem_ctx_t handle);
[[nodiscard]] model::ScopeId default_scope();
/// A scope that is nobody's yet.
[[nodiscard]] model::ScopeId new_scope();

/// Whom a PE releases in a collective, and whom it waits for.
struct Dependence {
  std::vector<std::uint32_t> releases;
  std::vector<std::uint32_t> awaits;
};
[[nodiscard]] Dependence all_to_all(const Team& team, std::uint32_t me);
[[nodiscard]] Dependence one_to_all(const Team& team, std::uint32_t me, int root);

/// What deposits of the team's next collective are called.
[[nodiscard]] transport::Stream next_collective(Team& team);
/// Begins a collective in which all members wait for all: signals. What it returns is for `leave`, after the real routine.
[[nodiscard]] transport::Stream enter(const Call& call, Team& team, const Dependence& dependence);
void leave(const Call& call, const Dependence& dependence, const transport::Stream& stream);

}  // namespace farsan::shmem
