#include "support/generation/singles.h"

#include <algorithm>
#include <array>

#include "support/generation/memory.h"

namespace farsan::testing_support {

using namespace model;

UnitId unit_of(const World& world, ProcessId process, Digits& digits) {
  return {process, digits.pick(std::span<const std::uint32_t>(world.running(process)))};
}

UnitId any_unit(const World& world, Digits& digits) {
  const ProcessId process{digits.take(world.shape().processes)};
  return unit_of(world, process, digits);
}

Group any_group(const Shape& shape, Digits& digits) {
  if (digits.take(2) == 0) return {};
  std::vector<ProcessId> members = {ProcessId{digits.take(shape.processes)}};
  for (std::uint32_t p = 0; p < shape.processes; ++p)
    if (p != members.front().value && digits.rarely(4)) members.push_back({p});
  return Group(std::move(members));
}

namespace {

class Single {
 public:
  Single(World& world, Draw draw, std::uint32_t site) : world_(world), draw_(draw), site_(site) {}

  void touch();
  void issue();
  void flush();
  void complete();
  void signal();
  void wait();
  void fence();
  void notify();
  void target_wait();
  void enter();
  void leave();
  void lock();
  void acquired();
  void unlock();
  void opened();
  void fork();
  void join();
  void acquire();
  void release();

 private:
  void emit(UnitId unit, Action action) { world_.emit(unit, std::move(action), site_); }
  const Shape& shape() const { return world_.shape(); }
  UnitId actor() { return any_unit(world_, draw_.who); }
  ScopeId scope() { return {draw_.thing.take(shape().scopes)}; }
  ProcessId other_than(ProcessId process);
  Interval area(bool exposed_only, Digits& digits) const;
  OperationKind operation_kind();
  ByteRanges data(Interval where, Digits& digits);
  Operation operation(ProcessId origin);
  void entangle(Operation& op, ProcessId origin);
  void gate(Operation& op, ProcessId process);
  void convene();
  Collective collective(std::uint32_t members);
  std::vector<TokenId> some_tokens(std::vector<TokenId> from);

