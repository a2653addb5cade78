#include "random/common/verdict.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "oracle/oracle.h"

namespace farsan::random_programs {

namespace {

SitePair pair_of(const model::Execution& execution, const oracle::Race& race) {
  const Site a = execution.events[race.first.event].site.value;
  const Site b = execution.events[race.second.event].site.value;
  return std::minmax(a, b);
}

/// A load or store of the memory's owner; null for anything else.
const model::Touch* own_touch(const model::Execution& execution, const oracle::AccessRef& access) {
  const model::Event& event = execution.events[access.event];
  const auto* touch = std::get_if<model::Touch>(&event.action);
  return touch != nullptr && touch->owner == event.unit.process ? touch : nullptr;
}

}  // namespace

Verdict judge(const model::Execution& execution) {
  Verdict verdict;
  // For each operation's access, byte, and kind of local access: the last of these, and whom it makes a pair with.
  using Group = std::tuple<oracle::AccessRef, model::ProcessId, model::Address, model::AccessKind>;
  std::map<Group, std::pair<oracle::EventIndex, SitePair>> last;
  for (const oracle::Race& race : oracle::races(execution)) {
    const SitePair sites = pair_of(execution, race);
    verdict.races.insert(sites);
    const model::Touch* const first = own_touch(execution, race.first);
    const model::Touch* const second = own_touch(execution, race.second);
    if (first == nullptr && second == nullptr) {
      verdict.owed.insert(sites);
      continue;
    }
    const oracle::AccessRef& local = first != nullptr ? race.first : race.second;
    const oracle::AccessRef& other = first != nullptr ? race.second : race.first;
    const model::AccessKind kind = (first != nullptr ? first : second)->kind;
    for (const model::Interval& piece : race.bytes)
      for (model::Address byte = piece.begin; byte < piece.end; ++byte) {
        auto& newest = last[{other, race.owner, byte, kind}];
        if (newest.first <= local.event) newest = {local.event, sites};
      }
  }
  for (const auto& [group, newest] : last) verdict.owed.insert(newest.second);
  return verdict;
}

}  // namespace farsan::random_programs
