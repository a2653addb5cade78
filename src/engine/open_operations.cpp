#include "engine/open_operations.h"

#include <algorithm>
#include <utility>

namespace farsan::engine {

using model::AccessKind;
using model::CompletionKind;
using model::MutexId;
using model::OperationAccess;
using model::OperationId;
using model::Part;
using model::Point;
using model::Stripe;

namespace {

constexpr std::size_t index(Part part) { return static_cast<std::size_t>(part); }

bool equal(const model::Circumstances& a, const model::Circumstances& b) {
  return a.scope == b.scope && a.fences == b.fences && a.mutexes == b.mutexes && a.gate == b.gate &&
         a.atomicity == b.atomicity;
}

std::shared_ptr<const model::Circumstances> without(const model::Circumstances& with, MutexId mutex) {
  auto changed = std::make_shared<model::Circumstances>(with);
  auto left = std::make_shared<std::vector<MutexId>>(*with.mutexes);
  std::erase(*left, mutex);
  changed->mutexes = left->empty() ? nullptr : std::move(left);
  return changed;
}

}  // namespace

// --- Issue -----------------------------------------------------------------------------------------------------------

OpenOperations::Open* OpenOperations::find(OperationId id) {
  const auto it = open_.find(id);
  return it == open_.end() ? nullptr : &it->second;
}

std::shared_ptr<const model::Circumstances> OpenOperations::circumstances(Part part, model::Circumstances wanted) {
  auto& last = last_with_[index(part)];
  if (!last || !equal(*last, wanted)) last = std::make_shared<const model::Circumstances>(std::move(wanted));
  return last;
}

void OpenOperations::issue(std::uint32_t unit, const model::Issue& issue, model::SiteId site, Naming naming,
                           model::FenceBound fences) {
  const model::Operation& operation = issue.operation;
  Units::Unit& by = units_[unit];
  const auto gate = operation.gate ? gates_.find(*operation.gate) : gates_.end();
  const bool acquired = gate == gates_.end() || gate->second;
  // A gate says what its lock had been handed; nothing, if the unit knows that by now.
  const bool adds = gate != gates_.end() && gate->second && !by.clock.snapshot().covers(*gate->second);
  const auto with = circumstances(Part::Remote, {operation.scope, std::move(fences), by.mutexes,
                                                 adds ? gate->second : nullptr, operation.atomicity});
  if (naming == Naming::Anonymous && acquired && merge(unit, issue, site, with)) return;

  Open& op = open_[issue.id];
  op.id = issue.id;
  op.kind = operation.kind;
  op.target = operation.target;
  op.scope = operation.scope;
  op.issued = by.clock.here();
  op.site = site;
  op.naming = naming;
  if (!acquired) op.gate = operation.gate;
  if (by.mutexes) op.undecided = *by.mutexes;
  for (const Part part : model::kParts) op.settled[index(part)] = op.undecided.empty();
  apply_buffer(op, Part::Source, operation.source);
  apply_buffer(op, Part::Result, operation.result);
  if (!operation.remote.empty()) {
    op.remote = {
        access_kind(op.kind, Part::Remote), Part::Remote, site, op.id, by.clock.snapshot(), {}, with, operation.remote};
    if (op.target == self_ && acquired) {
      op.remote_state = Remote::Own;
      op.remote_entry = memory_.apply_own(std::exchange(op.remote, {}), Starts::Now, op.undecided.empty());
    } else {
      op.remote_state = Remote::Held;
    }
  }
  buckets_[{op.scope, op.target}].open.push_back(op.id);
  by.issued = true;
  // It is compared with what this unit does next only when the lock is there: that must have a later epoch.
  if (op.target == self_ && !acquired) by.tick();
}

bool OpenOperations::merge(std::uint32_t unit, const model::Issue& issue, model::SiteId site,
                           const std::shared_ptr<const model::Circumstances>& with) {
  const model::Operation& operation = issue.operation;
  const auto bucket = buckets_.find({operation.scope, operation.target});
  if (bucket == buckets_.end() || bucket->second.open.empty()) return false;
  Open* op = find(bucket->second.open.back());
  const Point now = units_[unit].clock.here();
  if (!op || op->naming != Naming::Anonymous || op->remote_state != Remote::Held || op->gate) return false;
  if (op->issued != now || op->site != site || op->kind != operation.kind || op->remote.with != with) return false;
  if (op->remote.issue.shared() != units_[unit].clock.snapshot().shared()) return false;
  // Only blocks of different operations may overlap in what is collected: see gather.
  if (!operation.remote.flat() || operation.remote.empty() || !op->remote.ranges.flat()) return false;
  apply_buffer(*op, Part::Source, operation.source);
  apply_buffer(*op, Part::Result, operation.result);
  op->merged.insert(op->merged.end(), operation.remote.stripes().begin(), operation.remote.stripes().end());
  return true;
}

void OpenOperations::apply_buffer(Open& op, Part part, const model::ByteRanges& ranges) {
  if (ranges.empty()) return;
  const Units::Unit& by = units_[op.issued.unit.index];
  const auto with = circumstances(part, {op.scope, nullptr, by.mutexes, nullptr, std::nullopt});
  OperationAccess access{access_kind(op.kind, part), part, op.site, op.id, by.clock.snapshot(), {}, with, ranges};
  EntryList& entries = part == Part::Source ? op.source : op.result;
  if (!entries.empty() && memory_.extend_own(entries.back(), access)) return;
  entries.push_back(memory_.apply_own(std::move(access), Starts::Now, op.undecided.empty()));
}

// --- Completion ------------------------------------------------------------------------------------------------------

void OpenOperations::flush(std::uint32_t unit, const model::Flush& flush) {
  Units::Unit& by = units_[unit];
  const std::vector<Point> before = units_.own_entries(by.clock);
  by.tick();
  const Point at = by.clock.here();
  std::size_t idle = 0;
  for (auto& [key, bucket] : buckets_) {
    const auto& [scope, target] = key;
    if (bucket.idle()) ++idle;
    if ((flush.scope && *flush.scope != scope) || !flush.targets.contains(target)) continue;
    // What travelled earlier is not ours to complete any more: its owner is told.
    const bool reaches_sent = units_.threaded() || model::completes(flush.kind, AccessKind::RemoteWrite);
    if (bucket.sent_unfinished && reaches_sent) {
      transport_.post(self_, target, FlushNotice{flush.kind, scope, at, before});
      bucket.sent_unfinished = units_.threaded();
    }
    for (const OperationId id : bucket.open)
      if (Open* op = find(id); op && by.clock.knows(op->issued)) complete(*op, flush.kind, unit, at);
    sweep(bucket);
  }
  // Else every flush would look at every target that there ever was. A few stay: they are usually wanted again.
  constexpr std::size_t kMayStay = 16;
  if (idle > kMayStay) std::erase_if(buckets_, [](const auto& entry) { return entry.second.idle(); });
}

void OpenOperations::local_complete(std::uint32_t unit, OperationId id) {
  Units::Unit& by = units_[unit];
  by.tick();
  Open* op = find(id);
  if (!op || !by.clock.knows(op->issued)) return;
  complete(*op, CompletionKind::LocalComplete, unit, by.clock.here());
  sweep(buckets_[{op->scope, op->target}]);
}

void OpenOperations::complete(Open& op, CompletionKind kind, std::uint32_t unit, Point at) {
  const model::UnitClock& clock = units_[unit].clock;
  const auto buffers = [&](const EntryList& entries, AccessKind access) {
    if (!model::completes(kind, access)) return;
    entries.for_each([&](EntryId id) { memory_.complete(id, at, clock); });
  };
  buffers(op.source, AccessKind::BufferRead);
  buffers(op.result, AccessKind::BufferWrite);
  if (op.remote_state != Remote::None && model::completes(kind, access_kind(op.kind, Part::Remote)))
    complete_remote(op, kind, unit, at);
  settle_known(op);
}

void OpenOperations::complete_remote(Open& op, CompletionKind kind, std::uint32_t unit, Point at) {
  const model::UnitClock& clock = units_[unit].clock;
  if (is_write(access_kind(op.kind, Part::Remote)))
    op.source.for_each([&](EntryId id) { memory_.complete(id, at, clock); });
  switch (op.remote_state) {
    case Remote::None: break;
    case Remote::Own: memory_.complete(op.remote_entry, at, clock); break;
    case Remote::Held:
      op.remote.completions.add(at);
      travel(op);
      break;
    case Remote::Sent:
      if (op.remote_completions.known_to(clock)) break;
      op.remote_completions.add(at);
      if (kind == CompletionKind::LocalComplete) transport_.post(self_, op.target, Completed{op.id, at});
      break;
  }
}

void OpenOperations::announce(model::ScopeId scope, model::ProcessId target, const model::FenceBound& fences,
                              const std::optional<OperationId>& carried) {
  const auto bucket = buckets_.find({scope, target});
  if (bucket == buckets_.end()) return;
  for (const OperationId id : bucket->second.open) {
    Open* op = find(id);
    if (!op || op->remote_state != Remote::Held || !model::completed_by_target_wait(op->remote.kind)) continue;
    if (id == carried || model::within(fences, op->issued)) travel(*op);
  }
  sweep(bucket->second);
}

void OpenOperations::send_writes() {
  for (auto& [key, bucket] : buckets_) {
    bool sent = false;
    for (const OperationId id : bucket.open) {
      Open* op = find(id);
      const bool waits = op != nullptr && op->remote_state == Remote::Held && !op->gate && is_write(op->remote.kind);
      if (waits) travel(*op);
      sent = sent || waits;
    }
    if (sent) sweep(bucket);
  }
}

void OpenOperations::landed(OperationId id, Point at) {
  memory_.source_read(id, at);
  Open* op = find(id);
  if (!op) return;
  op->remote_completions.add(at);
  may_be_over_ = true;
}

// --- Travelling ------------------------------------------------------------------------------------------------------

void OpenOperations::travel(Open& op) {
  gather(op);
  Record record{std::move(op.remote), op.settled[index(Part::Remote)] || op.undecided.empty(), false};
  const model::UnitClock& own = units_[op.issued.unit.index].clock;
  // Complete for its own unit: complete when that unit releases whatever it holds.
  if (record.access.completions.known_to(own)) record.settled = op.settled[index(Part::Remote)] = true;
  // Whoever knows of a target wait knows what the notifying unit did: only another unit may have completed the source.
  record.listens = is_write(record.access.kind) &&
                   (!record.settled || !part_complete_for(op, Part::Source, own) || units_.threaded());
  op.remote = {};
  op.remote_state = Remote::Sent;
  op.remote_completions = record.access.completions;
  Bucket& bucket = buckets_[{op.scope, op.target}];
  bucket.sent_unfinished = bucket.sent_unfinished || op.remote_completions.empty() || units_.threaded();
  transport_.post(self_, op.target, std::move(record));
}

/// Puts merged ranges together. Blocks that overlap are of different operations, which nothing orders.
void OpenOperations::gather(Open& op) {
  if (op.merged.empty()) return;
  OperationAccess& remote = op.remote;
  std::vector<Stripe> all(remote.ranges.stripes().begin(), remote.ranges.stripes().end());
  all.insert(all.end(), op.merged.begin(), op.merged.end());
  op.merged.clear();
  std::sort(all.begin(), all.end());
  if (is_write(remote.kind)) {
    const RaceSide side{remote.kind, remote.unit(), remote.site, op.id, remote.issued().epoch};
    std::vector<Stripe> reaching;
    for (const Stripe& next : all) {
      std::erase_if(reaching, [&](const Stripe& s) { return s.bounds().end <= next.first; });
      for (const Stripe& s : reaching) {
        if (remote.with->atomicity && model::atomics_excused(remote, s.first, remote, next.first)) continue;
        races_.report({model::RaceKind::Remote,
                       op.target,
                       {next.first, std::min(s.bounds().end, next.bounds().end)},
                       side,
                       side});
      }
      reaching.push_back(next);
    }
  }
  remote.ranges = model::ByteRanges::joined(std::move(all), remote.with->atomicity ? remote.with->atomicity->size : 1);
}

void OpenOperations::close() {
  for (auto& [id, op] : open_)
    if (op.remote_state == Remote::Held) {
      if (op.target != self_) {
        travel(op);
        continue;
      }
      op.remote_entry = memory_.apply_own(std::exchange(op.remote, {}), Starts::Earlier, true);
      op.remote_state = Remote::Own;
    }
}

// --- Locks and mutexes -----------------------------------------------------------------------------------------------

void OpenOperations::acquired(model::LockId id, const std::shared_ptr<const model::Clock>& handed_over) {
  gates_[id] = handed_over;
  for (auto& [operation, op] : open_) {
    if (op.gate != id) continue;
    op.gate.reset();
    if (op.remote_state != Remote::Held) continue;
    if (!op.remote.issue.covers(*handed_over)) {
      auto with = std::make_shared<model::Circumstances>(*op.remote.with);
      with->gate = handed_over;
      op.remote.with = std::move(with);
    }
    if (op.target != self_) continue;
    op.remote_entry = memory_.apply_own(std::exchange(op.remote, {}), Starts::Earlier, op.settled[index(Part::Remote)]);
    op.remote_state = Remote::Own;
  }
}

bool OpenOperations::part_complete_for(const Open& op, Part part, const model::UnitClock& clock) const {
  const auto all_complete = [&](const EntryList& entries) {
    return !entries.any_of([&](EntryId id) { return !memory_.complete_for(id, clock); });
  };
  switch (part) {
    case Part::Source: return all_complete(op.source);
    case Part::Result: return all_complete(op.result);
    case Part::Remote: break;
  }
  switch (op.remote_state) {
    case Remote::None: return true;
    case Remote::Own: return memory_.complete_for(op.remote_entry, clock);
    case Remote::Held: return op.remote.completions.known_to(clock);
    case Remote::Sent: return op.remote_completions.known_to(clock);
  }
  return false;
}

void OpenOperations::released(std::uint32_t unit, MutexId mutex) {
  for (auto& [id, op] : open_) {
    if (op.issued.unit.index != unit) continue;
    const auto held = std::find(op.undecided.begin(), op.undecided.end(), mutex);
    if (held == op.undecided.end()) continue;
    op.undecided.erase(held);
    settle_known(op);
    for (const Part part : model::kParts) {
      if (op.settled[index(part)]) continue;
      unprotect(op, part, mutex);
      if (op.undecided.empty()) settle(op, part);
    }
  }
  may_be_over_ = true;
}

void OpenOperations::unprotect(Open& op, Part part, MutexId mutex) {
  if (part != Part::Remote || op.remote_state == Remote::Own) {
    memory_.unprotect(op.id, part, mutex);
  } else if (op.remote_state == Remote::Held) {
    op.remote.with = without(*op.remote.with, mutex);
  } else if (op.remote_state == Remote::Sent) {
    transport_.post(self_, op.target, Unprotected{op.id, mutex});
  }
}

void OpenOperations::settle(Open& op, Part part) {
  op.settled[index(part)] = true;
  if (part != Part::Remote || op.remote_state == Remote::Own)
    memory_.settle(op.id, part);
  else if (op.remote_state == Remote::Sent)
    transport_.post(self_, op.target, Settled{op.id});
}

void OpenOperations::settle_known(Open& op) {
  for (const Part part : model::kParts)
    if (!op.settled[index(part)] && part_complete_for(op, part, units_[op.issued.unit.index].clock)) settle(op, part);
}

// --- Letting go ------------------------------------------------------------------------------------------------------

bool OpenOperations::over(const Open& op) const {
  const auto any_live = [&](const EntryList& entries) {
    return entries.any_of([&](EntryId id) { return memory_.live(id); });
  };
  if (any_live(op.source) || any_live(op.result)) return false;
  if (!std::all_of(std::begin(op.settled), std::end(op.settled), [](bool settled) { return settled; })) return false;
  switch (op.remote_state) {
    case Remote::None: return true;
    case Remote::Held: return false;
    case Remote::Own: return !memory_.live(op.remote_entry);
    // A remote write that travelled is its owner's business (flush notices reach it there). A remote read may be
    // completed once more, by name.
    case Remote::Sent: return is_write(access_kind(op.kind, Part::Remote)) || units_.all_know(op.remote_completions);
  }
  return false;
}

bool OpenOperations::drop_if_over(Open& op) {
  if (!over(op)) return false;
  op.source.for_each([&](EntryId id) { memory_.unhold(id); });
  op.result.for_each([&](EntryId id) { memory_.unhold(id); });
  if (op.remote_state == Remote::Own) memory_.unhold(op.remote_entry);
  open_.erase(op.id);
  return true;
}

void OpenOperations::sweep(Bucket& bucket) {
  std::erase_if(bucket.open, [&](OperationId id) {
    Open* op = find(id);
    return !op || drop_if_over(*op);
  });
}

void OpenOperations::learnt() {
  if (!may_be_over_ && !units_.threaded()) return;
  may_be_over_ = false;
  for (auto& [id, op] : open_)
    if (!op.undecided.empty()) settle_known(op);
  for (auto& [key, bucket] : buckets_) sweep(bucket);
  // Without threads, only what landed keeps us looking: until the unit knows of it.
  if (!units_.threaded())
    may_be_over_ = std::any_of(open_.begin(), open_.end(), [](const auto& entry) {
      return entry.second.remote_state == Remote::Sent && !entry.second.remote_completions.empty();
    });
}

void OpenOperations::lower(model::Clock& floor) const {
  // Most share their clock, and then differ in the own entry only.
  const model::Clock* last = nullptr;
  for (const auto& [id, op] : open_) {
    if (op.remote_state != Remote::Held) continue;
    if (op.remote.issue.shared().get() != last) floor.meet(op.remote.issue.full());
    last = op.remote.issue.shared().get();
    floor.cap(op.remote.issued());
  }
}

}  // namespace farsan::engine
