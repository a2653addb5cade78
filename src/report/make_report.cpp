// From what the ranks found to what a person reads: merge, explain, sort.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "report/explain.h"
#include "report/job.h"
#include "report/merge.h"
#include "report/object_file.h"
#include "report/report.h"
#include "report/resolver.h"

namespace farsan::report {

namespace {

using session::MemoryKind;
using session::Model;

/// As the first of the models that is known counts them.
std::uint32_t number(const Job& job, std::uint32_t process, std::optional<Model> first, std::optional<Model> second) {
  if (!first) first = second;
  return first ? job.number(process, *first) : process;
}

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
  memory.name = demangled(std::string(race.memory_name).c_str());
  memory.size = race.end - race.begin;
  if (race.memory_size != 0 && race.begin >= race.memory_begin) memory.offset = race.begin - race.memory_begin;
  memory.allocated_at = resolver.place(race.finder, race.allocated_at);
  return memory;
}

const char* name_of(model::RaceKind kind) {
  switch (kind) {
    case model::RaceKind::LocalBuffer: return "local buffer race";
    case model::RaceKind::Remote: return "remote race";
    case model::RaceKind::Thread: break;
  }
  return "race of local accesses";
}

Race explained(const FoundRace& example, const Group& group, const Job& job, Resolver& resolver) {
  Race race;
  race.kind = example.kind;
  race.count = group.count;
  race.memory = memory(example, resolver);
  for (std::size_t i = 0; i < 2; ++i) race.accesses.at(i) = access(example.sides.at(i), resolver);
  // A load or store, and memory that nobody gave a name to, are counted as by the model that the race is about otherwise.
  std::optional<Model> otherwise = model_of(race.memory.kind);
  for (const Access& side : race.accesses)
    if (!otherwise) otherwise = model_of(side.call);
  race.owner_rank = number(job, example.owner, otherwise, std::nullopt);
  for (const std::uint32_t owner : group.owners)
    race.owner_ranks.push_back(number(job, owner, otherwise, std::nullopt));
  std::ranges::sort(race.owner_ranks);
  std::array<Side, 2> sides;
  for (std::size_t i = 0; i < 2; ++i) {
    const session::RaceSide& side = example.sides.at(i);
    Access& shown = race.accesses.at(i);
    sides.at(i) = {&shown, side.epoch_kind, resolver.ending(side), shown.rank, side.issued, side.scope};
    shown.rank = number(job, shown.rank, model_of(shown.call), otherwise);
    if (auto& ended = sides.at(i).ended) ended->rank = number(job, ended->rank, model_of(ended->place.call), otherwise);
  }
  const Access& first = race.accesses[0];
  if (!is_local(first.type)) race.region = Region{{first.call, first.at.file, first.at.line}, sides[0].ended};
  const auto in_window = example.owner_there != 0 ? std::optional(example.owner_there - 1) : std::nullopt;
  auto [explanation, mend] = explain(sides, race.owner_rank, process_word(race), in_window);
  race.explanation = std::move(explanation);
  race.mend = std::move(mend);
  return race;
}

/// One race of the first kind, with what is to say of the others.
Race explained(const Group& group, const Job& job, Resolver& resolver) {
  Race race = explained(group.examples.front(), group, job, resolver);
  for (auto other = group.examples.begin() + 1; other != group.examples.end(); ++other) {
    const Race besides = explained(*other, group, job, resolver);
    race.explanation += std::string(" Besides, a ") + name_of(besides.kind) + ": " + besides.explanation;
    race.mend += std::string(" For the ") + name_of(besides.kind) + ": " + besides.mend;
  }
  return race;
}

}  // namespace

std::optional<Model> model_of(std::string_view call) {
  if (call.starts_with("MPI_")) return Model::Mpi;
  if (call.starts_with("gaspi_")) return Model::Gaspi;
  return call.starts_with("shmem_") ? std::optional(Model::Shmem) : std::nullopt;
}

std::optional<Model> model_of(MemoryKind memory) {
  switch (memory) {
    case MemoryKind::Window: return Model::Mpi;
    case MemoryKind::Symmetric: return Model::Shmem;
    case MemoryKind::Segment: return Model::Gaspi;
    default: return std::nullopt;
  }
}

std::string_view process_word(const Race& race) {
  const std::string_view of_calls = process_word(race.accesses[0].call, process_word(race.accesses[1].call, kRank));
  return process_word(race.memory.kind, of_calls);
}

std::string_view process_word(std::string_view call, std::string_view otherwise) {
  const auto model = model_of(call);
  return !model ? otherwise : *model == Model::Shmem ? kPe : kRank;
}

std::string_view process_word(session::MemoryKind memory, std::string_view otherwise) {
  const auto model = model_of(memory);
  return !model ? otherwise : *model == Model::Shmem ? kPe : kRank;
}

Report make_report(std::span<const session::Segment* const> segments) {
  const Job job(segments);
  Resolver resolver(job);
  Report report;
  report.program = job.program();
  report.library = job.library();
  report.models = job.models();
  report.ranks = job.ranks();
  report.unkept = job.unkept();

  std::map<std::string, int> ids;  // two pairs may differ in nothing but a folder
  for (const auto& [key, group] : merge(job.races(), resolver)) {
    Race& race = report.races.emplace_back(explained(group, job, resolver));
    race.id = identifier(key);
    const int uses = ++ids[race.id];
    if (uses > 1) race.id += "-" + std::to_string(uses);
  }
  report.replaced = resolver.replaced();
  std::ranges::sort(report.races, {}, [](const Race& race) {
    const auto& [first, second] = race.accesses;
    return std::tie(first.at.file, first.at.line, second.at.file, second.at.line, race.id);
  });
  return report;
}

}  // namespace farsan::report
