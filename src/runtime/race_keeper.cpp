#include "runtime/race_keeper.h"

#include <algorithm>

namespace farsan::runtime {

namespace {

// An id is (rank, kind of epoch, number, scope), so that a race tells them without a look-up.
constexpr int kScopeBits = 8;
constexpr int kNumberBits = 44;  // with the scope
constexpr int kKindBits = 4;
static_assert(static_cast<unsigned>(session::kLastEpoch) < 1U << kKindBits);

std::uint32_t scope_of(model::OperationId id) {
  return static_cast<std::uint32_t>(id.value & ((1U << kScopeBits) - 1));
}

std::uint64_t number_of(model::OperationId id) {
  return (id.value & ((std::uint64_t{1} << kNumberBits) - 1)) >> kScopeBits;
}

session::RaceSide side(const engine::RaceSide& from) {
  session::RaceSide to;
  to.kind = from.kind;
  to.epoch_kind = from.operation ? epoch_kind_of(*from.operation) : session::Epoch::None;
  // What members of a collective write excludes each other, for whatever reason; to everybody else it is a write.
  if (to.epoch_kind == session::Epoch::Collective && to.kind == model::AccessKind::RemoteAtomicWrite)
    to.kind = model::AccessKind::RemoteWrite;
  to.scope = from.operation ? scope_of(*from.operation) : 0;
  to.issued = from.operation ? number_of(*from.operation) : 0;
  to.thread = static_cast<std::uint16_t>(from.unit.index);
  to.rank = from.unit.process.value;
  to.site = from.site.value;
  to.epoch = from.epoch;
  to.end_rank = from.completed.unit.process.value;
  to.end_epoch = from.completed.epoch;
  return to;
}

bool is_on_window(session::Epoch kind) {
  using enum session::Epoch;
  return kind == Fence || kind == Lock || kind == LockExclusive || kind == LockAll || kind == Start;
}

/// The scope of the MPI window that one of the two went through. (Other models have no memory of which there are two at one place.)
std::uint32_t window_of(const engine::Race& race) {
  for (const engine::RaceSide* side : {&race.first, &race.second})
    if (side->operation && is_remote(side->kind) && is_on_window(epoch_kind_of(*side->operation)))
      return scope_of(*side->operation);
  return 0;
}

}  // namespace

session::Epoch epoch_kind_of(model::OperationId id) {
  return static_cast<session::Epoch>((id.value >> kNumberBits) & ((1U << kKindBits) - 1));
}

namespace {
constinit std::uint64_t last_operation = 0;
}

model::OperationId new_operation_id(std::uint32_t rank, session::Epoch kind, std::uint8_t scope) {
  return {(std::uint64_t{rank} << (kNumberBits + kKindBits)) |
          (std::uint64_t{static_cast<std::uint8_t>(kind)} << kNumberBits) | (++last_operation << kScopeBits) | scope};
}

model::OperationId another_like(model::OperationId id) {
  constexpr std::uint64_t kNumber = ((std::uint64_t{1} << kNumberBits) - 1) >> kScopeBits << kScopeBits;
  return {(id.value & ~kNumber) | (++last_operation << kScopeBits)};
}

void RaceKeeper::describe_with(const MemoryDirectory& directory) {
  if (std::ranges::find(directories_, &directory) == directories_.end()) directories_.push_back(&directory);
}

MemoryDescription RaceKeeper::describe(const engine::Race& race) const {
  const model::Address at = race.bytes.begin;
  MemoryDescription best{session::MemoryKind::Buffer, {at, at}, {}, 0};
  for (const MemoryDirectory* directory : directories_) {
    const MemoryDescription found = directory->describe(race.owner, at, window_of(race));
    if (best.owner == 0) best.owner = found.owner;
    if (found.kind == session::MemoryKind::Buffer) continue;
    if (best.kind == session::MemoryKind::Buffer || found.bytes.size() < best.bytes.size()) best = found;
  }
  return best;
}

void RaceKeeper::ignore(model::Interval bytes) {
  if (bytes.empty()) return;
  // What touches is one: a race may be about both.
  std::erase_if(benign_, [&](model::Interval other) {
    if (other.end < bytes.begin || bytes.end < other.begin) return false;
    bytes = {std::min(bytes.begin, other.begin), std::max(bytes.end, other.end)};
    return true;
  });
  benign_.push_back(bytes);
}

void RaceKeeper::report(const engine::Race& race) {
  const bool own = segment_ != nullptr && race.owner.value == segment_->header().rank;
  const bool benign = own && std::any_of(benign_.begin(), benign_.end(), [&](model::Interval bytes) {
                        return bytes.begin <= race.bytes.begin && race.bytes.end <= bytes.end;
                      });
  if (segment_ == nullptr || benign) return;
  SideKey first{race.first.unit.process.value, race.first.site.value, race.first.kind};
  SideKey second{race.second.unit.process.value, race.second.site.value, race.second.kind};
  if (second < first) std::swap(first, second);
  const auto [it, is_new] = known_.try_emplace({first, second}, 0);
  session::Header& header = segment_->header();
  if (is_new) {
    const std::uint32_t index = header.race_count.load(std::memory_order_relaxed);
    it->second = index;
    if (index < session::kMaxRaces) {
      write(segment_->race(index), race);
      header.race_count.store(index + 1, std::memory_order_release);
    }
  }
  if (it->second < session::kMaxRaces)
    segment_->race(it->second).count.fetch_add(1, std::memory_order_release);
  else
    header.races_unkept.fetch_add(1, std::memory_order_relaxed);
}

void RaceKeeper::write(session::Race& entry, const engine::Race& race) const {
  const MemoryDescription memory = describe(race);
  entry.kind = race.kind;
  entry.memory = memory.kind;
  entry.owner = race.owner.value;
  entry.allocated_at = memory.allocated_at;
  entry.owner_there = memory.owner;
  entry.begin = race.bytes.begin;
  entry.end = race.bytes.end;
  entry.memory_begin = memory.bytes.begin;
  entry.memory_size = memory.bytes.size();
  entry.memory_name = memory.name;
  entry.sides = {side(race.first), side(race.second)};
}

}  // namespace farsan::runtime
