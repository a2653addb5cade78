#include "engine/open_operations.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace farsan::engine {

using model::CompletionKind;
using model::Interval;
using model::MutexId;
using model::OperationAccess;
using model::OperationId;
using model::Part;
using model::Point;

namespace {

bool equal(const model::Circumstances& a, const model::Circumstances& b) {
  return a.scope == b.scope && a.fences == b.fences && a.mutexes == b.mutexes && a.gate == b.gate &&
         a.atomicity == b.atomicity;
}

model::Ref<const model::Circumstances> without(const model::Circumstances& with, MutexId mutex) {
  auto changed = model::make_ref<model::Circumstances>(with);
  auto left = model::make_ref<std::vector<MutexId>>(*with.mutexes);
  std::erase(*left, mutex);
  changed->mutexes = left->empty() ? nullptr : std::move(left);
  return changed;
}

}  // namespace

// --- Issue -----------------------------------------------------------------------------------------------------------

OpenOperations::Open* OpenOperations::find(OperationId id) {
  const OpenPtr* const found = by_id_.find(id.value);
  return found == nullptr ? nullptr : found->get();
}

OpenOperations::Bucket& OpenOperations::bucket_of(const BucketKey& key) {
  if (last_bucket_ == nullptr || last_bucket_->first != key) last_bucket_ = &*buckets_.try_emplace(key).first;
  return last_bucket_->second;
}

OpenOperations::Open& OpenOperations::open(OperationId id) {
  if (spare_.empty()) spare_.push_back(std::make_unique<Open>());
  Open& op = *by_id_.put(id.value, std::move(spare_.back()));
  spare_.pop_back();
  op.id = id;
  op.place = open_.size();
  open_.push_back(&op);
  return op;
}

void OpenOperations::drop(OperationId id) {
  constexpr std::size_t kSpare = 64;
  OpenPtr op = by_id_.take(id.value);
  open_.back()->place = op->place;
  open_[op->place] = open_.back();
  open_.pop_back();
  if (spare_.size() >= kSpare) return;
  op->renew();
  spare_.push_back(std::move(op));
}

void OpenOperations::Open::renew() {
  for (const Part part : model::kParts) {
    if (entered[part]) entries[index(part)].clear();
    merged[index(part)].clear();
  }
  issue = {};
  gate.reset();
  remote_state = Remote::None;
  with = nullptr;
  remote = {};
  remote_completions = {};
  mutexes = nullptr;
  undecided.clear();
  unsettled = quiet = entered = {};
}

model::Ref<const model::Circumstances> OpenOperations::circumstances(Part part, model::OperationKind kind,
                                                                     model::Circumstances wanted) {
  if (wanted.atomicity) wanted.atomicity->fetches = kind != model::OperationKind::Update;
  auto& [last, before] = last_with_[index(part)][static_cast<std::size_t>(kind)];
  if (last && equal(*last, wanted)) [[likely]]
    return last;
  std::swap(last, before);
  if (!last || !equal(*last, wanted)) last = model::make_ref<const model::Circumstances>(std::move(wanted));
  return last;
}

bool OpenOperations::covers(std::uint32_t unit, const model::Ref<const model::Clock>& gate) {
  if (unit == 0 && gate == covered_) return true;
  const bool covers = units_[unit].clock.snapshot().covers(*gate);
  if (unit == 0 && covers) covered_ = gate;
  return covers;
}

OpenOperations::Behind OpenOperations::behind(std::uint32_t unit, const std::optional<model::LockId>& gate) {
  const auto found = gate ? gates_.find(*gate) : gates_.end();
  if (found == gates_.end()) return {};
  const auto& [acquired, handed_over] = found->second;
  return {acquired ? std::nullopt : gate, handed_over && !covers(unit, handed_over) ? handed_over : nullptr};
}

/// Which of two atomics was issued first must be seen by their epochs, where it matters.
bool OpenOperations::begins_epoch(Units::Unit& by, const model::Operation& operation) {
  const bool has_its_own = operation.atomicity && operation.atomicity->orders.some();
  if (has_its_own && by.issued) by.tick();
  return has_its_own;
}

