#include "report/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <tuple>

namespace farsan::report {

namespace {

SideKey side_key(const Resolver::Position& position) {
  const Frame& at = position.at;
  SideKey key{position.call, at.file, at.line, at.function, {}, 0};
  if (at.line == 0) {
    key.module = at.module;
    key.offset = at.offset;
  }
  return key;
}

/// Remote before buffer before local.
int order_of(model::AccessKind kind) {
  if (is_remote(kind)) return 0;
  return is_buffer(kind) ? 1 : 2;
}

/// The pair as it is shown: by what they do, then (in one process) by time, else by the source.
void arrange(FoundRace& race, Resolver& resolver) {
  auto& [a, b] = race.sides;
  const bool one_process = a.rank == b.rank;
  const auto place = [&](const session::RaceSide& side) {
    const Frame& at = resolver.position(side.rank, side.site).at;
    return std::tuple(order_of(side.kind), one_process ? side.issued : 0, one_process ? side.epoch : 0,
                      std::string_view(at.file), at.line, at.column, side.rank);
  };
  if (place(b) < place(a)) std::swap(a, b);
}

int writes(const FoundRace& race) {
  return static_cast<int>(is_write(race.sides[0].kind)) + static_cast<int>(is_write(race.sides[1].kind));
}

void keep_example(std::vector<FoundRace>& examples, const FoundRace& race) {
  const auto same = std::ranges::find(examples, race.kind, &FoundRace::kind);
  if (same == examples.end())
    examples.push_back(race);
  else if (writes(race) > writes(*same))
    *same = race;
  const auto most = std::ranges::max_element(examples, {}, writes);
  std::rotate(examples.begin(), most, most + 1);
}

/// FNV-1a: small, and the same everywhere.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0);
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  std::uint64_t value_ = 0xcbf29ce484222325;
};

std::uint64_t hash(const SideKey& side) {
  Hash hash;
  hash.add(side.call);
  hash.add(std::filesystem::path(side.file).filename().string());
  hash.add(std::to_string(side.line));
  hash.add(side.function);
  hash.add(std::filesystem::path(side.module).filename().string());
  hash.add(std::to_string(side.offset));
  return hash.value();
}

}  // namespace

std::map<PairKey, Group> merge(std::vector<FoundRace> races, Resolver& resolver) {
  std::map<PairKey, Group> groups;
  for (FoundRace& race : races) {
    arrange(race, resolver);
    SideKey first = side_key(resolver.position(race.sides[0].rank, race.sides[0].site));
    SideKey second = side_key(resolver.position(race.sides[1].rank, race.sides[1].site));
    if (second < first) std::swap(first, second);
    Group& group = groups[{std::move(first), std::move(second)}];
    keep_example(group.examples, race);
    group.count += race.count;
    group.owners.insert(race.owner);
  }
  return groups;
}

std::string identifier(const PairKey& key) {
  const auto [smaller, larger] = std::minmax({hash(key.first), hash(key.second)});
  Hash pair;
  pair.add(fmt::format("{:x} {:x}", smaller, larger));
  return fmt::format("{:016x}", pair.value());
}

}  // namespace farsan::report
