#include "random/shmem/flags.h"

#include <algorithm>

namespace farsan::random_programs::shmem {

namespace {

bool is_so(Compare compare, std::uint64_t value, std::uint64_t reference) {
  switch (compare) {
    case Compare::Equal: return value == reference;
    case Compare::NotEqual: return value != reference;
    case Compare::Greater: return value > reference;
    case Compare::GreaterEqual: return value >= reference;
    case Compare::Less: return value < reference;
    case Compare::LessEqual: return value <= reference;
  }
  return false;
}

bool builds_on_found(const Action& action) {
  switch (action.verb) {
    case Verb::AtomicInc:
    case Verb::AtomicAdd:
    case Verb::AtomicFetchAdd:
    case Verb::AtomicFetchAddNbi: return true;
    case Verb::PutSignal:
    case Verb::PutSignalNbi: return action.adds;
    default: return false;
  }
}

}  // namespace

std::optional<FlagAt> updated_flag(const Program& program, const Action& action) {
  if (!is_operation(action.verb) || only_reads(action.verb)) return std::nullopt;
  if (!signals(action.verb) && action.remote.memory != kFlags) return std::nullopt;
  return FlagAt{action.flag, target(program, action)};
}

std::uint64_t Flags::value(const FlagAt& flag) const {
  const auto& updates = of(flag);
  return updates.empty() ? 0 : updates.back().left;
}

const std::vector<Flags::Update>& Flags::of(const FlagAt& flag) const {
  static const std::vector<Update> kNone;
  const auto found = updates_.find(flag);
  return found == updates_.end() ? kNone : found->second;
}

std::size_t Flags::count(const FlagAt& flag) const { return of(flag).size(); }

std::uint64_t Flags::left_by(const Action& action) const {
  const std::uint64_t found = value(*updated_flag(program_, action));
  if (action.verb == Verb::AtomicInc) return found + 1;
  if (builds_on_found(action)) return found + action.value;
  if (action.verb == Verb::AtomicCompareSwap && found != action.expected) return found;
  return action.value;
}

void Flags::update(const Action& action, Site site) {
  const FlagAt flag = *updated_flag(program_, action);
  const std::uint64_t left = left_by(action);
  // One that found another value than it expected has made nothing; else it builds on that.
  const bool compares = action.verb == Verb::AtomicCompareSwap;
  if (compares && value(flag) != action.expected) return;
  updates_[flag].push_back({site, left, compares || builds_on_found(action)});
}

bool Flags::is_new(const FlagAt& flag, std::uint64_t value) const {
  const auto& updates = of(flag);
  return value != 0 && std::none_of(updates.begin(), updates.end(), [&](const Update& u) { return u.left == value; });
}

Flags::Success Flags::success(const Action& wait) const {
  const FlagAt flag{wait.flag, wait.rank};
  const auto& updates = of(flag);
  const bool fetch = wait.verb == Verb::SignalFetch;
  // The program knows the value: that is what it waited for.
  const Compare compare = fetch ? Compare::Equal : wait.compare;
  const std::uint64_t reference = fetch ? value(flag) : wait.value;
  Success success;
  success.holds = is_so(compare, value(flag), reference);
  if (!success.holds) return success;
  std::size_t first = updates.size();
  while (first > 0 && is_so(compare, updates[first - 1].left, reference)) --first;
  success.before = first;
  if (first == updates.size() || (first == 0 && is_so(compare, 0, reference))) return success;
  success.first = updates[first].site;
  for (std::size_t i = first + 1; i-- > 0;) {
    success.made.push_back(updates[i].site);
    if (!updates[i].builds) break;
  }
  return success;
}

bool Flags::can_tell(const Action& wait, std::size_t settled) const {
  const Success found = success(wait);
  const std::size_t updates = count({wait.flag, wait.rank});
  if (updates == 0) return true;
  if (program_.flags[wait.flag].put && !found.first) return false;
  return found.before >= settled || found.before + 1 == updates;
}

}  // namespace farsan::random_programs::shmem
