#include "model/region.h"

#include <algorithm>
#include <iterator>

namespace farsan::model {

bool within(const FenceBound& bound, Point issue) {
  if (!bound) return false;
  return std::any_of(bound->begin(), bound->end(),
                     [&](const Point& p) { return p.unit == issue.unit && issue.epoch <= p.epoch; });
}

bool covers(const FenceBound& outer, const FenceBound& inner) {
  return !inner || outer == inner ||
         std::all_of(inner->begin(), inner->end(), [&](const Point& p) { return within(outer, p); });
}

bool fence_ordered(const OperationAccess& a, const OperationAccess& b) {
  if (!is_remote(a.kind) || !is_remote(b.kind) || !is_write(a.kind) || !is_write(b.kind)) return false;
  if (a.unit().process != b.unit().process || a.with->scope != b.with->scope) return false;
  return within(b.with->fences, a.issued());
}

std::vector<MutexId> common_mutexes(UnitId a, const MutexSet& of_a, UnitId b, const MutexSet& of_b) {
  std::vector<MutexId> common;
  if (a == b || a.process != b.process || !of_a || !of_b) return common;
  std::set_intersection(of_a->begin(), of_a->end(), of_b->begin(), of_b->end(), std::back_inserter(common));
  return common;
}

bool unordered(const OperationAccess& a, const OperationAccess& b) {
  if (completed_before(a, b) || completed_before(b, a)) return false;
  return !fence_ordered(a, b) && !fence_ordered(b, a);
}

bool atomics_excused(const OperationAccess& a, Address block_a, const OperationAccess& b, Address block_b) {
  const Atomicity& x = *a.with->atomicity;
  const Atomicity& y = *b.with->atomicity;
  if (compatible(x, block_a, y, block_b)) return true;
  if (!is_remote(a.kind) || !is_remote(b.kind)) return false;
  if (a.unit().process != b.unit().process || a.with->scope != b.with->scope) return false;
  if (!same_elements(x, block_a, y, block_b)) return false;
  const bool a_then_b = in_order(a.kind, x, b.kind, y);
  const bool b_then_a = in_order(b.kind, y, a.kind, x);
  // (Which of two that one unit issued in one epoch was first does not matter: see OpenOperations::issue.)
  if (a.issued() == b.issued()) return a_then_b && b_then_a;
  return b.issue.knows(a.issued()) ? a_then_b : a.issue.knows(b.issued()) && b_then_a;
}

}  // namespace farsan::model