void OpenOperations::issue(std::uint32_t unit, const model::Issue& issue, model::SiteId site, Naming naming,
                           model::FenceBound fences) {
  const model::Operation& operation = issue.operation;
  forget_said();
  merged_into_ = nullptr;
  alone_ = nullptr;
  calm_ = {};
  if (naming != Naming::Anonymous && operation.remote.empty()) {
    apply_deferred();
    if (const auto part = model::only_buffer(operation)) {
      const Alone what{nullptr, operation.kind, *part, operation.target, operation.scope, site, {}, nullptr, 0};
      if (open_whole(unit, issue.id, what, model::ranges(operation, *part)) != nullptr) return;
    }
  }
  Units::Unit& by = units_[unit];
  const bool has_its_epoch = begins_epoch(by, operation);
  const auto [awaited, handed_over] = behind(unit, operation.gate);
  const bool acquired = !awaited;
  // Of the remote access, if there is one.
  const auto with =
      operation.remote.empty()
          ? nullptr
          : circumstances(Part::Remote, operation.kind,
                          {operation.scope, std::move(fences), by.mutexes, handed_over, operation.atomicity});
  Bucket& bucket = bucket_of({operation.scope, operation.target});
  open_beside(bucket);
  if (naming == Naming::Anonymous && merge(bucket, unit, issue, site, with, awaited)) return;

  apply_deferred();
  if (!has_its_epoch && naming == Naming::Anonymous && open_alone(bucket, unit, issue, site, with, awaited)) return;
  Open& op = open(issue.id);
  op.bucket = &bucket;
  op.kind = operation.kind;
  op.target = operation.target;
  op.scope = operation.scope;
  op.issue = by.clock.snapshot();
  op.site = site;
  op.naming = naming;
  op.with = with;
  op.mutexes = by.mutexes;
  op.gate = awaited;
  if (by.mutexes) op.undecided = *by.mutexes;
  if (!op.undecided.empty())
    for (const Part part : model::kParts) op.unsettled.add(part);
  if (!operation.source.empty()) open_buffer(op, Part::Source, operation.source);
  if (!operation.result.empty()) open_buffer(op, Part::Result, operation.result);
  if (!operation.remote.empty()) {
    if (op.target == self_ && acquired) {
      op.remote_state = Remote::Own;
      apply(op, Part::Remote, operation.remote);
    } else {
      op.remote_state = Remote::Held;
      ++held_;
      ++bucket.held;
      op.remote = operation.remote;
    }
  }
  bucket.open.push_back(&op);
  by.issued = true;
  // It is compared with what this unit does next only when the lock is there: that must have a later epoch.
  if ((op.target == self_ && !acquired) || has_its_epoch) by.tick();
}

bool OpenOperations::is_simple(const Units::Unit& by, const model::Operation& operation) const {
  return operation.source.empty() && operation.result.empty() && !operation.remote.empty() && !operation.gate &&
         !by.mutexes && !units_.threaded();
}

Message OpenOperations::record_of(const Units::Unit& by, const model::Issue& issue, model::SiteId site,
                                  const model::FenceBound& fences) {
  const model::Operation& operation = issue.operation;
  Message message(std::in_place_type<Record>);
  OperationAccess& access = std::get_if<Record>(&message)->access;
  access.kind = access_kind(operation.kind, Part::Remote);
  access.site = site;
  access.operation = issue.id;
  access.issue = by.clock.snapshot();
  access.with =
      circumstances(Part::Remote, operation.kind, {operation.scope, fences, nullptr, nullptr, operation.atomicity});
  access.ranges = operation.remote;
  return message;
}

bool OpenOperations::issue_and_announce(std::uint32_t unit, const model::Issue& issue, model::SiteId site,
                                        Naming naming, const model::FenceBound& fences) {
  const model::Operation& operation = issue.operation;
  const Units::Unit& by = units_[unit];
  const bool has_its_epoch = operation.atomicity && operation.atomicity->orders.some();
  if (!is_simple(by, operation) || operation.target == self_ || has_its_epoch) {
    this->issue(unit, issue, site, naming, fences);
    announce(operation.scope, operation.target, fences, issue.id);
    return false;
  }
  // It travels at once, after those that were issued before it: nobody will ask for it again.
  Bucket& bucket = bucket_of({operation.scope, operation.target});
  open_beside(bucket);
  if (!bucket.open.empty()) announce(operation.scope, operation.target, fences, std::nullopt);
  Message message = record_of(by, issue, site, fences);
  const bool performed = naming == Naming::Performed;
  if (performed) {
    // Whoever takes the notification does not know this point; all that the unit does from then on does.
    const Point here = by.clock.here();
    std::get_if<Record>(&message)->access.completions.add({here.unit, here.epoch + 1});
  } else {
    bucket.sent_unfinished = any_sent_unfinished_ = true;
  }
  transport_.post(self_, operation.target, std::move(message));
  return performed;
}

