#include "support/generation/weaver.h"

#include <algorithm>
#include <array>

#include "support/generation/singles.h"

namespace farsan::testing_support {

using namespace model;

// --- What to choose from ---------------------------------------------------------------------------------------------

ProcessId Weaver::other(ProcessId process, Digits& digits) const {
  return {(process.value + 1 + digits.take(shape().processes - 1)) % shape().processes};
}

UnitId Weaver::unit(ProcessId process, Digits& digits) const { return unit_of(world_, process, digits); }

Spot Weaver::spot(ProcessId owner, bool exposed) {
  constexpr std::array kPlaces = {Place::Window, Place::Spare, Place::Window, Place::Hidden};
  const Place place = kPlaces[draw_.local.take(exposed ? 3 : 4)];
  const Address begin = common_part(place, shape()).begin + std::uint64_t{slot_ % slots(shape())} * kPiece;
  const std::uint64_t size = std::array{4U, 8U, 8U, 2U, 1U, 4U}[draw_.local.take(6)];
  return {owner, place, {begin, begin + size}};
}

AccessKind Weaver::any_kind(Digits& digits) const {
  return static_cast<AccessKind>(digits.take(shape().atomics ? kAccessKinds : kAccessKinds - 2));
}

UnitId Weaver::doer(AccessKind kind, const Spot& spot, Digits& digits) const {
  const bool foreign = is_local(kind) && shape().foreign && spot.place != Place::Hidden && digits.rarely(4);
  const bool elsewhere = is_remote(kind) ? !(shape().self_targets && digits.rarely(8)) : foreign;
  const ProcessId process = elsewhere ? other(spot.owner, digits) : spot.owner;
  return unit(process, digits);
}

UnitId Weaver::forked_by(UnitId parent) {
  const auto child = world_.new_child(parent.process);
  if (!child) return parent;
  add(parent, Fork{*child});
  return {parent.process, *child};
}

UnitId Weaver::companion(UnitId first, Digits& digits) {
  std::vector<UnitId> others;
  for (const std::uint32_t index : world_.running(first.process))
    if (index != first.index) others.push_back({first.process, index});
  if (others.empty() || digits.take(2) == 1) return forked_by(first);
  return digits.pick(std::span<const UnitId>(others));
}

OperationKind Weaver::operation_kind(AccessKind kind, Digits& digits) const {
  using enum OperationKind;
  const std::uint32_t some = shape().atomics ? 4 : 2;
  switch (kind) {
    case AccessKind::BufferRead: return std::array{Put, Send, Update, FetchUpdate}[digits.take(some)];
    case AccessKind::BufferWrite: return std::array{Get, Receive, Fetch, FetchUpdate}[digits.take(some)];
    case AccessKind::RemoteRead: return Get;
    case AccessKind::RemoteAtomicRead: return Fetch;
    case AccessKind::RemoteAtomicWrite: return std::array{Update, FetchUpdate}[digits.take(2)];
    default: return Put;
  }
}

Group Weaver::group_with(ProcessId target, Digits& digits) const {
  switch (digits.take(3)) {
    case 0: return Group({target});
    case 1: return {};
    default: return Group({target, other(target, digits)});
  }
}

// --- Accesses --------------------------------------------------------------------------------------------------------

ByteRanges Weaver::scratch(Place place, Buffer buffer, std::uint64_t size) const {
  const Interval piece = spare_piece(place, 2 * slot_ + static_cast<std::uint32_t>(buffer), shape());
  return ByteRanges::contiguous(piece.begin, size);
}

ByteRanges& Weaver::bytes_of(Operation& operation, AccessKind kind) {
  if (kind == AccessKind::BufferRead) return operation.source;
  return kind == AccessKind::BufferWrite ? operation.result : operation.remote;
}

Operation Weaver::operation(AccessKind kind, UnitId unit, const Spot& spot, Buffer buffer, Digits& digits) {
  Operation op;
  op.kind = operation_kind(kind, digits);
  op.target = is_remote(kind) ? spot.owner : other(unit.process, draw_.peer);
  op.scope = scope();
  const ByteRanges bytes = part_of(spot.bytes, shape().strides, digits);
  const bool by_value = is_remote(kind) && digits.rarely(8);
  if (has_part(op.kind, Part::Source) && !by_value) op.source = scratch(Place::Hidden, buffer, bytes.size());
  if (has_part(op.kind, Part::Result) && !by_value) op.result = scratch(Place::Spare, buffer, bytes.size());
  if (has_part(op.kind, Part::Remote)) op.remote = scratch(Place::Window, buffer, bytes.size());
  bytes_of(op, kind) = bytes;
  op.atomicity = atomicity(op.kind, op.scope, datatype_for(op.remote, draw_.layout), shape(), careless(), draw_.layout);
  return op;
}

Deed Weaver::prepare(AccessKind kind, UnitId unit, const Spot& spot, Buffer buffer, Digits& digits) {
  if (is_local(kind)) {
    Touch touch{kind, spot.owner, part_of(spot.bytes, shape().strides, digits)};
    touch.atomicity = atomicity_of(touch, shape(), draw_.layout);
    return {kind, unit, std::move(touch), {}, {}, {}};
  }
  Operation op = operation(kind, unit, spot, buffer, digits);
  const ScopeId scope = op.scope;
  const ProcessId target = op.target;
  return {kind, unit, Issue{{}, std::move(op)}, scope, target, {}};
}

void Weaver::perform(Deed& deed) {
  if (auto* issue = std::get_if<Issue>(&deed.action))
    deed.planned = plan_.add_issue(deed.unit, issue->operation);
  else
    add(deed.unit, deed.action);
}

// --- Completion ------------------------------------------------------------------------------------------------------

void Weaver::complete_by(UnitId unit, const Deed& deed, Digits& digits) {
  if (is_local(deed.kind)) return;
  std::array<CompletionKind, 5> kinds{};
  std::uint32_t count = 0;
  for (const CompletionKind kind :
       {CompletionKind::RemoteFlush, CompletionKind::LocalFlush, CompletionKind::LocalComplete,
        CompletionKind::CollectiveFlush, CompletionKind::FullComplete})
    if (completes(kind, deed.kind)) kinds[count++] = kind;
  const CompletionKind kind = kinds[digits.take(count)];
  if (is_of_one(kind)) return add(unit, Complete{deed.planned, kind});
  Flush flush{kind, deed.scope, group_with(deed.target, digits)};
  if (digits.take(2) == 1) flush.scope.reset();
  add(unit, std::move(flush));
}

UnitId Weaver::complete(const Deed& deed, Digits& digits) {
  if (is_local(deed.kind)) return deed.unit;
  if (completed_by_target_wait(deed.kind) && shape().notifications && digits.rarely(3)) return announce(deed, digits);
  const UnitId finisher = digits.rarely(4) ? companion(deed.unit, digits) : deed.unit;
  message(deed.unit, finisher);
  complete_by(finisher, deed, digits);
  return finisher;
}

UnitId Weaver::announce(const Deed& deed, Digits& digits) {
  Notify notify{world_.new_token(), deed.target, deed.scope, std::nullopt};
  const bool carry = digits.take(3) == 2;
  if (carry) notify.carried = deed.planned;
  if (!carry) add(deed.unit, Fence{deed.scope, group_with(deed.target, digits)});
  const TokenId token = notify.token;
  add(deed.unit, notify);
  // A blocking atomic that fetches has been performed when it returns, whoever was told of it.
  if (carry && digits.take(2) == 1) add(deed.unit, Complete{deed.planned, CompletionKind::FullComplete});
  const UnitId waiter = unit(deed.target, draw_.peer);
  add(waiter, TargetWait{{token}});
  return waiter;
}

// --- Roads of order --------------------------------------------------------------------------------------------------

void Weaver::message(UnitId from, UnitId to) {
  if (from == to) return;
  const TokenId token = world_.new_token();
  add(from, Signal{token});
  add(to, Wait{{token}});
}

void Weaver::notify_road(UnitId from, UnitId to) {
  const TokenId token = world_.new_token();
  add(from, Notify{token, to.process, scope(), std::nullopt});
  if (draw_.detail.take(2) == 0)
    add(to, TargetWait{{token}});
  else
    add(to, Wait{{token}});
}

void Weaver::lock_road(UnitId from, UnitId to, Digits& digits) {
  const LockId lock{digits.take(kLocks)};
  const LockMode second = digits.take(2) == 0 ? LockMode::Exclusive : LockMode::Shared;
  add(from, Lock{lock, LockMode::Exclusive});
  add(from, Acquired{lock});
  add(from, Unlock{lock});
  add(to, Lock{lock, second});
  add(to, Acquired{lock});
  add(to, Unlock{lock});
}

/// Through a third process, or a unit of one of the two.
void Weaver::detour(UnitId from, UnitId to, Digits& digits) {
  const UnitId third = unit(other(from.process, digits), digits);
  message(from, third);
  if (digits.take(2) == 1) {
    const UnitId fourth = unit(other(third.process, digits), digits);
    message(third, fourth);
    return message(fourth, to);
  }
  message(third, to);
}

void Weaver::meet(CollectiveKind kind, const std::vector<UnitId>& who, std::uint32_t root) {
  const CollectiveId id = world_.new_collective({kind, std::vector<Member>(who.size()), root}, who, false);
  for (std::uint32_t i = 0; i < who.size(); ++i) add(who[i], Enter{id, i});
  for (std::uint32_t i = 0; i < who.size(); ++i) add(who[i], Leave{id, i});
}

void Weaver::order(UnitId from, UnitId to, Digits& digits) {
  if (from == to) return;
  switch (digits.take(8)) {
    case 2:
    case 3: return detour(from, to, digits);
    case 4:
      if (!shape().notifications) break;
      return notify_road(from, to);
    case 5: {
      if (!shape().collectives) break;
      constexpr std::array kKinds = {CollectiveKind::AllToAll, CollectiveKind::OneToAll, CollectiveKind::AllToOne,
                                     CollectiveKind::Scan};
      const CollectiveKind kind = kKinds[digits.take(4)];
      return meet(kind, {from, to}, kind == CollectiveKind::AllToOne ? 1 : 0);
    }
    case 6:
      if (!shape().locks || from.process == to.process) break;
      return lock_road(from, to, digits);
    default: break;
  }
  message(from, to);
}

// --- Flaws -----------------------------------------------------------------------------------------------------------

namespace {

bool can_be_spoiled(const Action& action) {
  return std::holds_alternative<Flush>(action) || std::holds_alternative<Complete>(action) ||
         std::holds_alternative<Fence>(action) || std::holds_alternative<Wait>(action) ||
         std::holds_alternative<TargetWait>(action) || std::holds_alternative<Leave>(action);
}

/// Something weaker, that a programmer could have written by mistake. None: nothing at all.
std::optional<Action> weakened(const Action& action, std::uint32_t how, const Shape& shape) {
  if (const auto* flush = std::get_if<Flush>(&action)) {
    Flush weak = *flush;
    if (how == 1) weak.kind = CompletionKind::LocalFlush;
    if (how == 2) weak.scope = ScopeId{((weak.scope ? weak.scope->value : 0) + 1) % shape.scopes};
    if (how == 3) weak.targets = Group({ProcessId{0}});
    if (how != 0) return weak;
  }
  if (const auto* complete = std::get_if<Complete>(&action);
      complete && how != 0 && complete->kind == CompletionKind::FullComplete)
    return Complete{complete->id};
  if (const auto* wait = std::get_if<TargetWait>(&action); wait && how != 0) return Wait{wait->tokens};
  return std::nullopt;
}

}  // namespace

void Weaver::spoil() {
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < plan_.steps().size(); ++i)
    if (can_be_spoiled(plan_.steps()[i].action)) candidates.push_back(i);
  if (candidates.empty()) return;
  const std::size_t at = draw_.remote.pick(std::span<const std::size_t>(candidates));
  auto replacement = weakened(plan_.steps()[at].action, draw_.remote.take(4), shape());
  if (replacement)
    plan_.steps()[at].action = std::move(*replacement);
  else
    plan_.steps().erase(plan_.steps().begin() + static_cast<std::ptrdiff_t>(at));
}

Plan Weaver::finish() {
  if (careless() && draw_.remote.rarely(4)) spoil();
  return std::move(plan_);
}

}  // namespace farsan::testing_support
