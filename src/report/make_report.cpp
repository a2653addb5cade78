// From what the ranks found to what a person reads: merge, explain, sort.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "report/explain.h"
#include "report/job.h"
#include "report/merge.h"
#include "report/report.h"
#include "report/resolver.h"

namespace farsan::report {

namespace {

Access access(const session::RaceSide& side, Resolver& resolver) {
  const Resolver::Position& position = resolver.position(side.rank, side.site);
  Access access{position.call, side.kind, position.at, side.rank, side.thread, position.stack};
  const bool queued = side.epoch_kind == session::Epoch::QueueWrite || side.epoch_kind == session::Epoch::QueueRead;
  if (queued && side.scope != 0) access.queue = side.scope - 1;
  if (side.epoch_kind == session::Epoch::ContextQuiet) access.context = resolver.context(side);
  return access;
}

Memory memory(const FoundRace& race, Resolver& resolver) {
  Memory memory;
  memory.kind = race.memory;
  memory.name = race.memory_name;
  memory.size = race.end - race.begin;
  if (race.memory_size != 0 && race.begin >= race.memory_begin) memory.offset = race.begin - race.memory_begin;
  memory.allocated_at = resolver.place(race.owner, race.allocated_at);
  return memory;
}

Race explained(const Group& group, Resolver& resolver) {
  const FoundRace& example = group.example;
  Race race;
  race.kind = example.kind;
  race.count = group.count;
  race.owner_rank = example.owner;
  race.owner_ranks.assign(group.owners.begin(), group.owners.end());
  race.memory = memory(example, resolver);
  std::array<Side, 2> sides;
  for (std::size_t i = 0; i < 2; ++i) {
    const session::RaceSide& side = example.sides.at(i);
    race.accesses.at(i) = access(side, resolver);
    sides.at(i) = {&race.accesses.at(i), side.epoch_kind, resolver.ending(side)};
  }
  const Access& first = race.accesses[0];
  if (!is_local(first.type)) race.region = Region{{first.call, first.at.file, first.at.line}, sides[0].ended};
  auto [explanation, mend] = explain(sides, example.owner, process_word(race));
  race.explanation = std::move(explanation);
  race.mend = std::move(mend);
  return race;
}

}  // namespace

std::string_view process_word(const Race& race) {
  const auto is_shmem = [](const Access& access) { return access.call.starts_with("shmem_"); };
  const bool shmem = race.memory.kind == session::MemoryKind::Symmetric || std::ranges::any_of(race.accesses, is_shmem);
  return shmem ? kPe : kRank;
}

Report make_report(std::span<const session::Segment* const> segments) {
  const Job job(segments);
  Resolver resolver(job);
  Report report;
  report.program = job.program();
  report.library = job.library();
  report.ranks = job.ranks();
  report.unkept = job.unkept();

  std::map<std::string, int> ids;  // two pairs may differ in nothing but a folder
  for (const auto& [key, group] : merge(job.races(), resolver)) {
    Race& race = report.races.emplace_back(explained(group, resolver));
    race.id = identifier(key);
    const int uses = ++ids[race.id];
    if (uses > 1) race.id += "-" + std::to_string(uses);
  }
  std::ranges::sort(report.races, {}, [](const Race& race) {
    const auto& [first, second] = race.accesses;
    return std::tie(first.at.file, first.at.line, second.at.file, second.at.line, race.id);
  });
  return report;
}

}  // namespace farsan::report
