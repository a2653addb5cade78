// The oracle's verdict on a program, as pairs of sites, in the sense of docs/design.md ("Exact means") and of
// tests/support/comparison.h: a report may not name more, and may not name less.
#pragma once

#include <set>
#include <utility>

#include "model/execution.h"
#include "random/common/program.h"

namespace farsan::random_programs {

/// The smaller one first.
using SitePair = std::pair<Site, Site>;
using SitePairs = std::set<SitePair>;

struct Verdict {
  SitePairs races;  ///< all
  /// Those that must be reported: all of operations among each other, and of loads and stores to another rank's memory; of
  /// a rank's own loads and stores that race with one of these, for each byte the last load and the last store.
  SitePairs owed;
};

/// The execution must be possible.
[[nodiscard]] Verdict judge(const model::Execution& execution);

}  // namespace farsan::random_programs
