#include "report/job.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace farsan::report {

namespace {

using session::Segment;

/// Deeper stacks are cut: nobody reads them, and the number may be garbage.
constexpr std::uint64_t kMaxStack = 256;

template <class Enum>
bool in_range(Enum value, Enum last) {
  return static_cast<unsigned>(value) <= static_cast<unsigned>(last);
}

/// The code at an address when this site was seen there: an object may have taken the place of another one.
Code code_at(const Segment& segment, std::uint64_t pc, std::uint32_t site) {
  const session::Header& header = segment.header();
  const std::uint32_t count = std::min(header.module_count.load(std::memory_order_acquire), session::kMaxModules);
  const session::Module* found = nullptr;
  for (std::uint32_t i = count; i > 0 && (found == nullptr || site < found->first_site); --i) {
    const session::Module& module = header.modules.at(i - 1);
    if (pc >= module.begin && pc < module.end) found = &module;
  }
  if (found == nullptr) return {{}, pc};
  return {segment.text(found->path), pc - found->bias, segment.text(found->build_id)};
}

std::vector<Code> callers(const Segment& segment, std::uint32_t stack, std::uint32_t site) {
  const std::uint64_t at = std::uint64_t{stack} * 8;
  std::vector<Code> found;
  if (stack == 0 || at + 8 > session::kStringsSize) return found;
  const std::byte* place = segment.at(session::kStringsAt + at);
  std::uint64_t count = 0;
  std::memcpy(&count, place, 8);
  count = std::min({count, kMaxStack, (session::kStringsSize - at) / 8 - 1});
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t pc = 0;
    std::memcpy(&pc, place + 8 * (i + 1), 8);
    if (pc != 0) found.push_back(code_at(segment, pc, site));
  }
  return found;
}

bool valid(const session::RaceSide& side, std::uint32_t ranks) {
  return in_range(side.kind, model::AccessKind::RemoteAtomicWrite) && in_range(side.epoch_kind, session::kLastEpoch) &&
         side.rank < ranks;
}

std::optional<FoundRace> found_race(const Segment& segment, std::uint32_t index, std::uint32_t ranks) {
  const session::Race& race = segment.race(index);
  FoundRace found;
  found.owner = race.owner;
  found.finder = segment.header().rank;
  found.count = race.count.load(std::memory_order_acquire);
  found.kind = race.kind;
  found.memory = race.memory;
  found.allocated_at = race.allocated_at;
  found.owner_there = race.owner_there;
  found.begin = race.begin;
  found.end = race.end;
  found.memory_begin = race.memory_begin;
  found.memory_size = race.memory_size;
  found.memory_name = segment.text(race.memory_name);
  found.sides = race.sides;
  const bool whole = found.count != 0 && found.owner < ranks && in_range(found.kind, model::RaceKind::Thread) &&
                     in_range(found.memory, session::kLastMemoryKind) && found.begin <= found.end &&
                     valid(found.sides[0], ranks) && valid(found.sides[1], ranks);
  if (!whole) return std::nullopt;
  return found;
}

}  // namespace

Job::Job(std::span<const Segment* const> segments) {
  for (const Segment* segment : segments) {
    const session::Header& header = segment->header();
    if (header.magic != session::kMagic || header.rank >= session::kMaxRanks) continue;
    ranks_ = std::max({ranks_, std::min(header.ranks, session::kMaxRanks), header.rank + 1});
    if (by_rank_.size() <= header.rank) by_rank_.resize(header.rank + 1);
    if (by_rank_[header.rank] == nullptr) by_rank_[header.rank] = segment;
  }
}

const Segment* Job::segment(std::uint32_t rank) const { return rank < by_rank_.size() ? by_rank_[rank] : nullptr; }

std::string_view Job::program() const {
  for (const Segment* segment : by_rank_)
    if (segment != nullptr && segment->header().program.size != 0) return segment->text(segment->header().program);
  return {};
}

std::uint32_t Job::number_above(std::uint32_t process, session::Model model) const {
  const Segment* segment = this->segment(process);
  if (segment == nullptr) return 0;
  const std::uint32_t above =
      segment->header().numbers[static_cast<std::size_t>(model)].load(std::memory_order_acquire);
  return above > session::kMaxRanks ? 0 : above;
}

std::uint32_t Job::number(std::uint32_t process, session::Model model) const {
  const std::uint32_t above = number_above(process, model);
  return above == 0 ? process : above - 1;
}

std::vector<session::Model> Job::models() const {
  std::vector<session::Model> models;
  for (const session::Model model : session::kAllModels)
    for (std::uint32_t process = 0; process < by_rank_.size(); ++process) {
      if (number_above(process, model) == 0) continue;
      models.push_back(model);
      break;
    }
  return models;
}

std::string_view Job::library() const {
  for (const Segment* segment : by_rank_)
    if (segment != nullptr && segment->header().library.size != 0) return segment->text(segment->header().library);
  return {};
}

std::uint64_t Job::unkept() const {
  std::uint64_t sum = 0;
  for (const Segment* segment : by_rank_)
    if (segment != nullptr) sum += segment->header().races_unkept.load(std::memory_order_relaxed);
  return sum;
}

std::vector<FoundRace> Job::races() const {
  std::vector<FoundRace> found;
  for (const Segment* segment : by_rank_) {
    if (segment == nullptr) continue;
    const std::uint64_t count = segment->header().race_count.load(std::memory_order_acquire);
    for (std::uint32_t i = 0; i < std::min(count, session::kMaxRaces); ++i)
      if (const auto race = found_race(*segment, i, ranks_)) found.push_back(*race);
  }
  return found;
}

std::optional<CodeSite> Job::site(std::uint32_t rank, std::uint32_t index) const {
  const Segment* segment = this->segment(rank);
  if (segment == nullptr || index == 0 || index >= session::kMaxSites) return std::nullopt;
  const session::Header& header = segment->header();
  if (index >= header.site_count.load(std::memory_order_acquire)) return std::nullopt;
  const session::Site& site = segment->site(index);
  if (site.pc == 0) return std::nullopt;
  CodeSite found;
  found.code = code_at(*segment, site.pc, index);
  const std::uint64_t calls = std::min<std::uint64_t>(header.call_count, header.calls.size());
  if (site.call != 0 && site.call <= calls) found.call = segment->text(header.calls.at(site.call - 1));
  found.callers = callers(*segment, site.stack, index);
  return found;
}

std::optional<std::uint32_t> Job::context_site(std::uint32_t rank, std::uint32_t scope) const {
  const Segment* segment = this->segment(rank);
  if (segment == nullptr || scope == 0 || scope >= session::kMaxContexts) return std::nullopt;
  return segment->header().contexts.at(scope);
}

std::optional<std::uint32_t> Job::epoch_site(std::uint32_t rank, model::Epoch epoch) const {
  const Segment* segment = this->segment(rank);
  if (segment == nullptr) return std::nullopt;
  const session::EpochSite& kept = segment->epoch(epoch);
  if (kept.site == 0 || kept.epoch != static_cast<std::uint32_t>(epoch)) return std::nullopt;
  return kept.site;
}

}  // namespace farsan::report
