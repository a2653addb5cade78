#include "support/generation/idioms.h"

#include <algorithm>
#include <array>

#include "support/generation/weaver.h"

namespace farsan::testing_support {

using namespace model;

std::uint32_t slots(const Shape& shape) { return shape.memory / kPiece; }

namespace {

AccessKind writing(AccessKind kind) {
  switch (kind) {
    case AccessKind::Load: return AccessKind::Store;
    case AccessKind::BufferRead: return AccessKind::BufferWrite;
    case AccessKind::RemoteRead: return AccessKind::RemoteWrite;
    case AccessKind::RemoteAtomicRead: return AccessKind::RemoteAtomicWrite;
    default: return kind;
  }
}

AccessKind remote_write(const Shape& shape, Digits& digits) {
  return shape.atomics && digits.rarely(3) ? AccessKind::RemoteAtomicWrite : AccessKind::RemoteWrite;
}

/// The second access is done by a new unit, which is then joined: its parent may go on from there.
void conclude_by_child(Weaver& w, AccessKind kind, const Spot& spot, UnitId parent) {
  const UnitId child = w.forked_by(parent);
  Deed second = w.prepare(kind, child, spot, Buffer::Second, w.draw().remote);
  w.perform(second);
  const bool parent_completes = w.draw().detail.take(2) == 1;
  if (!parent_completes) w.complete_by(child, second, w.draw().detail);
  if (child != parent) w.add(parent, Join{child.index});
  if (parent_completes) w.complete_by(parent, second, w.draw().detail);
  if (is_remote(kind)) return;
  Deed third = w.prepare(AccessKind::Store, parent, spot, Buffer::Second, w.draw().remote);
  w.perform(third);
}

/// The second access, and sometimes its completion, which otherwise is left to whatever follows.
void conclude(Weaver& w, AccessKind kind, const Spot& spot, UnitId known_to) {
  const UnitId doer = w.doer(kind, spot, w.draw().peer);
  if (w.shape().units > 1 && doer.process == known_to.process && w.draw().detail.rarely(3))
    return conclude_by_child(w, kind, spot, known_to);
  Deed second = w.prepare(kind, doer, spot, Buffer::Second, w.draw().remote);
  w.order(known_to, second.unit, w.draw().detail);
  w.perform(second);
  if (w.draw().detail.take(2) == 1) w.complete_by(second.unit, second, w.draw().detail);
}

AccessKind second_kind(Weaver& w, AccessKind first) {
  const AccessKind kind = w.any_kind(w.draw().layout);
  return is_write(first) ? kind : writing(kind);
}

void handover(Weaver& w) {
  const AccessKind first_kind = w.any_kind(w.draw().layout);
  const AccessKind second = second_kind(w, first_kind);
  const ProcessId owner{w.draw().who.take(w.shape().processes)};
  const Spot spot = w.spot(owner, is_remote(first_kind) || is_remote(second));
  Deed first = w.prepare(first_kind, w.doer(first_kind, spot, w.draw().who), spot, Buffer::First, w.draw().local);
  w.perform(first);
  conclude(w, second, spot, w.complete(first, w.draw().detail));
}

void notification(Weaver& w) {
  const ProcessId owner{w.draw().who.take(w.shape().processes)};
  const Spot spot = w.spot(owner, true);
  const AccessKind kind = remote_write(w.shape(), w.draw().layout);
  Deed first = w.prepare(kind, w.doer(kind, spot, w.draw().who), spot, Buffer::First, w.draw().local);
  w.perform(first);
  conclude(w, second_kind(w, kind), spot, w.announce(first, w.draw().detail));
}

/// The target's answer to the notification says that the operands have been read (R10).
void notification_back(Weaver& w) {
  const ProcessId origin{w.draw().who.take(w.shape().processes)};
  const Spot buffer = w.spot(origin, false);
  const UnitId unit = w.unit(origin, w.draw().who);
  Deed first = w.prepare(AccessKind::BufferRead, unit, buffer, Buffer::First, w.draw().local);
  if (auto& op = std::get<Issue>(first.action).operation; !has_part(op.kind, Part::Remote)) return handover(w);
  w.perform(first);
  const UnitId target = w.announce(first, w.draw().detail);
  Deed reuse = w.prepare(w.draw().layout.take(2) == 0 ? AccessKind::Store : AccessKind::BufferWrite, unit, buffer,
                         Buffer::Second, w.draw().remote);
  w.order(target, reuse.unit, w.draw().detail);
  w.perform(reuse);
}

void fence_pair(Weaver& w) {
  const ProcessId owner{w.draw().who.take(w.shape().processes)};
  const Spot spot = w.spot(owner, true);
  const AccessKind kind = remote_write(w.shape(), w.draw().layout);
  Deed first = w.prepare(kind, w.doer(kind, spot, w.draw().who), spot, Buffer::First, w.draw().local);
  const UnitId later = w.draw().detail.rarely(4) ? w.companion(first.unit, w.draw().who) : first.unit;
  Deed second = w.prepare(remote_write(w.shape(), w.draw().layout), later, spot, Buffer::Second, w.draw().remote);
  std::get<Issue>(second.action).operation.scope = first.scope;
  second.scope = first.scope;
  w.perform(first);
  w.message(first.unit, later);
  w.add(later, Fence{first.scope, w.draw().detail.take(2) == 0 ? Group({owner}) : Group()});
  w.perform(second);
  if (w.draw().detail.take(2) == 1) w.complete_by(later, second, w.draw().detail);
}

/// The direct message leaves before the completion and says nothing; what matters comes by way of others. It may be
/// taken too early, which a careless program relies on.
void late_record(Weaver& w) {
  const ProcessId owner{w.draw().who.take(w.shape().processes)};
  const Spot spot = w.spot(owner, true);
  const AccessKind kind =
      w.draw().layout.take(2) == 0 ? remote_write(w.shape(), w.draw().layout) : AccessKind::RemoteRead;
  Deed first = w.prepare(kind, w.doer(kind, spot, w.draw().who), spot, Buffer::First, w.draw().local);
  const UnitId reader = w.unit(owner, w.draw().peer);
  const UnitId third = w.unit(w.other(owner, w.draw().peer), w.draw().peer);
  const AccessKind touch = is_write(kind) && w.draw().layout.take(2) == 0 ? AccessKind::Load : AccessKind::Store;
  Deed second = w.prepare(touch, reader, spot, Buffer::Second, w.draw().remote);
  const TokenId early = w.world().new_token();
  w.perform(first);
  w.add(first.unit, Signal{early});
  if (w.draw().detail.take(2) == 1) w.add(reader, Wait{{early}});
  w.complete_by(first.unit, first, w.draw().detail);
  w.message(first.unit, third);
  if (w.careless() && w.draw().detail.rarely(3)) w.perform(second);
  w.message(third, reader);
  w.perform(second);
  w.add(reader, Wait{{early}});
}

void thread_handing(Weaver& w) {
  const auto first_kind = static_cast<AccessKind>(2 + w.draw().layout.take(w.shape().atomics ? 6 : 4));
  const AccessKind second = second_kind(w, first_kind);
  const ProcessId owner{w.draw().who.take(w.shape().processes)};
  const Spot spot = w.spot(owner, is_remote(first_kind) || is_remote(second));
  Deed first = w.prepare(first_kind, w.doer(first_kind, spot, w.draw().who), spot, Buffer::First, w.draw().local);
  const UnitId finisher = w.companion(first.unit, w.draw().who);
  w.perform(first);
  // A new unit that was forked before does not know of the operation either, until it is told.
  if (!w.careless() || !w.draw().detail.rarely(4)) w.message(first.unit, finisher);
  w.complete_by(finisher, first, w.draw().detail);
  conclude(w, second, spot, finisher);
}

/// One epoch under a lock. What is done to the window from elsewhere is gated; the owner's own accesses are not, since
/// its lock call waits.
struct Turn {
  LockMode mode;
  Deed deed;
};

AccessKind turn_kind(Weaver& w, bool here, bool reads) {
  using enum AccessKind;
  const bool other = w.draw().layout.rarely(3);
  AccessKind kind = here ? Load : RemoteRead;
  if (other && here) kind = BufferRead;
  if (other && !here && w.shape().atomics) kind = RemoteAtomicRead;
  return reads ? kind : writing(kind);
}

Turn make_turn(Weaver& w, ProcessId process, LockId lock, const Spot& spot) {
  const bool reads = w.draw().layout.take(3) == 2;
  const AccessKind kind = turn_kind(w, process == spot.owner, reads);
  const bool shared = reads || (w.careless() && w.draw().layout.rarely(4));
  Deed deed = w.prepare(kind, w.unit(process, w.draw().who), spot, Buffer::First, w.draw().remote);
  if (is_remote(kind)) {
    Operation& op = std::get<Issue>(deed.action).operation;
    op.gate = lock;
    op.scope = deed.scope = lock_scope(lock, w.shape());
  }
  return {shared ? LockMode::Shared : LockMode::Exclusive, std::move(deed)};
}

void end_turn(Weaver& w, const Turn& turn, LockId lock) {
  const UnitId unit = turn.deed.unit;
  if (is_remote(turn.deed.kind)) {
    const Group target({turn.deed.target});
    w.add(unit, Flush{CompletionKind::RemoteFlush, turn.deed.scope, target});
    if (w.draw().detail.take(2) == 1) w.add(unit, Flush{CompletionKind::LocalFlush, turn.deed.scope, target});
  } else {
    w.complete_by(unit, turn.deed, w.draw().detail);
  }
  w.add(unit, Unlock{lock});
}

/// By turns. Those who ask early begin their operations while others hold the lock.
void lock_turns(Weaver& w) {
  const LockId lock{w.draw().thing.take(kLocks)};
  const Spot spot = w.spot(lock_target(lock, w.shape()), true);
  const bool ask_early = w.draw().detail.take(2) == 1;
  const ProcessId first{w.draw().who.take(w.shape().processes)};
  std::vector<Turn> turns;
  for (std::uint32_t n = 0; n < std::min(w.shape().processes, 3U); ++n)
    turns.push_back(make_turn(w, {(first.value + n) % w.shape().processes}, lock, spot));
  const auto asks_early = [&](const Turn& turn) { return ask_early && is_remote(turn.deed.kind); };
  const auto begin = [&](Turn& turn) {
    w.add(turn.deed.unit, Lock{lock, turn.mode});
    const bool waits = !is_remote(turn.deed.kind) || (!ask_early && w.draw().detail.take(2) == 1);
    if (waits) w.add(turn.deed.unit, Acquired{lock});
    w.perform(turn.deed);
    return waits;
  };
  for (Turn& turn : turns)
    if (asks_early(turn)) begin(turn);
  for (Turn& turn : turns) {
    const bool holds = !asks_early(turn) && begin(turn);
    if (!holds) w.add(turn.deed.unit, Acquired{lock});
    end_turn(w, turn, lock);
  }
}

/// The target uses the memory and lets the operation in, which began before that. The origin does not hear of it: what it does
/// itself is not ordered.
void posted_epoch(Weaver& w) {
  const LockId gate{w.draw().thing.take(kLocks)};
  const Spot spot = w.spot(lock_target(gate, w.shape()), true);
  Turn turn = make_turn(w, w.other(spot.owner, w.draw().peer), gate, spot);
  const UnitId origin = turn.deed.unit;
  const UnitId target = w.unit(spot.owner, w.draw().peer);
  Deed before = w.prepare(AccessKind::Store, target, spot, Buffer::Second, w.draw().local);
  const TokenId posted = w.world().new_token();
  w.add(origin, Lock{gate, turn.mode});
  w.perform(turn.deed);
  w.perform(before);
  w.add(target, Signal{posted});
  w.add(origin, Opened{gate, {posted}});
  const UnitId known_to = w.complete(turn.deed, w.draw().detail);
  if (w.careless() && w.draw().detail.rarely(3)) return conclude(w, second_kind(w, turn.deed.kind), spot, known_to);
  Deed after = w.prepare(AccessKind::Store, target, spot, Buffer::Second, w.draw().remote);
  w.order(known_to, target, w.draw().detail);
  w.perform(after);
}

/// All with one type and operation, so that they are atomic to each other; a careless program mixes.
Deed crowd_member(Weaver& w, const Spot& spot, ScopeId scope, Digits type) {
  const bool reads = admission(scope, w.shape()) != Admission::SameOperation && w.draw().thing.rarely(3);
  const AccessKind kind = reads ? AccessKind::RemoteAtomicRead : AccessKind::RemoteAtomicWrite;
  const UnitId unit = w.unit(w.other(spot.owner, w.draw().peer), w.draw().peer);
  Deed deed = w.prepare(kind, unit, spot, Buffer::First, w.draw().local);
  Operation& op = std::get<Issue>(deed.action).operation;
  op.scope = deed.scope = scope;
  // Members may be of one process, where buffers would be in each other's way: operands and results go by value.
  op.source = op.result = {};
  op.remote = ByteRanges::contiguous(spot.bytes.begin, spot.bytes.size());
  const bool differs = w.careless() && w.draw().remote.rarely(4);
  const Datatype datatype = datatype_for(op.remote, differs ? w.draw().remote : type);
  op.atomicity = atomicity(op.kind, scope, datatype, w.shape(), w.careless(), w.draw().remote);
  return deed;
}

void atomic_crowd(Weaver& w) {
  const ProcessId owner{w.draw().who.take(w.shape().processes)};
  const Spot spot = w.spot(owner, true);
  const ScopeId scope = w.scope();
  const std::uint32_t count = 2 + w.draw().who.take(2);
  std::vector<Deed> crowd;
  const Digits type = w.draw().layout;
  crowd.reserve(count);
  for (std::uint32_t n = 0; n < count; ++n) crowd.push_back(crowd_member(w, spot, scope, type));
  for (Deed& deed : crowd) w.perform(deed);
  for (const Deed& deed : crowd)
    if (w.draw().detail.take(2) == 1) w.complete_by(deed.unit, deed, w.draw().detail);
}

/// What a unit can do to memory of its own process, or to that of another.
AccessKind section_kind(Weaver& w, bool far) {
  using enum AccessKind;
  constexpr std::array kHere = {Store, Load, BufferWrite, BufferRead};
  constexpr std::array kFar = {RemoteWrite, RemoteRead, RemoteAtomicWrite, RemoteAtomicRead};
  if (!far) return kHere[w.draw().layout.take(4)];
  if (w.shape().foreign && w.draw().layout.rarely(3)) return kHere[w.draw().layout.take(2)];
  return kFar[w.draw().layout.take(w.shape().atomics ? 4 : 2)];
}

/// Sections do not order: the accesses inside may come in either order, and do not race. Completion counts only inside.
void mutex_sections(Weaver& w) {
  const ProcessId process{w.draw().who.take(w.shape().processes)};
  const UnitId one = w.unit(process, w.draw().who);
  const UnitId two = w.companion(one, w.draw().who);
  const bool far = w.draw().layout.take(3) == 2;
  const Spot spot = w.spot(far ? w.other(process, w.draw().peer) : process, far);
  const MutexId mutex{w.draw().thing.take(kMutexes)};
  Buffer buffer = Buffer::First;
  for (const UnitId unit : {one, two}) {
    const bool outside = w.careless() && w.draw().detail.rarely(6);
    Deed deed = w.prepare(section_kind(w, far), unit, spot, buffer, w.draw().remote);
    if (!outside) w.add(unit, Acquire{mutex});
    w.perform(deed);
    w.complete_by(unit, deed, w.draw().detail);
    if (!outside) w.add(unit, Release{mutex});
    buffer = Buffer::Second;
  }
}

/// Every process does the same to the spot of the process that is `shift` further.
void access_all(Weaver& w, Interval bytes, Buffer buffer, Digits digits) {
  const std::uint32_t count = w.shape().processes;
  const std::uint32_t shift = digits.take(count);
  const bool reads = digits.take(2) == 1;
  const AccessKind local = reads ? AccessKind::Load : AccessKind::Store;
  const AccessKind remote = reads ? AccessKind::RemoteRead : AccessKind::RemoteWrite;
  for (std::uint32_t p = 0; p < count; ++p) {
    Digits same = digits;
    const Spot spot{{(p + shift) % count}, Place::Window, bytes};
    Deed deed = w.prepare(shift == 0 ? local : remote, {{p}, 0}, spot, buffer, same);
    w.perform(deed);
  }
}

void phase(Weaver& w) {
  std::vector<UnitId> everyone;
  everyone.reserve(w.shape().processes);
  for (std::uint32_t p = 0; p < w.shape().processes; ++p) everyone.push_back({{p}, 0});
  const Interval bytes = w.spot({}, true).bytes;
  access_all(w, bytes, Buffer::First, w.draw().peer);
  for (const UnitId unit : everyone) w.add(unit, Flush{CompletionKind::CollectiveFlush, std::nullopt, {}});
  constexpr std::array kKinds = {CollectiveKind::AllToAll, CollectiveKind::AllToAll, CollectiveKind::Scan,
                                 CollectiveKind::OneToAll};
  w.meet(kKinds[w.draw().detail.take(w.careless() ? 4 : 1)], everyone, 0);
  access_all(w, bytes, Buffer::Second, w.draw().who);
}

}  // namespace

Plan make_idiom(World& world, Verb verb, Draw& draw, std::uint32_t slot, Care care, std::uint32_t site) {
  Weaver w(world, draw, slot, care, site);
  const bool threads = world.shape().units > 1;
  switch (verb) {
    case Verb::Notification: notification(w); break;
    case Verb::NotificationBack: notification_back(w); break;
    case Verb::FencePair: fence_pair(w); break;
    case Verb::LateRecord: late_record(w); break;
    case Verb::ThreadHanding: threads ? thread_handing(w) : handover(w); break;
    case Verb::LockTurns: lock_turns(w); break;
    case Verb::PostedEpoch: posted_epoch(w); break;
    case Verb::AtomicCrowd: atomic_crowd(w); break;
    case Verb::MutexSections: threads ? mutex_sections(w) : handover(w); break;
    case Verb::Phase: phase(w); break;
    default: handover(w); break;
  }
  return w.finish();
}

Plan make_settlement(World& world, std::uint32_t site) {
  Plan plan(site);
  std::vector<UnitId> everyone;
  for (std::uint32_t p = 0; p < world.shape().processes; ++p)
    for (const std::uint32_t unit : world.running({p})) everyone.push_back({{p}, unit});
  const Collective barrier{CollectiveKind::AllToAll, std::vector<Member>(everyone.size()), 0};
  const CollectiveId id = world.new_collective(barrier, everyone, false);
  for (std::uint32_t i = 0; i < everyone.size(); ++i) {
    plan.add(everyone[i], Flush{CompletionKind::CollectiveFlush, std::nullopt, {}});
    plan.add(everyone[i], Enter{id, i});
  }
  for (std::uint32_t i = 0; i < everyone.size(); ++i) plan.add(everyone[i], Leave{id, i});
  return plan;
}

}  // namespace farsan::testing_support
