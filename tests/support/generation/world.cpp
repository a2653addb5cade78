#include "support/generation/world.h"

#include <algorithm>

#include "support/generation/memory.h"

namespace farsan::testing_support {

using namespace model;

ProcessId lock_target(LockId lock, const Shape& shape) { return {lock.value % shape.processes}; }
ScopeId lock_scope(LockId lock, const Shape& shape) { return {lock.value % shape.scopes}; }

World::World(const Shape& shape)
    : shape_(shape), processes_(shape.processes), holders_(std::size_t{shape.processes} * kMutexes) {
  execution_.processes = shape.processes;
  execution_.variables = variables(shape);
  execution_.events.reserve(256);
}

TokenId World::new_token() {
  deposits_.emplace_back();
  return {static_cast<std::uint32_t>(deposits_.size() - 1)};
}

CollectiveId World::new_collective(Collective collective, std::vector<UnitId> who, bool loose) {
  execution_.collectives.push_back(std::move(collective));
  std::vector<Meeting::Stage> outside(who.size(), Meeting::Stage::Outside);
  meetings_.push_back({std::move(who), std::move(outside), loose});
  return {static_cast<std::uint32_t>(meetings_.size() - 1)};
}

std::optional<std::uint32_t> World::new_child(ProcessId process) {
  Process& parent = processes_[process.value];
  if (parent.running.size() + parent.promised >= shape_.units) return std::nullopt;
  ++parent.promised;
  return parent.next_child++;
}

Verdict World::judge(UnitId unit, const Action& action) const {
  if (!runs(unit)) return Verdict::Never;
  return std::visit([&](const auto& a) { return can(unit, a); }, action);
}

Verdict World::emit(UnitId unit, Action&& action, std::uint32_t site) {
  const Verdict verdict = judge(unit, action);
  if (verdict != Verdict::Now) return verdict;
  if (auto* issue = std::get_if<Issue>(&action)) issue->id = {operations_.size()};
  std::visit([&](const auto& a) { note(unit, a); }, action);
  const auto own = static_cast<std::uint32_t>(execution_.events.size());
  execution_.events.push_back({unit, SiteId{1 + (shape_.sites == 0 ? own : site % shape_.sites)}, std::move(action)});
  return verdict;
}

bool World::runs(UnitId unit) const {
  const auto& units = processes_[unit.process.value].running;
  return std::find(units.begin(), units.end(), unit.index) != units.end();
}

namespace {

/// Of a const or a changeable list.
template <class Requests>
auto* find_request(Requests& requests, ProcessId process, LockId lock) {
  const auto found = std::find_if(requests.begin(), requests.end(),
                                  [&](const Request& r) { return r.unit.process == process && r.lock == lock; });
  return found == requests.end() ? nullptr : &*found;
}

}  // namespace

const Request* World::request(ProcessId process, LockId lock) const { return find_request(requests_, process, lock); }
Request* World::request(ProcessId process, LockId lock) { return find_request(requests_, process, lock); }

template <class Predicate>
bool World::any_gated(ProcessId process, Predicate&& predicate) const {
  for (const Request& r : requests_)
    if (r.unit.process == process && !r.acquired)
      for (const OperationId id : r.gated)
        if (predicate(operations_[id.value])) return true;
  return false;
}

// --- What can happen -------------------------------------------------------------------------------------------------

namespace {

constexpr Verdict now_if(bool condition, Verdict otherwise = Verdict::Never) {
  return condition ? Verdict::Now : otherwise;
}

}  // namespace

Verdict World::can(UnitId /*unit*/, const Touch& action) { return now_if(!action.ranges.empty()); }

Verdict World::can(UnitId unit, const Issue& action) const {
  return now_if(!action.operation.gate || request(unit.process, *action.operation.gate) != nullptr);
}

/// A remote access that waits for its lock cannot be complete.
Verdict World::can(UnitId unit, const Flush& action) const {
  const bool too_early = any_gated(unit.process, [&](const Started& op) {
    return action.targets.contains(op.target) && (!action.scope || *action.scope == op.scope) &&
           completes(action.kind, access_kind(op.kind, Part::Remote));
  });
  return now_if(!too_early, Verdict::Later);
}

Verdict World::can(UnitId unit, const Complete& action) const {
  if (action.id.value >= operations_.size()) return Verdict::Never;
  const Started& own = operations_[action.id.value];
  if (own.origin.process != unit.process || own.completed) return Verdict::Never;
  const bool too_early = any_gated(unit.process, [&](const Started& op) {
    return op.id == action.id && completes(action.kind, access_kind(op.kind, Part::Remote));
  });
  return now_if(!too_early, Verdict::Later);
}

Verdict World::can(UnitId /*unit*/, const Fence& /*action*/) { return Verdict::Now; }

Verdict World::can(UnitId /*unit*/, const Signal& action) const { return now_if(!deposits_[action.token.value].made); }

Verdict World::can(UnitId /*unit*/, const Wait& action) const {
  const bool made = std::all_of(action.tokens.begin(), action.tokens.end(),
                                [&](TokenId token) { return deposits_[token.value].made; });
  return action.tokens.empty() ? Verdict::Never : now_if(made, Verdict::Later);
}

Verdict World::can(UnitId unit, const Notify& action) const {
  if (deposits_[action.token.value].made) return Verdict::Never;
  if (action.carried && !can_carry(unit, action)) return Verdict::Never;
  const bool too_early = any_gated(
      unit.process, [&](const Started& op) { return op.target == action.target && op.scope == action.scope; });
  return now_if(!too_early, Verdict::Later);
}

bool World::can_carry(UnitId unit, const Notify& action) const {
  if (action.carried->value >= operations_.size()) return false;
  const Started& op = operations_[action.carried->value];
  return op.origin.process == unit.process && op.target == action.target && op.scope == action.scope && !op.carried &&
         op.writes_remotely;
}

Verdict World::can(UnitId unit, const TargetWait& action) const {
  if (action.tokens.empty()) return Verdict::Never;
  for (const TokenId token : action.tokens) {
    const Deposit& deposit = deposits_[token.value];
    if (!deposit.made) return Verdict::Later;
    if (!deposit.notification || deposit.target != unit.process) return Verdict::Never;
  }
  return Verdict::Now;
}

Verdict World::can(UnitId unit, const Enter& action) const {
  const Meeting& meeting = meetings_[action.id.value];
  return now_if(meeting.who[action.place].process == unit.process &&
                meeting.stage[action.place] == Meeting::Stage::Outside);
}

Verdict World::can(UnitId unit, const Leave& action) const {
  const Meeting& meeting = meetings_[action.id.value];
  if (meeting.who[action.place].process != unit.process) return Verdict::Never;
  if (meeting.stage[action.place] != Meeting::Stage::Inside) return Verdict::Never;
  const Collective& collective = execution_.collectives[action.id.value];
  for (std::uint32_t other = 0; other < meeting.who.size(); ++other)
    if (depends(collective, action.place, other) && meeting.stage[other] == Meeting::Stage::Outside)
      return Verdict::Later;
  return Verdict::Now;
}

Verdict World::can(UnitId unit, const Lock& action) const {
  return now_if(request(unit.process, action.id) == nullptr, Verdict::Later);
}

Verdict World::can(UnitId unit, const Acquired& action) const {
  const Request* own = request(unit.process, action.id);
  if (own == nullptr || own->acquired) return Verdict::Never;
  const bool held = std::any_of(requests_.begin(), requests_.end(), [&](const Request& r) {
    return r.lock == action.id && r.acquired && (r.mode == LockMode::Exclusive || own->mode == LockMode::Exclusive);
  });
  return now_if(!held, Verdict::Later);
}

Verdict World::can(UnitId unit, const Unlock& action) const {
  const Request* own = request(unit.process, action.id);
  return now_if(own != nullptr && own->acquired);
}

Verdict World::can(UnitId unit, const Opened& action) const {
  const Request* own = request(unit.process, action.id);
  if (own == nullptr || own->acquired) return Verdict::Never;
  return can(unit, Wait{action.tokens});
}

Verdict World::can(UnitId unit, const Fork& action) const {
  return now_if(action.child < processes_[unit.process.value].next_child);
}

Verdict World::can(UnitId unit, const Join& action) const {
  const UnitId child{unit.process, action.child};
  if (child == unit || action.child == 0 || !runs(child)) return Verdict::Never;
  const bool holds_mutex = std::any_of(holders_.begin(), holders_.end(), [&](const auto& h) { return h == child; });
  return now_if(!holds_mutex, Verdict::Later);
}

Verdict World::can(UnitId unit, const Acquire& action) const {
  const auto& current = holder(unit.process, action.mutex);
  return current == unit ? Verdict::Never : now_if(!current, Verdict::Later);
}

Verdict World::can(UnitId unit, const Release& action) const {
  return now_if(holder(unit.process, action.mutex) == unit);
}

// --- What has happened -----------------------------------------------------------------------------------------------

void World::note(UnitId unit, const Issue& action) {
  const Operation& op = action.operation;
  const bool writes_remotely = !op.remote.empty() && is_write(access_kind(op.kind, Part::Remote));
  operations_.push_back({action.id, unit, op.kind, op.target, op.scope, writes_remotely});
  if (op.gate && !op.remote.empty()) request(unit.process, *op.gate)->gated.push_back(action.id);
}

void World::note(UnitId /*unit*/, const Complete& action) { operations_[action.id.value].completed = true; }

void World::note(UnitId /*unit*/, const Signal& action) { deposits_[action.token.value].made = true; }

void World::note(UnitId /*unit*/, const Notify& action) {
  deposits_[action.token.value] = {true, true, action.target};
  if (action.carried) operations_[action.carried->value].carried = true;
}

void World::note(UnitId /*unit*/, const Enter& action) {
  meetings_[action.id.value].stage[action.place] = Meeting::Stage::Inside;
}

void World::note(UnitId /*unit*/, const Leave& action) {
  meetings_[action.id.value].stage[action.place] = Meeting::Stage::Gone;
}

void World::note(UnitId unit, const Lock& action) { requests_.push_back({action.id, unit, action.mode, false, {}}); }

void World::note(UnitId unit, const Acquired& action) { request(unit.process, action.id)->acquired = true; }

void World::withdraw(ProcessId process, LockId lock) {
  std::erase_if(requests_, [&](const Request& r) { return r.unit.process == process && r.lock == lock; });
}

void World::note(UnitId unit, const Fork& action) {
  Process& process = processes_[unit.process.value];
  process.running.push_back(action.child);
  --process.promised;
}

void World::note(UnitId unit, const Join& action) { std::erase(processes_[unit.process.value].running, action.child); }

void World::note(UnitId unit, const Acquire& action) {
  holders_[unit.process.value * kMutexes + action.mutex.value] = unit;
}

void World::note(UnitId unit, const Release& action) {
  holders_[unit.process.value * kMutexes + action.mutex.value].reset();
}

}  // namespace farsan::testing_support
