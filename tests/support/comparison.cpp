#include "support/comparison.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

namespace farsan::testing_support {

using model::AccessKind;
using model::Address;
using model::Interval;

namespace {

/// What identifies an access to whoever reads a report.
struct Side {
  AccessKind kind = AccessKind::Load;
  model::UnitId unit;
  model::SiteId site;
  friend auto operator<=>(const Side&, const Side&) = default;
};

struct Fact {
  model::ProcessId owner;
  Address byte = 0;
  Side first;
  Side second;
  friend auto operator<=>(const Fact&, const Fact&) = default;
};

Fact fact(model::ProcessId owner, Address byte, const Side& a, const Side& b) {
  return a < b ? Fact{owner, byte, a, b} : Fact{owner, byte, b, a};
}

std::string describe(const Fact& f) {
  const auto side = [](const Side& s) {
    std::ostringstream out;
    out << name(s.kind) << " by P" << s.unit.process.value << ".t" << s.unit.index << " at site " << s.site.value;
    return out.str();
  };
  std::ostringstream out;
  out << "byte " << f.byte << " of P" << f.owner.value << ": " << side(f.first) << " with " << side(f.second);
  return out.str();
}

Side side_of(const model::Execution& execution, const oracle::AccessRef& ref) {
  const model::Event& event = execution.events[ref.event];
  AccessKind kind = AccessKind::Load;
  if (const auto* touch = std::get_if<model::Touch>(&event.action)) kind = touch->kind;
  if (const auto* issue = std::get_if<model::Issue>(&event.action))
    kind = access_kind(issue->operation.kind, *ref.part);
  return {kind, event.unit, event.site};
}

/// A load or store of the memory's owner: the shadow keeps the last of each kind. Everything else is kept one by one.
bool is_kept_last(const Side& side, model::ProcessId owner) {
  return is_local(side.kind) && side.unit.process == owner;
}

/// The facts that must be reported.
std::set<Fact> owed(const model::Execution& execution, const std::vector<oracle::Race>& truth) {
  std::set<Fact> must;
  // For each access, byte, and unit and kind of owner's access on the other side: the last of them.
  using Group = std::tuple<oracle::AccessRef, model::ProcessId, Address, model::UnitId, AccessKind>;
  std::map<Group, std::pair<std::size_t, Fact>> last;
  for (const oracle::Race& race : truth) {
    const Side a = side_of(execution, race.first);
    const Side b = side_of(execution, race.second);
    const bool a_last = is_kept_last(a, race.owner);
    const bool b_last = is_kept_last(b, race.owner);
    for (const Interval& piece : race.bytes)
      for (Address byte = piece.begin; byte < piece.end; ++byte) {
        const Fact f = fact(race.owner, byte, a, b);
        if (!a_last && !b_last) {
          must.insert(f);
          continue;
        }
        // Of two local accesses the later one finds the earlier one's traces.
        const bool first_is_kept = a_last && b_last ? race.first.event < race.second.event : a_last;
        const Side& kept = first_is_kept ? a : b;
        const oracle::AccessRef& kept_ref = first_is_kept ? race.first : race.second;
        const oracle::AccessRef& other_ref = first_is_kept ? race.second : race.first;
        auto& newest = last[{other_ref, race.owner, byte, kept.unit, kept.kind}];
        if (newest.first <= kept_ref.event) newest = {kept_ref.event, f};
      }
  }
  for (const auto& [group, newest] : last) must.insert(newest.second);
  return must;
}

template <class Races>
std::set<Fact> facts_of(const Races& races) {
  std::set<Fact> facts;
  for (const engine::Race& race : races)
    for (Address byte = race.bytes.begin; byte < race.bytes.end; ++byte)
      facts.insert(fact(race.owner, byte, {race.first.kind, race.first.unit, race.first.site},
                        {race.second.kind, race.second.unit, race.second.site}));
  return facts;
}

}  // namespace

std::vector<engine::Race> engine_races(const model::Execution& execution, const sim::Options& options) {
  RaceList list;
  sim::Simulation(execution, options, list).run();
  return std::move(list.races);
}

std::vector<std::string> disagreements(const model::Execution& execution, const std::vector<oracle::Race>& truth,
                                       const std::vector<engine::Race>& reported) {
  constexpr std::size_t kMost = 6;
  std::vector<std::string> lines;
  std::set<Fact> all_true;
  for (const oracle::Race& race : truth)
    for (const Interval& piece : race.bytes)
      for (Address byte = piece.begin; byte < piece.end; ++byte)
        all_true.insert(fact(race.owner, byte, side_of(execution, race.first), side_of(execution, race.second)));
  const std::set<Fact> said = facts_of(reported);
  for (const Fact& f : said)
    if (!all_true.contains(f) && lines.size() < kMost) lines.push_back("false alarm: " + describe(f));
  for (const Fact& f : owed(execution, truth))
    if (!said.contains(f) && lines.size() < kMost) lines.push_back("missed: " + describe(f));
  return lines;
}

std::vector<std::string> canonical(const std::vector<engine::Race>& races) {
  std::vector<std::string> lines;
  for (const Fact& f : facts_of(races)) lines.push_back(describe(f));
  return lines;
}

}  // namespace farsan::testing_support
