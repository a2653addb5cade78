#include "engine/process.h"

#include <algorithm>
#include <limits>

namespace farsan::engine {

using model::AccessKind;
using model::Interval;
using model::Snapshot;

namespace {
/// The own unit of a clock that is nobody's.
constexpr model::Point kNobody{{model::ProcessId{std::numeric_limits<std::uint32_t>::max()}, 0}, 0};
}  // namespace

Process::Process(model::ProcessId self, std::uint32_t processes, Transport& transport, RaceSink& races)
    : self_(self),
      transport_(transport),
      units_(self, processes),
      memory_(self, units_, races),
      operations_(self, units_, memory_, transport, races) {
  changed();
}

void Process::observe(LiveObserver* observer) {
  observed_ = observer != nullptr;
  memory_.observe(observer);
}

void Process::expose(Interval bytes) {
  settle();
  operations_.wake(AccessKind::Store, bytes);
  cool();
  memory_.shadow().expose(bytes);
}

void Process::conceal(Interval bytes) {
  settle();
  cool();
  memory_.conceal(bytes);
}

void Process::end_exposure(std::uint32_t unit, Interval bytes) {
  settle();
  // Whatever has arrived is compared with what was done to the memory while that is known.
  transport_.drain_rest(self_, *this);
  units_[unit].tick();
  memory_.end_exposure(bytes, units_[unit].clock.here());
  learn(unit);
  conceal(bytes);
}

void Process::end_remote_accesses(std::uint32_t unit, Interval bytes) {
  settle();
  units_[unit].tick();
  const model::UnitClock& clock = units_[unit].clock;
  memory_.table().for_each([&](EntryId id) {
    const model::OperationAccess& access = memory_.table()[id].access;
    if (access.part != model::Part::Remote || !is_inside(access.ranges.bounds(), bytes)) return;
    memory_.complete(id, clock.here(), clock);
  });
  learn(unit);
}

void Process::end_scope(std::uint32_t unit, model::ScopeId scope) {
  settle();
  fences_.end(scope);
  if (!memory_.awaits_any(scope)) return;
  units_[unit].tick();
  memory_.end_scope(scope, units_[unit].clock.here());
  learn(unit);
}

// --- Accesses --------------------------------------------------------------------------------------------------------

void Process::touch(std::uint32_t unit, const model::Touch& touch, model::SiteId site) {
  if (touch.owner != self_) return touch_foreign(unit, touch, site);
  if (touch.atomicity) return touch_atomically(unit, touch, site);
  for (const model::Stripe& pieces : touch.ranges.stripes()) touch_pieces(unit, touch.kind, pieces, site);
}

void Process::touch_pieces(std::uint32_t unit, AccessKind kind, const model::Stripe& pieces, model::SiteId site) {
  catch_up();
  operations_.apply_deferred(kind, pieces.bounds());
  if (memory_.touch_pieces(kind, pieces, site)) return;
  for (std::uint64_t i = 0; i < pieces.count; ++i) touch_own(unit, kind, pieces.at(i), site);
}

void Process::touch_own(std::uint32_t unit, AccessKind kind, Interval bytes, model::SiteId site) {
  catch_up();
  operations_.apply_deferred(kind, bytes);
  memory_.touch(unit, kind, bytes, site);
  if (must_compare()) return;
  // What the hot path would not take anyway says nothing about where the next one goes.
  if (bytes.begin % kGranule != 0 || bytes.size() < kGranule || bytes.size() > 4 * kGranule) return;
  if (const ShadowRegion* region = memory_.shadow().region_of(bytes)) {
    const bool stores = kind == AccessKind::Store;
    HotCells& hot = stores ? hot_stores_ : hot_loads_;
    (stores ? warm_stores_ : warm_loads_) = hot;
    hot = region->hot_cells(kind, bytes.size(), hot_epoch_);
    warm_ = true;
  }
}

model::OperationAccess Process::record_of(std::uint32_t unit, const model::Touch& touch, model::SiteId site) {
  const Units::Unit& by = units_[unit];
  auto with = model::make_ref<model::Circumstances>();
  with->mutexes = by.mutexes;
  with->atomicity = touch.atomicity;
  model::OperationAccess access{touch.kind, model::Part::Remote, site,        {}, by.clock.snapshot(),
                                {},         std::move(with),     touch.ranges};
  access.completions.add(by.clock.here());
  return access;
}

/// It is over at once, at a point that what came before in this unit must not know: see clock.h.
void Process::begin_touch(std::uint32_t unit) {
  catch_up();
  if (!units_[unit].issued) return;
  units_[unit].tick();
  changed();
}

void Process::touch_foreign(std::uint32_t unit, const model::Touch& touch, model::SiteId site) {
  begin_touch(unit);
  const Units::Unit& by = units_[unit];
  for (Foreign& earlier : foreign_) {
    if (earlier.owner != touch.owner || earlier.access.kind != touch.kind || earlier.access.site != site) continue;
    if (earlier.access.issued() != by.clock.here() || earlier.access.issue.shared() != by.clock.snapshot().shared() ||
        earlier.access.with->mutexes != by.mutexes)
      continue;
    // Elements of an atomic lie back to back from where it begins, which is not known of one that joins others. Where they are single bytes it
    // is nothing to them.
    if (earlier.access.with->atomicity != touch.atomicity) continue;
    if (touch.atomicity && touch.atomicity->size != 1 && earlier.access.ranges != touch.ranges) continue;
    earlier.access.ranges.add(touch.ranges);
    return;
  }
  foreign_.push_back({touch.owner, record_of(unit, touch, site)});
}

void Process::touch_atomically(std::uint32_t unit, const model::Touch& touch, model::SiteId site) {
  if (touch.ranges.empty()) return;
  begin_touch(unit);
  operations_.apply_deferred(touch.kind, touch.ranges.bounds());
  operations_.wake(touch.kind, touch.ranges.bounds());
  // Applied at once, since all that the unit does from now on comes after it.
  memory_.done_own(record_of(unit, touch, site));
  changed();
}

void Process::send_all_foreign() {
  for (Foreign& touch : foreign_) transport_.post(self_, touch.owner, Record{std::move(touch.access), true, false});
  foreign_.clear();
}

model::Epoch Process::last_store(model::Interval bytes) const {
  model::Epoch last = 0;
  memory_.shadow().for_each_after(model::AccessKind::Store, bytes, 0,
                                  [&](const LastAccess& access) { last = std::max(last, epoch_of(access.word)); });
  return last;
}

void Process::issue(std::uint32_t unit, const model::Issue& issue, model::SiteId site, Naming naming) {
  catch_up();
  operations_.issue(unit, issue, site, naming, fences_before(unit, issue.operation));
  refresh();
}

void Process::perform(std::uint32_t unit, const model::Issue& issue, model::SiteId site) {
  settle();
  send_foreign();
  operations_.perform(unit, issue, site, fences_before(unit, issue.operation));
  changed();
}

// --- Completion ------------------------------------------------------------------------------------------------------

void Process::complete(std::uint32_t unit, const model::Complete& complete) {
  settle();
  send_foreign();
  operations_.complete(unit, complete.id, complete.kind);
  changed();
}

void Process::fence(std::uint32_t unit, const model::Fence& fence) {
  settle();
  fences_.fence(units_, unit, fence);
  changed();
}

// --- Signals and waits -----------------------------------------------------------------------------------------------

Snapshot Process::signal(std::uint32_t unit) {
  catch_up();
  publish(unit);
  Snapshot handed_out = units_[unit].clock.snapshot();
  units_[unit].tick();
  changed();
  return handed_out;
}

void Process::wait(std::uint32_t unit, std::span<const Snapshot> taken) {
  catch_up();
  for (const Snapshot& snapshot : taken) units_[unit].clock.merge(snapshot);
  learn(unit);
}

void Process::wait(std::uint32_t unit, const model::Clock& taken) {
  catch_up();
  units_[unit].clock.merge(taken);
  learn(unit);
}

/// All that the unit's knowledge entails, and all that the knowledge entails with which the gates of complete operations
/// were opened: it may order them, and the unit that completed them need not have had it.
void Process::drain(const model::UnitClock& clock) {
  if (transport_.may_have(self_, clock.shared())) transport_.drain(self_, clock.snapshot(), *this);
  if (memory_.any_gated()) drain_gates(clock);
}

void Process::drain_gates(const model::UnitClock& clock) {
  std::vector<model::Ref<const model::Clock>> drained;
  for (bool more = true; more;) {
    more = false;
    for (const auto& gate : memory_.gates_of_complete(clock)) {
      if (std::find(drained.begin(), drained.end(), gate) != drained.end()) continue;
      drained.push_back(gate);
      transport_.drain(self_, Snapshot(gate, kNobody), *this);
      more = true;
    }
  }
}

void Process::look_at_what_was_put_off() {
  behind_ = false;
  transport_.take_put_off(self_, units_[0].clock);
  learn(0);
}

void Process::learn(std::uint32_t unit) {
  const model::UnitClock& clock = units_[unit].clock;
  operations_.apply_deferred();
  memory_.expect(Memory::Expected::Complete);
  drain(clock);
  memory_.learnt(clock);
  operations_.learnt();
  changed();
}

Announcement Process::notify(std::uint32_t unit, const model::Notify& notify) {
  settle();
  send_foreign();
  model::FenceBound fences = fences_.bound(units_, unit, notify.scope, notify.target);
  operations_.announce(notify.scope, notify.target, fences, notify.carried);
  return {signal(unit), self_, notify.target, notify.scope, std::move(fences), notify.carried};
}

Announcement Process::issue_and_notify(std::uint32_t unit, const model::Issue& issue, model::SiteId site,
                                       Naming naming) {
  const model::Operation& operation = issue.operation;
  settle();
  send_foreign();
  model::FenceBound fences = fences_.bound(units_, unit, operation.scope, operation.target);
  const bool performed = operations_.issue_and_announce(unit, issue, site, naming, fences);
  Announcement announced{signal(unit), self_, operation.target, operation.scope, std::move(fences), issue.id};
  if (naming == Naming::Performed && !performed) complete(unit, {issue.id, model::CompletionKind::FullComplete});
  return announced;
}

void Process::target_wait(std::uint32_t unit, std::span<const Announcement> taken) {
  settle();
  Units::Unit& by = units_[unit];
  for (const Announcement& a : taken) by.clock.merge(a.clock);
  memory_.expect(Memory::Expected::Announced);
  drain(by.clock);
  by.tick();
  const model::Point here = by.clock.here();
  for (const Announcement& a : taken) {
    if (a.target != self_) continue;
    if (a.carried && !a.part.empty()) memory_.split(a.origin, *a.carried, a.part);
    std::vector<model::OperationId> landed;
    memory_.target_wait({a.origin, a.scope, a.fences, a.carried, a.part}, here, by.clock,
                        [&](model::OperationId id) { landed.push_back(id); });
    for (const model::OperationId id : landed) {
      if (a.origin == self_)
        operations_.landed(id, here);
      else
        transport_.post(self_, a.origin, Landed{id, here});
    }
  }
  memory_.learnt(by.clock);
  operations_.learnt();
  changed();
}

// --- Locks and units -------------------------------------------------------------------------------------------------

void Process::acquired(std::uint32_t unit, model::LockId id, model::LockMode held, const model::Clock& handed_over) {
  catch_up();
  Units::Unit& by = units_[unit];
  if (handed_over.none() || by.clock.covers(handed_over)) {
    if (by.has_again(id, held)) operations_.has_again(id);
    if (transport_.may_have(self_, by.clock.shared())) learn(unit);  // else what others post might gather
  } else {
    // First all that the previous holders' knowledge entails, then the operations that start after it.
    by.clock.merge(handed_over);
    learn(unit);
  }
  operations_.acquired(id, handed_over);
  turned();
}

void Process::opened(std::uint32_t unit, model::LockId id, const model::Ref<const model::Clock>& handed_over) {
  settle();
  drain(units_[unit].clock);
  // What the operations start after may have completed something that they would race with.
  transport_.drain(self_, Snapshot(handed_over, kNobody), *this);
  operations_.acquired(id, *handed_over, handed_over);
  operations_.unlock(id);
  changed();
}

Snapshot Process::unlock(std::uint32_t unit, model::LockId id, model::LockMode held) {
  catch_up();
  operations_.unlock(id);
  if (units_.threaded()) return signal(unit);
  send_records(unit);
  Units::Unit& by = units_[unit];
  by.leave_at(id, held);
  operations_.leaves_at(id);
  Snapshot handed_over = by.clock.snapshot();
  by.tick();
  turned();
  return handed_over;
}

void Process::fork(std::uint32_t unit, std::uint32_t child) {
  catch_up();
  publish(unit);
  operations_.wake_all();
  units_.fork(unit, child);
  changed();
}

void Process::join(std::uint32_t unit, std::uint32_t child) {
  catch_up();
  units_.join(unit, child);
  learn(unit);
}

void Process::acquire(std::uint32_t unit, model::MutexId mutex) {
  settle();
  units_.acquire(unit, mutex);
  changed();
}

void Process::release(std::uint32_t unit, model::MutexId mutex) {
  settle();
  units_.release(unit, mutex);
  operations_.released(unit, mutex);
  changed();
}

// --- The end and forgetting ------------------------------------------------------------------------------------------

void Process::close(BehindGates behind_gates) {
  settle();
  send_foreign();
  operations_.close(behind_gates);
  changed();
}

void Process::conclude() {
  settle();
  memory_.conclude();
  changed();
}

model::Clock Process::floor() const {
  model::Clock floor = units_.floor();
  operations_.lower(floor);
  memory_.lower(floor);
  for (const Foreign& touch : foreign_) floor.meet(touch.access.issue.full());
  return floor;
}

void Process::forget(const model::Clock& global_floor) {
  settle();
  memory_.forget(global_floor);
}

void Process::receive_plain(model::ProcessId from, const PlainRecord& record) {
  operations_.wake(record.kind, record.bytes);
  memory_.arrive(from, record);
}

void Process::receive(model::ProcessId from, Message&& message) {
  struct Visitor {
    Process& process;
    model::ProcessId from;
    void operator()(Record&& m) const {
      process.operations_.wake(m.access.kind, m.access.ranges.bounds());
      process.memory_.arrive(from, std::move(m));
    }
    void operator()(const FlushNotice& m) const { process.memory_.flush_notice(from, m); }
    void operator()(const Completed& m) const { process.memory_.completed(from, m.operation, m.at); }
    void operator()(const Landed& m) const { process.operations_.landed(m.operation, m.at); }
    void operator()(const Unprotected& m) const {
      process.memory_.unprotect(m.operation, model::Part::Remote, m.mutex);
    }
    void operator()(const Settled& m) const { process.memory_.settle(m.operation, model::Part::Remote); }
  };
  std::visit(Visitor{*this, from}, std::move(message));
}

}  // namespace farsan::engine