void OpenOperations::perform(std::uint32_t unit, const model::Issue& issue, model::SiteId site,
                             const model::FenceBound& fences) {
  const model::Operation& operation = issue.operation;
  Units::Unit& by = units_[unit];
  const bool writes = is_write(access_kind(operation.kind, Part::Remote));
  if (!is_simple(by, operation) || (writes && operation.target == self_)) {
    this->issue(unit, issue, site, Naming::Performed, fences);
    complete(unit, issue.id, CompletionKind::FullComplete);
    return;
  }
  (void)begins_epoch(by, operation);
  Message message = record_of(by, issue, site, fences);
  OperationAccess& access = std::get_if<Record>(&message)->access;
  by.tick();
  access.completions.add(by.clock.here());
  std::get_if<Record>(&message)->silent_for = silent_before(access.issued(), by.clock.here());
  if (operation.target != self_) {
    transport_.post(self_, operation.target, std::move(message));
  } else {
    wake(access.kind, access.ranges.bounds());
    memory_.done_own(std::move(access));
  }
}

bool OpenOperations::merge(Bucket& bucket, std::uint32_t unit, const model::Issue& issue, model::SiteId site,
                           const model::Ref<const model::Circumstances>& with,
                           const std::optional<model::LockId>& awaited) {
  constexpr std::size_t kLookBack = 8;  // lines of one loop take turns
  const model::Operation& operation = issue.operation;
  // Only blocks of different operations may overlap in what is collected: see gather.
  if (!operation.remote.flat() || operation.remote.empty()) return false;
  const model::UnitClock& clock = units_[unit].clock;
  const auto is_like_it = [&](const Open* op) {
    if (op->naming != Naming::Anonymous || op->gate != awaited) return false;
    if (op->remote_state != Remote::Held && op->remote_state != Remote::Own) return false;
    // (What waits for a lock of the own process has an epoch of its own.)
    return op->issued() == clock.here() && op->site == site && op->kind == operation.kind && op->with == with &&
           op->issue.shared() == clock.snapshot().shared() && op->remote.flat();
  };
  const auto last = bucket.open | std::views::reverse | std::views::take(kLookBack);
  const auto found = std::ranges::find_if(last, is_like_it);
  if (found == last.end()) return false;
  Open* const op = *found;
  defer(*op, Part::Source, operation.source);
  defer(*op, Part::Result, operation.result);
  if (op->remote_state == Remote::Own) {
    defer(*op, Part::Remote, operation.remote);
  } else {
    operation.remote.append_to(op->merged[index(Part::Remote)]);
  }
  merged_into_ = op;
  return true;
}

bool OpenOperations::merge_more(Open& op, Part part, Interval buffer, Interval remote) {
  // (What waits for a lock of the own process has an epoch of its own.)
  if (op.issued() != units_[0].clock.here() || units_.threaded()) return false;
  forget_said();
  if (op.remote_state == Remote::Sent) return false;
  if (part != Part::Source || !add_calmly(op, buffer))
    defer(op, part, model::ByteRanges::contiguous(buffer.begin, buffer.size()));
  if (op.remote_state == Remote::Own)
    defer(op, Part::Remote, model::ByteRanges::contiguous(remote.begin, remote.size()));
  else
    op.merged[index(Part::Remote)].push_back({remote.begin, remote.size(), remote.size(), 1});
  return true;
}

OperationAccess OpenOperations::access_of(const Open& op, Part part, model::ByteRanges ranges) {
  return {access_kind(op.kind, part),
          part,
          op.site,
          op.id,
          op.issue,
          {},
          part == Part::Remote ? op.with
                               : circumstances(part, op.kind, {op.scope, nullptr, op.mutexes, nullptr, std::nullopt}),
          std::move(ranges)};
}

