// One race for the reader out of many found: those between the same two positions of the source are one, whichever rank
// found them, whatever the column, whether the line loads or stores, and whether its buffers race or what it does at the target.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "report/job.h"
#include "report/resolver.h"

namespace farsan::report {

/// What makes two accesses one.
struct SideKey {
  std::string call;
  std::string file;
  std::uint32_t line = 0;
  std::string function;
  std::string module;        ///< only without a line
  std::uint64_t offset = 0;  ///< only without a line
  friend auto operator<=>(const SideKey&, const SideKey&) = default;
};

/// The smaller side first: a pair has no order.
using PairKey = std::pair<SideKey, SideKey>;

struct Group {
  std::uint64_t count = 0;
  std::set<std::uint32_t> owners;
  /// One for each kind of race that is among them, in it the one that writes most; the kind whose example writes most comes first. Their sides
  /// are in the order in which they are shown.
  std::vector<FoundRace> examples;
};

std::map<PairKey, Group> merge(std::vector<FoundRace> races, Resolver& resolver);

/// The same for the same two positions on any machine: folders do not count. 16 hexadecimal digits.
std::string identifier(const PairKey& key);

}  // namespace farsan::report
