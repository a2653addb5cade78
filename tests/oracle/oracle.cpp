// What conflicts, what excuses it, and what is therefore a race. The orders themselves are in rules.cpp.
#include "oracle/oracle.h"

#include <algorithm>
#include <utility>

namespace farsan::oracle {

using namespace model;

namespace {

bool admitted(Admission admission, std::uint32_t one, std::uint32_t other) {
  if (admission == Admission::AnyOperation) return true;
  if (one == other) return true;
  return admission == Admission::SameOrNone && (one == Atomicity::kReadOnly || other == Atomicity::kReadOnly);
}

/// The elements in the two blocks are the same elements: one type, one size, one grid.
bool elements_coincide(const Atomicity& a, Interval block_a, const Atomicity& b, Interval block_b) {
  const Address low = std::min(block_a.begin, block_b.begin);
  const Address high = std::max(block_a.begin, block_b.begin);
  return a.type == b.type && a.size == b.size && (high - low) % a.size == 0;
}

/// Ascending, disjoint, and none continues another.
std::vector<Interval> merged(std::vector<Interval> pieces) {
  std::sort(pieces.begin(), pieces.end());
  std::vector<Interval> whole;
  for (const Interval& piece : pieces) {
    if (!whole.empty() && piece.begin <= whole.back().end)
      whole.back().end = std::max(whole.back().end, piece.end);
    else
      whole.push_back(piece);
  }
  return whole;
}

RaceKind kind_of_race(const Access& a, const Access& b) {
  if (is_remote(a.kind) || is_remote(b.kind)) return RaceKind::Remote;
  if (is_local(a.kind) && is_local(b.kind)) return RaceKind::Thread;
  return RaceKind::LocalBuffer;
}

/// `question(a, b)` of two accesses that exist, `otherwise` if one does not.
template <class Answer, class Question>
Answer ask(const Facts& facts, AccessRef a, AccessRef b, Answer otherwise, Question&& question) {
  const auto one = facts.find(a);
  const auto other = facts.find(b);
  return one && other ? question(*one, *other) : std::move(otherwise);
}

}  // namespace

Relations::Relations(const Execution& execution)
    : facts_(execution), fo_(fence_order(facts_)), co_(completed_before(facts_, fo_)) {}

bool Relations::co(AccessRef a, EventIndex e) const {
  const auto access = facts_.find(a);
  return access && co_.holds(*access, e);
}

bool Relations::fo(AccessRef a, EventIndex e) const {
  const auto access = facts_.find(a);
  return access && fo_.holds(*access, e);
}

bool Relations::co_start(AccessRef a, AccessRef b) const {
  return ask(facts_, a, b, false, [this](std::size_t i, std::size_t j) { return co_start(i, j); });
}

bool Relations::excluded(AccessRef a, AccessRef b) const {
  return ask(facts_, a, b, false, [this](std::size_t i, std::size_t j) { return excluded(i, j); });
}

bool Relations::fence_ordered(AccessRef a, AccessRef b) const {
  return ask(facts_, a, b, false, [this](std::size_t i, std::size_t j) { return fence_ordered(i, j); });
}

std::vector<Interval> Relations::conflict(AccessRef a, AccessRef b) const {
  return ask(facts_, a, b, std::vector<Interval>{}, [this](std::size_t i, std::size_t j) { return conflict(i, j); });
}

bool Relations::co_start(std::size_t a, std::size_t b) const {
  const Access& later = facts_.accesses()[b];
  if (co_.holds(a, later.ref.event)) return true;
  const LockUse* gate = is_remote(later.kind) ? facts_.gate(later.ref.event) : nullptr;
  if (!gate) return false;
  return std::any_of(gate->taken.begin(), gate->taken.end(), [&](EventIndex unlock) { return co_.holds(a, unlock); });
}

/// The unit holds the mutex when it touches, or from the issue until its access is complete.
bool Relations::covers(const Hold& hold, std::size_t a) const {
  const Access& access = facts_.accesses()[a];
  const EventIndex begin = access.ref.event;
  if (hold.unit != access.unit || begin <= hold.from || hold.to <= begin) return false;
  const bool never_released = hold.to == facts_.events();
  return is_local(access.kind) || never_released || co_.holds(a, hold.to);
}

/// The same hold does not exclude: what one unit does while it holds a mutex can still race with itself.
bool Relations::excluded(std::size_t a, std::size_t b) const {
  for (const Hold& one : facts_.holds()) {
    if (!covers(one, a)) continue;
    for (const Hold& other : facts_.holds()) {
      const bool same_mutex = one.unit.process == other.unit.process && one.mutex == other.mutex;
      const bool same_hold = one.from == other.from;
      if (same_mutex && !same_hold && covers(other, b)) return true;
    }
  }
  return false;
}

bool Relations::fence_ordered(std::size_t a, std::size_t b) const {
  const Access& one = facts_.accesses()[a];
  const Access& other = facts_.accesses()[b];
  const bool remote_writes = is_remote(one.kind) && is_write(one.kind) && is_remote(other.kind) && is_write(other.kind);
  const bool one_origin = one.unit.process == other.unit.process;
  const bool one_target = one.owner == other.owner;
  return remote_writes && one_origin && one_target && (fo_.holds(a, other.ref.event) || fo_.holds(b, one.ref.event));
}

/// Common bytes of a pair of blocks share their fate, so the pairs are what is looked at.
std::vector<Interval> Relations::conflict(std::size_t a, std::size_t b) const {
  const Access& one = facts_.accesses()[a];
  const Access& other = facts_.accesses()[b];
  if (one.owner != other.owner || (!is_write(one.kind) && !is_write(other.kind))) return {};
  if (!one.bytes->bounds().overlaps(other.bytes->bounds())) return {};
  std::vector<Interval> pieces;
  one.bytes->for_each_block([&](Interval block_a) {
    other.bytes->for_each_block([&](Interval block_b) {
      const Interval common{std::max(block_a.begin, block_b.begin), std::min(block_a.end, block_b.end)};
      if (!common.empty() && !excused(one, block_a, other, block_b)) pieces.push_back(common);
    });
  });
  return merged(std::move(pieces));
}

namespace {

/// Both windows keep every order that there is between the two.
bool takes_effect_after(const Access& later, const Access& earlier) {
  const Operation& first = earlier.issue->operation;
  const Operation& second = later.issue->operation;
  const bool first_reads = first.kind != OperationKind::Update;
  const bool second_reads = second.kind != OperationKind::Update;
  const bool first_writes = first.kind != OperationKind::Fetch;
  const bool second_writes = second.kind != OperationKind::Fetch;
  for (const AtomicOrders& kept : {first.atomicity->orders, second.atomicity->orders}) {
    if (first_writes && second_reads && !kept.read_after_write) return false;
    if (first_reads && second_writes && !kept.write_after_read) return false;
    if (first_writes && second_writes && !kept.write_after_write) return false;
  }
  return true;
}

}  // namespace

/// Atomics that are compatible, or remote ones that their one origin issued in order and that take effect in that order.
bool Relations::excused(const Access& a, Interval block_a, const Access& b, Interval block_b) const {
  if (!a.atomicity || !b.atomicity) return false;
  const Atomicity& x = *a.atomicity;
  const Atomicity& y = *b.atomicity;
  if (!elements_coincide(x, block_a, y, block_b)) return false;
  const bool compatible = x.domain == y.domain && admitted(x.admission, x.operation, y.operation) &&
                          admitted(y.admission, x.operation, y.operation);
  if (compatible || !a.issue || !b.issue) return compatible;
  const bool one_stream = a.unit.process == b.unit.process && a.issue->operation.scope == b.issue->operation.scope;
  const bool in_order = (facts_.hb(a.ref.event, b.ref.event) && takes_effect_after(b, a)) ||
                        (facts_.hb(b.ref.event, a.ref.event) && takes_effect_after(a, b));
  return one_stream && in_order;
}

std::vector<Race> Relations::races() const {
  const std::vector<Access>& accesses = facts_.accesses();
  std::vector<Race> found;
  for (std::size_t a = 0; a < accesses.size(); ++a)
    for (std::size_t b = a + 1; b < accesses.size(); ++b) {
      if (co_start(a, b) || co_start(b, a) || fence_ordered(a, b)) continue;
      std::vector<Interval> bytes = conflict(a, b);
      if (bytes.empty() || excluded(a, b)) continue;
      const RaceKind kind = kind_of_race(accesses[a], accesses[b]);
      found.push_back({accesses[a].ref, accesses[b].ref, kind, accesses[a].owner, std::move(bytes)});
    }
  return found;
}

std::vector<Race> races(const Execution& execution) { return Relations(execution).races(); }

}  // namespace farsan::oracle