void OpenOperations::apply(Open& op, Part part, model::ByteRanges ranges) {
  if (ranges.empty()) return;
  OperationAccess access = access_of(op, part, std::move(ranges));
  wake(access.kind, access.ranges.bounds());
  EntryList& entries = op.entries[index(part)];
  // Where elements of an atomic begin matters.
  const bool may_extend = part != Part::Remote && !entries.empty();
  if (may_extend && memory_.extend_own(entries.back(), access)) return;
  entries.push_back(memory_.apply_own(std::move(access), Starts::Now, op.undecided.empty()));
  op.entered.add(part);
}

// --- Deferred ranges -------------------------------------------------------------------------------------------------

/// Something of this part is in the memory already, and live: so whoever accesses these bytes will ask.
void OpenOperations::defer(Open& op, Part part, const model::ByteRanges& ranges) {
  if (ranges.empty() || add_quietly(op, part, ranges)) return;
  if (ranges.bounds().overlaps(calm_)) calm_ = {};
  if (op.quiet[part]) wake_all();
  if (!ranges.flat() || op.entries[index(part)].empty()) return apply(op, part, ranges);
  auto& merged = op.merged[index(part)];
  const Interval bounds = ranges.bounds();
  if (merged.empty()) {
    deferred_.push_back({&op, part, bounds});
  } else {
    const auto is_it = [&](const Deferred& d) { return d.operation == &op && d.part == part; };
    Interval& all = std::ranges::find_if(deferred_, is_it)->bounds;
    if (part == Part::Source && is_inside(bounds, merged.back().bounds())) return;  // the same again
    all = hull(all, bounds);
  }
  collect(op, part, ranges);
  memory_.opens(ranges);
}

void OpenOperations::apply_all_deferred() {
  for (const Deferred& d : std::exchange(deferred_, {}))
    apply(*d.operation, d.part, gather(*d.operation, d.part, std::exchange(d.operation->merged[index(d.part)], {})));
}

// --- Locks and mutexes -----------------------------------------------------------------------------------------------

void OpenOperations::acquired(model::LockId id, const model::Clock& handed_over,
                              model::Ref<const model::Clock> shared) {
  Gate gate{true, nullptr};
  const auto kept = [&] {
    if (!shared) shared = model::make_ref<const model::Clock>(handed_over);
    gate.handed_over = shared;
    return shared;
  };
  const auto pass = [&](const model::Snapshot& issue, model::Ref<const model::Circumstances>& circumstances) {
    if (handed_over.none() || issue.covers(handed_over)) return;
    auto with = model::make_ref<model::Circumstances>(*circumstances);
    with->gate = kept();
    circumstances = std::move(with);
  };
  // The only unit has learnt it by now: all that it does from now on comes after anyway.
  if (units_.threaded()) (void)kept();
  gates_[id] = gate;
  // By number: one that starts may wake quiet buffers, which then are open operations, too.
  for (std::size_t i = 0; i < open_.size(); ++i) {  // NOLINT(modernize-loop-convert): it may grow
    Open* const op = open_[i];
    if (op->gate != id) continue;
    op->gate.reset();
    if (op->remote_state != Remote::Held) continue;
    pass(op->issue, op->with);
    if (op->target == self_) start_own(*op, !op->unsettled[Part::Remote]);
  }
  if (quiet_.wholes == 0) return;
  for (Quiet* quiet = quiet_.first; quiet != nullptr; quiet = quiet->after) {
    Whole* const whole = quiet->whole;
    if (whole == nullptr || whole->gate != id) continue;
    whole->gate.reset();
    pass(whole->issue, whole->with);
  }
}

/// The lock that an operation to the own memory waited for is there, or the run is over.
void OpenOperations::start_own(Open& op, bool settled) {
  OperationAccess access = access_of(op, Part::Remote, std::exchange(op.remote, {}));
  access.completions = op.remote_completions;
  wake(access.kind, access.ranges.bounds());
  op.entries[index(Part::Remote)].push_back(memory_.apply_own(std::move(access), Starts::Earlier, settled));
  op.entered.add(Part::Remote);
  op.remote_state = Remote::Own;
  --held_;
  --op.bucket->held;
}

