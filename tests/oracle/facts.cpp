// Collects the accesses and closes happened-before over the edges that the events name.
#include "oracle/facts.h"

#include <algorithm>
#include <map>

namespace farsan::oracle {

using namespace model;

Facts::Facts(const Execution& execution)
    : execution_(&execution), hb_(execution.events.size(), execution.events.size()) {
  collect_accesses();
  collect_destinations();
  collect_holds();
  order_units();
  order_tokens();
  order_collectives();
  order_locks();
  close_edges();
}

void Facts::collect_accesses() {
  for (EventIndex e = 0; e < events(); ++e) {
    first_access_.push_back(accesses_.size());
    if (const auto* touch = as<Touch>(e))
      accesses_.push_back({{e, std::nullopt},
                           unit(e),
                           touch->kind,
                           touch->owner,
                           &touch->ranges,
                           nullptr,
                           touch->atomicity ? &*touch->atomicity : nullptr});
    const auto* issue = as<Issue>(e);
    if (!issue) continue;
    const Operation& op = issue->operation;
    for (const Part part : kParts)
      if (const ByteRanges& bytes = ranges(op, part); !bytes.empty())
        accesses_.push_back({{e, part},
                             unit(e),
                             access_kind(op.kind, part),
                             owner(op, process(e), part),
                             &bytes,
                             issue,
                             part == Part::Remote && op.atomicity ? &*op.atomicity : nullptr});
  }
}

std::optional<std::size_t> Facts::find(AccessRef ref) const {
  for (std::size_t a = first_access_[ref.event]; a < accesses_.size() && accesses_[a].ref.event == ref.event; ++a)
    if (accesses_[a].ref == ref) return a;
  return std::nullopt;
}

void Facts::collect_destinations() {
  destinations_.resize(events());
  for (const Access& m : accesses_)
    if (is_remote(m.kind) && is_write(m.kind))
      destinations_[m.ref.event] = Destination{m.issue->operation.target, m.issue->operation.scope};
  for (EventIndex e = 0; e < events(); ++e)
    if (const auto* notify = as<Notify>(e)) destinations_[e] = Destination{notify->target, notify->scope};
}

void Facts::collect_holds() {
  for (EventIndex e = 0; e < events(); ++e) {
    if (const auto* acquire = as<Acquire>(e)) holds_.push_back({unit(e), acquire->mutex, e, events()});
    const auto* release = as<Release>(e);
    if (!release) continue;
    for (Hold& hold : holds_)
      if (hold.unit == unit(e) && hold.mutex == release->mutex && hold.to == events()) hold.to = e;
  }
}

std::optional<EventIndex> Facts::depositor(TokenId token) const {
  const auto found = depositors_.find(token);
  return found == depositors_.end() ? std::nullopt : std::optional(found->second);
}

const LockUse* Facts::gate(EventIndex issue) const {
  const auto found = gates_.find(issue);
  return found == gates_.end() ? nullptr : &locks_[found->second];
}

// --- Happened-before -----------------------------------------------------------------------------------------------

/// Program order; a unit's first event comes after its Fork, its last one before its Join. A unit that did nothing
/// still began after the one and was over before the other.
void Facts::order_units() {
  std::unordered_map<UnitId, EventIndex> latest;
  for (EventIndex e = 0; e < events(); ++e) {
    const auto [mine, first] = latest.try_emplace(unit(e), e);
    if (!first) edges_.push_back({mine->second, e});
    mine->second = e;
    if (const auto* fork = as<Fork>(e)) latest[{process(e), fork->child}] = e;
    if (const auto* join = as<Join>(e)) edges_.push_back({latest.at({process(e), join->child}), e});
  }
}

void Facts::order_tokens() {
  for (EventIndex e = 0; e < events(); ++e) {
    if (const auto* signal = as<Signal>(e)) depositors_[signal->token] = e;
    if (const auto* notify = as<Notify>(e)) depositors_[notify->token] = e;
    if (const auto* wait = as<Wait>(e))
      for (const TokenId token : wait->tokens) edges_.push_back({depositors_.at(token), e});
    if (const auto* wait = as<TargetWait>(e))
      for (const TokenId token : wait->tokens) edges_.push_back({depositors_.at(token), e});
  }
}

void Facts::order_collectives() {
  std::map<std::pair<CollectiveId, std::uint32_t>, EventIndex> entered;
  for (EventIndex e = 0; e < events(); ++e) {
    if (const auto* enter = as<Enter>(e)) entered[{enter->id, enter->place}] = e;
    const auto* leave = as<Leave>(e);
    if (!leave) continue;
    const Collective& collective = execution_->collectives[leave->id.value];
    for (std::uint32_t other = 0; other < collective.members.size(); ++other)
      if (depends(collective, leave->place, other)) edges_.push_back({entered.at({leave->id, other}), e});
  }
}

/// An exclusive Acquired takes all earlier Unlocks, a shared one only those of exclusive holders. An Opened takes deposits,
/// and happens after none of them.
void Facts::order_locks() {
  struct Given {
    EventIndex event;
    LockMode mode;
  };
  std::map<std::pair<LockId, ProcessId>, std::size_t> current;
  std::map<LockId, std::vector<Given>> unlocks;
  for (EventIndex e = 0; e < events(); ++e) {
    if (const auto* lock = as<Lock>(e)) {
      current[{lock->id, process(e)}] = locks_.size();
      locks_.push_back({lock->mode, {}});
    }
    if (const auto* issue = as<Issue>(e); issue && issue->operation.gate)
      gates_[e] = current.at({*issue->operation.gate, process(e)});
    if (const auto* unlock = as<Unlock>(e))
      unlocks[unlock->id].push_back({e, locks_[current.at({unlock->id, process(e)})].mode});
    if (const auto* acquired = as<Acquired>(e)) {
      LockUse& use = locks_[current.at({acquired->id, process(e)})];
      for (const Given& earlier : unlocks[acquired->id])
        if (use.mode == LockMode::Exclusive || earlier.mode == LockMode::Exclusive) use.taken.push_back(earlier.event);
      for (const EventIndex unlock : use.taken) edges_.push_back({unlock, e});
    }
    if (const auto* opened = as<Opened>(e))
      for (const TokenId token : opened->tokens)
        locks_[current.at({opened->id, process(e)})].taken.push_back(*depositor(token));
  }
}

/// All edges lead to later events: from the last one backwards, what follows a successor is known already.
void Facts::close_edges() {
  std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) { return a.from > b.from; });
  for (const Edge& edge : edges_) {
    hb_.add(edge.from, edge.to);
    hb_.add_all(edge.from, hb_, edge.to);
  }
}

}  // namespace farsan::oracle
