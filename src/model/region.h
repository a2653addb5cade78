// The race rule for two accesses of operations, in terms that any process can evaluate from what a record carries: where
// an access starts (a snapshot), the points that complete it, and what else orders it (docs/semantics.md, section 3).
#pragma once

#include <optional>
#include <vector>

#include "model/clock.h"
#include "model/operation.h"

namespace farsan::model {

/// The points after which an access is complete: usually one, several when different units (or a target wait and the
/// origin's flush) complete it independently.
class CompletionPoints {
 public:
  CompletionPoints() = default;
  explicit CompletionPoints(Point first) : first_(first) {}
  [[nodiscard]] bool empty() const { return first_.epoch == 0; }
  [[nodiscard]] std::size_t count() const { return empty() ? 0 : 1 + (more_ ? more_->size() : 0); }
  /// The one that was known first; epoch 0 if there is none.
  [[nodiscard]] Point first() const { return first_; }
  /// An event with this clock comes after at least one of them.
  template <class AnyClock>
  [[nodiscard]] bool known_to(const AnyClock& clock) const {
    if (empty()) return false;
    if (clock.knows(first_)) return true;
    if (!more_) return false;
    for (const Point& p : *more_)
      if (clock.knows(p)) return true;
    return false;
  }
  void add(Point point) {
    if (empty()) {
      first_ = point;
      return;
    }
    if (!more_) more_ = make_ref<std::vector<Point>>();
    // Copies of an access share the list until one of them learns more.
    if (more_.use_count() > 1) more_ = make_ref<std::vector<Point>>(*more_);
    more_->push_back(point);
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (empty()) return;
    visit(first_);
    if (more_)
      for (const Point& p : *more_) visit(p);
  }

 private:
  Point first_;  // epoch 0: none yet
  Ref<std::vector<Point>> more_;
};

/// For each unit of one process, the last epoch whose remote writes (in one scope, to one target) are fence-ordered
/// before the event that has this bound. Null: no fence yet.
using FenceBound = Ref<const std::vector<Point>>;

/// Mutexes an access is protected by, sorted. Null: none.
using MutexSet = Ref<const std::vector<MutexId>>;

/// What neighbouring operations usually share: kept once, not once per access.
struct Circumstances {
  ScopeId scope;
  FenceBound fences;  ///< at the issue
  MutexSet mutexes;
  Ref<const Clock> gate;  ///< what the lock that it waited for had been handed; null without one
  std::optional<Atomicity> atomicity;
};

/// One access of an operation, as its memory's owner sees it.
struct OperationAccess {
  AccessKind kind = AccessKind::RemoteWrite;
  Part part = Part::Remote;
  SiteId site;
  OperationId operation;
  Snapshot issue;  ///< what its unit knew when it was issued
  CompletionPoints completions;
  Ref<const Circumstances> with;
  ByteRanges ranges;

  [[nodiscard]] UnitId unit() const { return issue.own().unit; }
  [[nodiscard]] Point issued() const { return issue.own(); }
};
/// Budget: what one live operation costs at its target, its ranges apart.
static_assert(sizeof(OperationAccess) - sizeof(ByteRanges) <= 104);

/// a co start(b).
inline bool completed_before(const OperationAccess& a, const OperationAccess& b) {
  return a.completions.known_to(b.issue) || (b.with->gate && a.completions.known_to(*b.with->gate));
}

/// The issue of a happened before the event with this bound, with a fence in between (R6).
bool within(const FenceBound& bound, Point issue);

/// What is fence-ordered before an event with the inner bound is so before one with the outer bound, too.
bool covers(const FenceBound& outer, const FenceBound& inner);

/// Remote writes of one process in one scope, `a` fence-ordered before `b`. The caller knows that both go to one target.
bool fence_ordered(const OperationAccess& a, const OperationAccess& b);

/// Mutexes that protect both, where a mutex can: it excludes other units of the same process.
std::vector<MutexId> common_mutexes(UnitId a, const MutexSet& of_a, UnitId b, const MutexSet& of_b);

/// Nothing orders the two, whatever bytes they touch. A mutex may still exclude them.
bool unordered(const OperationAccess& a, const OperationAccess& b);

/// The two atomics at these blocks are excused: compatible, or ordered by their origin's accumulate ordering.
bool atomics_excused(const OperationAccess& a, Address block_a, const OperationAccess& b, Address block_b);

/// Calls `visit(Interval)` for every piece of memory on which the two race unless a mutex excludes it. Both are accesses to
/// one process's memory.
template <class Visit>
void for_each_race(const OperationAccess& a, const OperationAccess& b, Visit&& visit) {
  if (!may_conflict(a.kind, b.kind) || !a.ranges.bounds().overlaps(b.ranges.bounds())) return;
  if (!unordered(a, b)) return;
  const bool atomics = a.with->atomicity && b.with->atomicity;
  for_each_overlap(a.ranges, b.ranges, [&](const Overlap& o) {
    if (!atomics || !atomics_excused(a, o.first_block, b, o.second_block)) visit(o.bytes);
    return true;
  });
}

}  // namespace farsan::model