bool OpenOperations::part_complete_for(const Open& op, Part part, const model::UnitClock& clock) const {
  if (op.quiet[part]) return false;
  if (part != Part::Remote || op.remote_state == Remote::Own)
    return !op.entries[index(part)].any_of([&](EntryId id) { return !memory_.complete_for(id, clock); });
  return op.remote_state == Remote::None || op.remote_completions.known_to(clock);
}

void OpenOperations::released(std::uint32_t unit, MutexId mutex) {
  for (Open* op : open_) {
    if (op->issued().unit.index != unit) continue;
    const auto held = std::find(op->undecided.begin(), op->undecided.end(), mutex);
    if (held == op->undecided.end()) continue;
    op->undecided.erase(held);
    settle_known(*op);
    for (const Part part : model::kParts) {
      if (!op->unsettled[part]) continue;
      unprotect(*op, part, mutex);
      if (op->undecided.empty()) settle(*op, part);
    }
  }
  may_be_over_ = true;
}

void OpenOperations::unprotect(Open& op, Part part, MutexId mutex) {
  if (part != Part::Remote || op.remote_state == Remote::Own) {
    memory_.unprotect(op.id, part, mutex);
  } else if (op.remote_state == Remote::Held) {
    op.with = without(*op.with, mutex);
  } else if (op.remote_state == Remote::Sent) {
    transport_.post(self_, op.target, Unprotected{op.id, mutex});
  }
}

void OpenOperations::settle(Open& op, Part part) {
  op.unsettled.remove(part);
  if (part != Part::Remote || op.remote_state == Remote::Own)
    memory_.settle(op.id, part);
  else if (op.remote_state == Remote::Sent)
    transport_.post(self_, op.target, Settled{op.id});
}

void OpenOperations::settle_known(Open& op) {
  if (op.unsettled.none()) return;
  for (const Part part : model::kParts)
    if (op.unsettled[part] && part_complete_for(op, part, units_[op.issued().unit.index].clock)) settle(op, part);
}

// --- Letting go ------------------------------------------------------------------------------------------------------

bool OpenOperations::over(const Open& op) const {
  if (!op.quiet.none() || !op.unsettled.none()) return false;
  if (!op.entered.none())
    for (const EntryList& entries : op.entries)
      if (entries.any_of([&](EntryId id) { return memory_.live(id); })) return false;
  switch (op.remote_state) {
    case Remote::None:
    case Remote::Own: return true;
    case Remote::Held: return false;
    // A remote write that travelled is its owner's business (flush notices reach it there). A remote read may be
    // completed once more, by name, and so may a write that will be performed.
    case Remote::Sent:
      return (is_write(access_kind(op.kind, Part::Remote)) && op.naming != Naming::Performed) ||
             units_.all_know(op.remote_completions);
  }
  return false;
}

bool OpenOperations::drop_if_over(Open& op) {
  if (!over(op)) return false;
  if (!op.entered.none())
    for (const EntryList& entries : op.entries) entries.for_each([&](EntryId id) { memory_.unhold(id); });
  drop(op.id);
  return true;
}

void OpenOperations::sweep(Bucket& bucket) {
  std::erase_if(bucket.open, [&](Open* op) { return drop_if_over(*op); });
  bucket.swept = bucket.open.size();
}

void OpenOperations::sweep_all() {
  may_be_over_ = false;
  for (Open* op : open_)
    if (!op->undecided.empty()) settle_known(*op);
  for (auto& [key, bucket] : buckets_) sweep(bucket);
  // Without threads, only what landed keeps us looking: until the unit knows of it.
  if (!units_.threaded())
    may_be_over_ = std::ranges::any_of(
        open_, [](const Open* op) { return op->remote_state == Remote::Sent && !op->remote_completions.empty(); });
}

void OpenOperations::lower(model::Clock& floor) const {
  // Most share their clock, and then differ in the own entry only.
  const model::Clock* last = nullptr;
  for (const Open* op : open_) {
    if (op->remote_state != Remote::Held) continue;
    if (op->issue.shared().get() != last) floor.meet(op->issue.full());
    last = op->issue.shared().get();
    floor.cap(op->issued());
  }
  for (const Quiet* quiet = quiet_.wholes > 0 ? quiet_.first : nullptr; quiet != nullptr; quiet = quiet->after)
    if (quiet->whole != nullptr && quiet->whole->bucket != nullptr) floor.meet(quiet->whole->issue.full());
}

}  // namespace farsan::engine
