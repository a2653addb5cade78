// R1 to R10. What they speak of is in facts.h.
#include "oracle/rules.h"

#include <algorithm>

namespace farsan::oracle {

using namespace model;

namespace {

bool is_remote_write(const Access& m) {
  return m.kind == AccessKind::RemoteWrite || m.kind == AccessKind::RemoteAtomicWrite;
}

bool is_remote_read(const Access& m) {
  return m.kind == AccessKind::RemoteRead || m.kind == AccessKind::RemoteAtomicRead;
}

/// What R3, R4 and R5 have in common: m was issued by the flushing process, happened before the flush, in its scope, to
/// a member of its group.
bool reached_by_flush(const Facts& facts, const Access& m, EventIndex f) {
  const Flush& flush = *facts.as<Flush>(f);
  const Operation& op = m.issue->operation;
  return m.unit.process == facts.process(f) && facts.hb(m.ref.event, f) &&
         (!flush.scope.has_value() || *flush.scope == op.scope) && flush.targets.contains(op.target);
}

bool is_flush(const Facts& facts, EventIndex f, CompletionKind kind) {
  const auto* flush = facts.as<Flush>(f);
  return flush != nullptr && flush->kind == kind;
}

}  // namespace

void r1_transitivity(const Facts& facts, Relation& co) {
  for (std::size_t a = 0; a < facts.accesses().size(); ++a)
    for (EventIndex b = 0; b < facts.events(); ++b)
      if (co.holds(a, b)) co.add_all(a, facts.hb(), b);
}

bool r2_local_access(const Facts& facts, const Access& m, EventIndex e) {
  return is_local(m.kind) && facts.hb(m.ref.event, e);
}

bool r3_collective_flush(const Facts& facts, const Access& m, EventIndex cf) {
  return is_flush(facts, cf, CompletionKind::CollectiveFlush) && (is_buffer(m.kind) || is_remote(m.kind)) &&
         reached_by_flush(facts, m, cf);
}

bool r4_local_flush(const Facts& facts, const Access& m, EventIndex lf) {
  return is_flush(facts, lf, CompletionKind::LocalFlush) && (is_buffer(m.kind) || is_remote_read(m)) &&
         reached_by_flush(facts, m, lf);
}

bool r5_remote_flush(const Facts& facts, const Access& m, EventIndex rf) {
  return is_flush(facts, rf, CompletionKind::RemoteFlush) && (is_remote(m.kind) || m.kind == AccessKind::BufferRead) &&
         reached_by_flush(facts, m, rf);
}

bool r6_fence(const Facts& facts, const Access& m, EventIndex fnc, EventIndex e) {
  const auto* fence = facts.as<Fence>(fnc);
  const std::optional<Destination>& later = facts.destination(e);
  if (!fence || !is_remote_write(m) || !later) return false;
  const Operation& op = m.issue->operation;
  const bool one_process = m.unit.process == facts.process(fnc) && facts.process(fnc) == facts.process(e);
  const bool one_target = op.target == later->target && fence->targets.contains(op.target);
  const bool one_scope = op.scope == fence->scope && fence->scope == later->scope;
  return one_process && one_target && one_scope && facts.hb(m.ref.event, fnc) && facts.hb(fnc, e);
}

bool r7_target_notify_wait(const Facts& facts, const Relation& fo, std::size_t m, EventIndex tn, EventIndex tw) {
  const auto* notify = facts.as<Notify>(tn);
  const auto* wait = facts.as<TargetWait>(tw);
  const Access& access = facts.accesses()[m];
  if (!notify || !wait || !is_remote_write(access)) return false;
  const bool taken = std::find(wait->tokens.begin(), wait->tokens.end(), notify->token) != wait->tokens.end();
  const bool at_target = notify->target == facts.process(tw) && access.issue->operation.target == notify->target;
  return taken && at_target && fo.holds(m, tn);
}

bool r8_carried_write(const Facts& facts, const Access& m, EventIndex tn) {
  const auto* notify = facts.as<Notify>(tn);
  return notify != nullptr && is_remote_write(m) && notify->carried.has_value() && *notify->carried == m.issue->id;
}

bool r9_complete(const Facts& facts, const Access& m, EventIndex c) {
  const auto* complete = facts.as<Complete>(c);
  if (complete == nullptr) return false;
  const bool full = complete->kind == CompletionKind::FullComplete;
  const bool completed = is_buffer(m.kind) || is_remote_read(m) || (full && is_remote_write(m));
  return completed && m.issue->id == complete->id && facts.hb(m.ref.event, c);
}

void r10_source_with_remote_write(const Facts& facts, Relation& co) {
  for (std::size_t remote = 0; remote < facts.accesses().size(); ++remote) {
    const Access& write = facts.accesses()[remote];
    if (!is_remote_write(write)) continue;
    if (const auto source = facts.find({write.ref.event, Part::Source})) co.add_all(*source, co, remote);
  }
}

bool directly_completes(const Facts& facts, const Access& m, EventIndex c) {
  return r3_collective_flush(facts, m, c) || r4_local_flush(facts, m, c) || r5_remote_flush(facts, m, c) ||
         r9_complete(facts, m, c);
}

Relation fence_order(const Facts& facts) {
  const std::vector<Access>& accesses = facts.accesses();
  const std::vector<EventIndex> fences = facts.all<Fence>();
  const std::vector<EventIndex> notifications = facts.all<Notify>();
  Relation fo(accesses.size(), facts.events());
  for (std::size_t m = 0; m < accesses.size(); ++m) {
    if (!is_remote_write(accesses[m])) continue;
    for (const EventIndex fnc : fences) {
      if (!facts.hb(accesses[m].ref.event, fnc)) continue;  // a premise of R6, looked at once for all e
      for (EventIndex e = fnc + 1; e < facts.events(); ++e)
        if (r6_fence(facts, accesses[m], fnc, e)) fo.add(m, e);
    }
    for (const EventIndex tn : notifications)
      if (r8_carried_write(facts, accesses[m], tn)) fo.add(m, tn);
  }
  return fo;
}

/// One round is enough: no premise of R2 to R9 mentions co, R10 mentions what they conclude, and R1 closes it all.
Relation completed_before(const Facts& facts, const Relation& fo) {
  const std::vector<Access>& accesses = facts.accesses();
  const std::vector<EventIndex> flushes = facts.all<Flush>();
  const std::vector<EventIndex> completes = facts.all<Complete>();
  const std::vector<EventIndex> notifications = facts.all<Notify>();
  const std::vector<EventIndex> target_waits = facts.all<TargetWait>();
  Relation co(accesses.size(), facts.events());
  for (std::size_t m = 0; m < accesses.size(); ++m) {
    if (is_local(accesses[m].kind)) {
      for (EventIndex e = 0; e < facts.events(); ++e)
        if (r2_local_access(facts, accesses[m], e)) co.add(m, e);
      continue;
    }
    for (const EventIndex c : flushes)
      if (directly_completes(facts, accesses[m], c)) co.add(m, c);
    for (const EventIndex c : completes)
      if (directly_completes(facts, accesses[m], c)) co.add(m, c);
    for (const EventIndex tn : notifications) {
      if (!fo.holds(m, tn)) continue;  // a premise of R7, looked at once for all tw
      for (const EventIndex tw : target_waits)
        if (r7_target_notify_wait(facts, fo, m, tn, tw)) co.add(m, tw);
    }
  }
  r10_source_with_remote_write(facts, co);
  r1_transitivity(facts, co);
  return co;
}

}  // namespace farsan::oracle
