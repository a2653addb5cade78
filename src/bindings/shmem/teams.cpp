#include "bindings/shmem/teams.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "bindings/common/exchange.h"
#include "bindings/common/immortal.h"

namespace farsan::shmem {

namespace {

constexpr std::uint64_t kWorldName = 1;
constexpr std::uint64_t kSharedName = 2;
constexpr std::uint64_t kActiveSetName = 3;
constexpr model::DomainId kWorldDomain{bindings::numbered(kModel, 1)};
constexpr model::DomainId kSharedDomain{bindings::numbered(kModel, 2)};
constexpr std::uint32_t kDefaultScope = bindings::numbered(kModel, 1);

struct Handles {
  std::map<shmem_team_t, Team> teams;
  std::map<std::tuple<int, int, int>, Team> active_sets;
  std::map<shmem_ctx_t, Context> contexts;
  std::uint32_t last_scope = kDefaultScope;
};
constinit bindings::Immortal<Handles> handles;

std::vector<std::uint32_t> members_of(shmem_team_t handle) {
  std::vector<std::uint32_t> members;
  const int size = pshmem_team_n_pes(handle);
  for (int member = 0; member < size; ++member)
    members.push_back(
        process_of(static_cast<std::uint32_t>(pshmem_team_translate_pe(handle, member, SHMEM_TEAM_WORLD))));
  return members;
}

/// Libraries without teams have this one, too.
const std::vector<std::uint32_t>& all_pes() { return runtime::Runtime::of(kModel)->processes(kModel); }

Context context_in(const Team& team, std::uint32_t scope) { return {{scope}, team.domain, team.members, &team}; }

}  // namespace

std::vector<std::uint32_t> Team::others(std::uint32_t me) const {
  std::vector<std::uint32_t> rest = members;
  std::erase(rest, me);
  return rest;
}

Team& world() {
  const auto [it, is_new] = handles().teams.try_emplace(SHMEM_TEAM_WORLD);
  if (is_new) it->second = {kWorldName, kWorldDomain, all_pes()};
  return it->second;
}

namespace {
Team& shared() {
  const auto [it, is_new] = handles().teams.try_emplace(SHMEM_TEAM_SHARED);
  if (is_new) it->second = {kSharedName, kSharedDomain, members_of(SHMEM_TEAM_SHARED)};
  return it->second;
}
}  // namespace

Team* team_of(shmem_team_t handle) {
  if (handle == SHMEM_TEAM_INVALID) return nullptr;
  if (handle == SHMEM_TEAM_WORLD) return &world();
  if (handle == SHMEM_TEAM_SHARED) return &shared();
  const auto it = handles().teams.find(handle);
  return it == handles().teams.end() ? nullptr : &it->second;
}

Team* active_set(int start, int log_stride, int size) {
  const auto pes = static_cast<int>(world().members.size());
  const bool sane = start >= 0 && log_stride >= 0 && log_stride < 31 && size > 0 &&
                    static_cast<long>(start) + (static_cast<long>(size - 1) << log_stride) < pes;
  if (!sane) return nullptr;
  const auto [it, is_new] = handles().active_sets.try_emplace({start, log_stride, size});
  if (is_new) {
    it->second.name = mix(mix(mix(kActiveSetName, static_cast<std::uint64_t>(start)), static_cast<std::uint64_t>(size)),
                          static_cast<std::uint64_t>(log_stride));
    for (int i = 0; i < size; ++i)
      it->second.members.push_back(process_of(static_cast<std::uint32_t>(start + (i << log_stride))));
  }
  return &it->second;
}

void team_made(Team& parent, std::uint64_t which, shmem_team_t made) {
  std::uint64_t name = mix(mix(parent.name, ++parent.children), which);
  if (made == SHMEM_TEAM_INVALID) return;
  // One call may make several teams that share no member: their members tell them apart.
  const std::vector<std::uint32_t> members = members_of(made);
  for (const std::uint32_t member : members) name = mix(name, member);
  handles().teams.insert_or_assign(made, Team{name, parent.domain, members});
}

void team_destroyed(shmem_team_t handle) { handles().teams.erase(handle); }

void forget_teams() { handles() = {}; }

model::ScopeId default_scope() { return {kDefaultScope}; }
model::ScopeId new_scope() { return {++handles().last_scope}; }

void for_each_team(const std::function<void(Team&)>& visit) {
  for (auto& [handle, team] : handles().teams) visit(team);
  for (auto& [triple, set] : handles().active_sets) visit(set);
}

const Context* context_of(shmem_ctx_t handle) {
  auto& contexts = handles().contexts;
  if (handle == SHMEM_CTX_DEFAULT) {
    const auto [it, is_new] = contexts.try_emplace(handle);
    if (is_new) it->second = context_in(world(), kDefaultScope);
    return &it->second;
  }
  const auto it = contexts.find(handle);
  return it == contexts.end() ? nullptr : &it->second;
}

std::vector<shmem_ctx_t> contexts_of(const Team& team) {
  std::vector<shmem_ctx_t> found;
  for (const auto& [handle, context] : handles().contexts)
    if (context.team == &team && handle != SHMEM_CTX_DEFAULT) found.push_back(handle);
  return found;
}

void for_each_context(const std::function<void(const Context&)>& visit) {
  for (const auto& [handle, context] : handles().contexts) visit(context);
}

namespace {

/// The place of the line that makes a context, for the report.
std::uint8_t place_of(const Call& call) {
  auto& places = call.runtime().segment().header().contexts;
  const std::uint32_t site = call.site().value;
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i] == 0) places[i] = site;
    if (places[i] == site) return static_cast<std::uint8_t>(i);
  }
  return 0;
}

}  // namespace

void context_made(const Call& call, const Team& team, shmem_ctx_t handle) {
  Context context = context_in(team, new_scope().value);
  context.made_at = place_of(call);
  handles().contexts.insert_or_assign(handle, std::move(context));
}

void context_destroyed(shmem_ctx_t handle) { handles().contexts.erase(handle); }

Dependence all_to_all(const Team& team, std::uint32_t me) { return {team.others(me), team.others(me)}; }

Dependence one_to_all(const Team& team, std::uint32_t me, int root) {
  if (root < 0 || static_cast<std::size_t>(root) >= team.members.size()) return {};
  const std::uint32_t source = team.members[static_cast<std::size_t>(root)];
  if (source == me) return {team.others(me), {}};
  return {{}, {source}};
}

transport::Stream next_collective(Team& team) {
  return stream(Traffic::Collective, mix(team.name, ++team.collectives));
}

transport::Stream enter(const Call& call, Team& team, const Dependence& dependence) {
  const transport::Stream of = next_collective(team);
  bindings::signal_together(call, dependence.releases, of);
  return of;
}

void leave(const Call& call, const Dependence& dependence, const transport::Stream& of) {
  bindings::wait_together(call, dependence.awaits, of);
}

}  // namespace farsan::shmem