  World& world_;
  Draw draw_;
  std::uint32_t site_;
  std::uint32_t elements_ = 1;
  std::uint32_t size_ = 4;
};

/// Usually another process; the same one where operations on oneself are wanted.
ProcessId Single::other_than(ProcessId process) {
  if (shape().self_targets && draw_.peer.rarely(8)) return process;
  return {(process.value + 1 + draw_.peer.take(shape().processes - 1)) % shape().processes};
}

Interval Single::area(bool exposed_only, Digits& digits) const {
  constexpr std::array kPlaces = {Place::Window, Place::Window, Place::Spare, Place::Hidden};
  return common_part(kPlaces[digits.take(exposed_only ? 3 : 4)], shape());
}

void Single::touch() {
  const UnitId unit = actor();
  const bool foreign = shape().foreign && draw_.peer.rarely(3);
  Touch touch{draw_.detail.take(2) == 0 ? AccessKind::Load : AccessKind::Store, unit.process, {}};
  if (foreign) touch.owner = {(unit.process.value + 1 + draw_.peer.take(shape().processes - 1)) % shape().processes};
  const Interval where = area(foreign || !shape().private_memory, draw_.local);
  size_ = std::array{4U, 8U, 1U, 2U, 3U}[draw_.layout.take(5)];
  elements_ = 1 + draw_.layout.take(4) / 2;
  touch.ranges = data(where, draw_.local);
  touch.atomicity = atomicity_of(touch, shape(), draw_.layout);
  emit(unit, std::move(touch));
}

ByteRanges Single::data(Interval where, Digits& digits) {
  return lay_out(where, elements_, size_, shape().strides, digits);
}

OperationKind Single::operation_kind() {
  using enum OperationKind;
  constexpr std::array kKinds = {Put, Get, Put, Get, Send, Receive, Update, FetchUpdate, Fetch, Update};
  return kKinds[draw_.detail.take(shape().atomics ? 10 : 6)];
}

Operation Single::operation(ProcessId origin) {
  Operation op;
  op.kind = operation_kind();
  op.target = other_than(origin);
  op.scope = scope();
  gate(op, origin);
  size_ = std::array{4U, 8U, 1U, 2U}[draw_.layout.take(4)];
  elements_ = std::min(1 + draw_.layout.take(3), shape().memory / size_);
  if (has_part(op.kind, Part::Source) && !draw_.detail.rarely(6))
    op.source = data(area(false, draw_.local), draw_.local);
  if (has_part(op.kind, Part::Result) && !draw_.detail.rarely(6))
    op.result = data(area(false, draw_.local), draw_.local);
  if (has_part(op.kind, Part::Remote)) op.remote = data(area(true, draw_.remote), draw_.remote);
  op.atomicity = atomicity(op.kind, op.scope, datatype_for(op.remote, draw_.layout), shape(), true, draw_.layout);
  if (!shape().self_conflicts) return without_self_conflict(std::move(op), origin);
  if (!op.gate && draw_.peer.rarely(4)) entangle(op, origin);
  return op;
}

/// Makes the accesses of the operation conflict with each other.
void Single::entangle(Operation& op, ProcessId origin) {
  if (op.kind == OperationKind::FetchUpdate && draw_.peer.take(2) == 0) {
    op.source = op.result;
  } else if (has_part(op.kind, Part::Remote)) {
    op.target = origin;
    (has_part(op.kind, Part::Source) ? op.source : op.result) = op.remote;
  }
}

/// If the process has asked for a lock, mostly operate under it.
void Single::gate(Operation& op, ProcessId process) {
  if (!has_part(op.kind, Part::Remote)) return;
  for (const Request& r : world_.requests()) {
    if (r.unit.process != process || draw_.thing.rarely(4)) continue;
    op.gate = r.lock;
    op.target = lock_target(r.lock, shape());
    op.scope = lock_scope(r.lock, shape());
    return;
  }
}

void Single::issue() {
  const UnitId unit = actor();
  emit(unit, Issue{{}, operation(unit.process)});
}

void Single::flush() {
  const UnitId unit = actor();
  constexpr std::array kKinds = {CompletionKind::RemoteFlush, CompletionKind::LocalFlush,
                                 CompletionKind::CollectiveFlush};
  Flush flush{kKinds[draw_.detail.take(3)], std::nullopt, any_group(shape(), draw_.peer)};
  if (draw_.detail.take(2) == 1) flush.scope = scope();
  if (world_.judge(unit, flush) == Verdict::Later) acquired();
  emit(unit, std::move(flush));
}

void Single::complete() {
  constexpr std::size_t kMany = 8;
  std::vector<const Started*> open;
  const auto& operations = world_.operations();
  for (auto op = operations.rbegin(); op != operations.rend() && open.size() < kMany; ++op)
    if (!op->completed) open.push_back(&*op);
  if (open.empty()) return;
  const Started& op = *draw_.thing.pick(std::span<const Started* const>(open));
  const UnitId other = unit_of(world_, op.origin.process, draw_.who);
  const bool by_other = draw_.detail.rarely(4) || !world_.runs(op.origin);
  const bool full = draw_.detail.rarely(3);
  emit(by_other ? other : op.origin,
       Complete{op.id, full ? CompletionKind::FullComplete : CompletionKind::LocalComplete});
}

void Single::signal() { emit(actor(), Signal{world_.new_token()}); }

/// One to three, the latest ones first.
std::vector<TokenId> Single::some_tokens(std::vector<TokenId> from) {
  std::vector<TokenId> taken;
  const std::uint32_t count = 1 + draw_.detail.take(8) / 6;
  for (std::uint32_t n = 0; n <= count && !from.empty() && taken.size() < count; ++n) {
    const std::uint32_t at = draw_.thing.take(static_cast<std::uint32_t>(std::min<std::size_t>(from.size(), 12)));
    const auto token = from.end() - 1 - at;
    taken.push_back(*token);
    from.erase(token);
  }
  return taken;
}

void Single::wait() {
  std::vector<TokenId> made;
  for (std::uint32_t t = 0; t < world_.deposits().size(); ++t)
    if (world_.deposits()[t].made) made.push_back({t});
  emit(actor(), Wait{some_tokens(std::move(made))});
}

void Single::fence() { emit(actor(), Fence{scope(), any_group(shape(), draw_.peer)}); }

void Single::notify() {
  const UnitId unit = actor();
  Notify notify{{}, other_than(unit.process), scope(), std::nullopt};
  const auto& operations = world_.operations();
  const auto last = std::find_if(operations.rbegin(), operations.rend(), [&](const Started& op) {
    return op.origin == unit && op.writes_remotely && !op.carried;
  });
  if (last != operations.rend() && draw_.detail.take(2) == 1) {
    notify.target = last->target;
    notify.scope = last->scope;
    if (draw_.detail.take(2) == 1) notify.carried = last->id;
  }
  notify.token = world_.new_token();
  emit(unit, notify);
}

/// By whoever has been notified, if the chosen one has not.
void Single::target_wait() {
  UnitId unit = actor();
  const auto notified = [&](ProcessId process) {
    std::vector<TokenId> tokens;
    for (std::uint32_t t = 0; t < world_.deposits().size(); ++t) {
      const Deposit& d = world_.deposits()[t];
      if (d.made && d.notification && d.target == process) tokens.push_back({t});
    }
    return tokens;
  };
  std::vector<TokenId> tokens = notified(unit.process);
  for (std::uint32_t n = 1; tokens.empty() && n < shape().processes; ++n) {
    const ProcessId next{(unit.process.value + n) % shape().processes};
    tokens = notified(next);
    if (!tokens.empty()) unit = unit_of(world_, next, draw_.who);
  }
  emit(unit, TargetWait{some_tokens(std::move(tokens))});
}

Collective Single::collective(std::uint32_t members) {
  Collective c;
  c.kind = static_cast<CollectiveKind>(draw_.thing.take(4));
  for (std::uint32_t i = 0; i < members; ++i) c.members.push_back({!draw_.thing.rarely(8), !draw_.thing.rarely(8)});
  c.root = draw_.detail.take(members);
  return c;
}

/// A new collective: of units of some processes, or of one. Over at once, or only begun.
void Single::convene() {
  std::vector<UnitId> who;
  const ProcessId first{draw_.who.take(shape().processes)};
  if (world_.running(first).size() > 1 && draw_.peer.rarely(3)) {
    for (const std::uint32_t unit : world_.running(first)) who.push_back({first, unit});
  } else {
    for (std::uint32_t n = 0; n < shape().processes; ++n) {
      const ProcessId process{(first.value + n) % shape().processes};
      if (n < 2 || !draw_.peer.rarely(3)) who.push_back(unit_of(world_, process, draw_.who));
    }
  }
  const auto members = static_cast<std::uint32_t>(who.size());
  const CollectiveId id = world_.new_collective(collective(members), who);
  const bool at_once = draw_.detail.take(2) == 0;
  const std::uint32_t entering = at_once ? members : 1 + draw_.detail.take(members);
  for (std::uint32_t i = 0; i < entering; ++i) emit(who[i], Enter{id, i});
  for (std::uint32_t i = 0; at_once && i < members; ++i) emit(who[i], Leave{id, i});
}

void Single::enter() {
  struct Seat {
    CollectiveId id;
    std::uint32_t place;
    UnitId unit;
  };
  std::vector<Seat> open;
  for (std::uint32_t m = 0; m < world_.meetings().size(); ++m) {
    const Meeting& meeting = world_.meetings()[m];
    for (std::uint32_t i = 0; i < meeting.who.size(); ++i)
      if (meeting.stage[i] == Meeting::Stage::Outside && meeting.loose) open.push_back({{m}, i, meeting.who[i]});
  }
  if (open.empty() || draw_.detail.rarely(3)) return convene();
  const Seat& seat = draw_.thing.pick(std::span<const Seat>(open));
  const UnitId stand_in{seat.unit.process, 0};
  emit(world_.runs(seat.unit) ? seat.unit : stand_in, Enter{seat.id, seat.place});
}

void Single::leave() {
  struct Exit {
    UnitId unit;
    Leave leave;
  };
  std::vector<Exit> possible;
  for (std::uint32_t m = 0; m < world_.meetings().size(); ++m) {
    const Meeting& meeting = world_.meetings()[m];
    for (std::uint32_t i = 0; i < meeting.who.size(); ++i) {
      const UnitId stand_in{meeting.who[i].process, 0};
      const UnitId unit = world_.runs(meeting.who[i]) ? meeting.who[i] : stand_in;
      if (meeting.loose && world_.judge(unit, Leave{{m}, i}) == Verdict::Now) possible.push_back({unit, {{m}, i}});
    }
  }
  if (possible.empty()) return;
  const Exit& exit = draw_.thing.pick(std::span<const Exit>(possible));
  const UnitId other = unit_of(world_, exit.unit.process, draw_.who);
  emit(draw_.detail.rarely(8) ? other : exit.unit, exit.leave);
}

void Single::lock() {
  const UnitId unit = actor();
  const LockId id{draw_.thing.take(kLocks)};
  emit(unit, Lock{id, draw_.detail.take(2) == 0 ? LockMode::Exclusive : LockMode::Shared});
  if (draw_.detail.take(2) == 1) emit(unit, Acquired{id});
}

void Single::acquired() {
  std::vector<const Request*> possible;
  for (const Request& r : world_.requests())
    if (world_.judge({r.unit.process, 0}, Acquired{r.lock}) == Verdict::Now) possible.push_back(&r);
  if (possible.empty()) return;
  const Request& r = *draw_.thing.pick(std::span<const Request* const>(possible));
  const UnitId other = unit_of(world_, r.unit.process, draw_.who);
  emit(world_.runs(r.unit) && !draw_.detail.rarely(8) ? r.unit : other, Acquired{r.lock});
}

/// By signals that were given, whoever gave them.
void Single::opened() {
  std::vector<const Request*> waiting;
  for (const Request& r : world_.requests())
    if (!r.acquired) waiting.push_back(&r);
  std::vector<TokenId> given;
  for (std::uint32_t t = 0; t < world_.deposits().size(); ++t)
    if (world_.deposits()[t].made) given.push_back({t});
  if (waiting.empty() || given.empty()) return;
  const Request& r = *draw_.thing.pick(std::span<const Request* const>(waiting));
  std::vector<TokenId> tokens = {draw_.peer.pick(std::span<const TokenId>(given))};
  if (draw_.detail.rarely(4)) tokens.push_back(draw_.peer.pick(std::span<const TokenId>(given)));
  const UnitId unit = world_.runs(r.unit) ? r.unit : unit_of(world_, r.unit.process, draw_.who);
  emit(unit, Opened{r.lock, std::move(tokens)});
}

void Single::unlock() {
  std::vector<const Request*> held;
  for (const Request& r : world_.requests())
    if (r.acquired) held.push_back(&r);
  if (held.empty()) return acquired();
  const Request& r = *draw_.thing.pick(std::span<const Request* const>(held));
  const UnitId unit = world_.runs(r.unit) ? r.unit : unit_of(world_, r.unit.process, draw_.who);
  const LockId lock = r.lock;
  if (draw_.detail.take(4) != 3)
    emit(unit, Flush{CompletionKind::RemoteFlush, lock_scope(lock, shape()), Group({lock_target(lock, shape())})});
  emit(unit, Unlock{lock});
}

void Single::fork() {
  const UnitId unit = actor();
  if (const auto child = world_.new_child(unit.process)) emit(unit, Fork{*child});
}

void Single::join() {
  const UnitId unit = actor();
  const UnitId child = unit_of(world_, unit.process, draw_.thing);
  emit(unit, Join{child.index});
}

void Single::acquire() { emit(actor(), Acquire{{draw_.thing.take(kMutexes)}}); }

void Single::release() {
  struct Hold {
    UnitId unit;
    MutexId mutex;
  };
  std::vector<Hold> held;
  for (std::uint32_t p = 0; p < shape().processes; ++p)
    for (std::uint32_t m = 0; m < kMutexes; ++m)
      if (const auto& holder = world_.holder({p}, {m})) held.push_back({*holder, {m}});
  if (held.empty()) return;
  const Hold& hold = draw_.thing.pick(std::span<const Hold>(held));
  emit(hold.unit, Release{hold.mutex});
}

}  // namespace

void emit_single(World& world, Verb verb, Draw draw, std::uint32_t site) {
  Single single(world, draw, site);
  switch (verb) {
    case Verb::Touch: return single.touch();
    case Verb::Issue: return single.issue();
    case Verb::Flush: return single.flush();
    case Verb::Complete: return single.complete();
    case Verb::Signal: return single.signal();
    case Verb::Wait: return single.wait();
    case Verb::Fence: return single.fence();
    case Verb::Notify: return single.notify();
    case Verb::TargetWait: return single.target_wait();
    case Verb::Enter: return single.enter();
    case Verb::Leave: return single.leave();
    case Verb::Lock: return single.lock();
    case Verb::Acquired: return single.acquired();
    case Verb::Unlock: return single.unlock();
    case Verb::Opened: return single.opened();
    case Verb::Fork: return single.fork();
    case Verb::Join: return single.join();
    case Verb::Acquire: return single.acquire();
    case Verb::Release: return single.release();
    default: return;
  }
}

}  // namespace farsan::testing_support
