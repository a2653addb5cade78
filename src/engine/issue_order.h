// The order in which accesses of one process were issued and completed.
#pragma once

#include "model/region.h"

namespace farsan::engine {

/// `next` was issued by the unit of `last`, and not before it (null: the first).
inline bool is_issued_in_order(const model::OperationAccess* last, const model::OperationAccess& next) {
  if (last == nullptr) return true;
  if (last->unit() != next.unit()) return false;
  // A wait does not tick: within an epoch the later issue may know more.
  return last->issued().epoch < next.issued().epoch ||
         (last->issued().epoch == next.issued().epoch && last->issue.shared() == next.issue.shared());
}

/// One completion, by the first unit of its own process; issued and completed not before `last` (null: the first).
inline bool is_in_order(model::ProcessId origin, const model::OperationAccess* last,
                        const model::OperationAccess& next) {
  const model::UnitId unit{origin, 0};
  if (next.unit() != unit || next.completions.count() != 1 || next.completions.first().unit != unit) return false;
  if (last == nullptr) return true;
  return is_issued_in_order(last, next) && last->completions.first().epoch <= next.completions.first().epoch;
}

}  // namespace farsan::engine
