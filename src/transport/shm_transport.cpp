#include "transport/shm_transport.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace farsan::transport {

namespace {
constexpr std::uint64_t kBellWords = session::kMaxRanks / 64;
constexpr std::uint64_t kFloorsKept = 8;
}  // namespace

/// At the front of every arena.
struct ShmTransport::Area {
  /// One bit per sender that has posted messages since its bell was last heard. Anybody's.
  alignas(64) std::array<std::atomic<std::uint64_t>, kBellWords> bells;
  /// A floor is read only by who knows the epoch at which it was published. The last few are kept, in places that take
  /// turns: those who hear of this process by way of many others know older ones. `floors` counts them.
  alignas(64) std::atomic<std::uint64_t> floors;
  Offset floor = 0;  // kFloorsKept of: epoch, then an entry per process

  [[nodiscard]] ChannelHead* channels() { return reinterpret_cast<ChannelHead*>(this + 1); }
};

ShmTransport::Area& ShmTransport::area(std::uint32_t rank) const {
  return *reinterpret_cast<Area*>(segments_[rank].at(session::kArenaAt));
}

ShmTransport::ShmTransport(std::uint32_t self, std::vector<session::Segment>& segments)
    : self_(self),
      ranks_(static_cast<std::uint32_t>(segments.size())),
      segments_(segments),
      arena_(segments[self]),
      out_(segments.size()),
      in_(segments.size()) {
  static_assert(sizeof(Area) % 64 == 0);
  (void)arena_.take(sizeof(Area) + ranks_ * sizeof(ChannelHead));
  area(self).floor = arena_.take((std::uint64_t{ranks_} + 1) * kFloorsKept * sizeof(std::uint64_t));
}

// --- Channels --------------------------------------------------------------------------------------------------------

void ShmTransport::send(std::uint32_t to, RecordType type) {
  if (!out_[to]) {
    out_[to] = std::make_unique<Outgoing>(Outgoing{ChannelWriter(arena_, area(self_).channels()[to]), {}});
  }
  const std::span<std::byte> room = out_[to]->channel.reserve(type, scratch_.bytes().size());
  if (room.empty()) {
    exhausted_ = true;
    return;
  }
  std::memcpy(room.data(), scratch_.bytes().data(), room.size());
  out_[to]->channel.commit();
}

void ShmTransport::post(model::ProcessId from, model::ProcessId to, engine::Message message) {
  if (to.value == self_) {
    to_self_.emplace_back(from.value, std::move(message));
    return;
  }
  if (!out_[to.value]) {
    out_[to.value] = std::make_unique<Outgoing>(Outgoing{ChannelWriter(arena_, area(self_).channels()[to.value]), {}});
  }
  scratch_.clear();
  put_message(scratch_, out_[to.value]->remembered, message);
  send(to.value, kMessage);
  area(to.value).bells[self_ / 64].fetch_or(std::uint64_t{1} << (self_ % 64), std::memory_order_acq_rel);
}

void ShmTransport::pull(std::uint32_t from) {
  if (!in_[from]) {
    in_[from] =
        std::make_unique<Incoming>(Incoming{ChannelReader(segments_[from], area(from).channels()[self_]), {}, {}, {}});
  }
  Incoming& in = *in_[from];
  while (in.channel.any()) {
    const ChannelReader::Record record = in.channel.front();
    Reader reader(record.bytes);
    if (record.type == kMessage) {
      if (in.messages.empty()) with_messages_.push_back(from);
      in.messages.push_back(get_message(reader, in.remembered));
    } else {
      const auto stream = reader.get<Stream>();
      Deposit deposit;
      deposit.clock = get_snapshot(reader, in.remembered);
      deposit.scope = reader.get<model::ScopeId>();
      deposit.fences = get_bound(reader);
      in.deposits[stream].push_back(std::move(deposit));
    }
    in.channel.pop();
  }
}

void ShmTransport::drain(model::ProcessId /*process*/, const model::Snapshot& /*knowledge*/,
                         engine::Receiver& receiver) {
  Area& own = area(self_);
  for (std::uint32_t word = 0; word * 64 < ranks_; ++word) {
    if (own.bells[word].load(std::memory_order_relaxed) == 0) continue;
    std::uint64_t rung = own.bells[word].exchange(0, std::memory_order_acq_rel);
    for (; rung != 0; rung &= rung - 1) pull(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rung)));
  }
  for (auto& [from, message] : std::exchange(to_self_, {})) receiver.receive({from}, message);
  for (const std::uint32_t from : std::exchange(with_messages_, {}))
    for (const engine::Message& message : std::exchange(in_[from]->messages, {})) receiver.receive({from}, message);
}

// --- Deposits --------------------------------------------------------------------------------------------------------

void ShmTransport::deposit(std::uint32_t to, const Stream& stream, const Deposit& deposit) {
  if (to == self_) {
    if (!in_[to]) {
      in_[to] =
          std::make_unique<Incoming>(Incoming{ChannelReader(segments_[to], area(to).channels()[self_]), {}, {}, {}});
    }
    in_[to]->deposits[stream].push_back(deposit);
    return;
  }
  if (!out_[to]) {
    out_[to] = std::make_unique<Outgoing>(Outgoing{ChannelWriter(arena_, area(self_).channels()[to]), {}});
  }
  scratch_.clear();
  scratch_.put(stream);
  put_snapshot(scratch_, out_[to]->remembered, deposit.clock);
  scratch_.put(deposit.scope);
  put_bound(scratch_, deposit.fences);
  send(to, kDeposit);
}

std::deque<Deposit>* ShmTransport::find(std::uint32_t from, const Stream& stream, std::size_t skip) {
  pull(from);
  const auto it = in_[from]->deposits.find(stream);
  if (it == in_[from]->deposits.end() || it->second.size() <= skip) return nullptr;
  return &it->second;
}

std::optional<Deposit> ShmTransport::take(std::uint32_t from, const Stream& stream, std::size_t skip) {
  std::deque<Deposit>* queue = find(from, stream, skip);
  if (queue == nullptr) return std::nullopt;
  const auto at = queue->begin() + static_cast<std::ptrdiff_t>(skip);
  Deposit taken = std::move(*at);
  queue->erase(at);
  if (queue->empty()) in_[from]->deposits.erase(stream);
  return taken;
}

std::optional<Deposit> ShmTransport::peek(std::uint32_t from, const Stream& stream, std::size_t skip) {
  const std::deque<Deposit>* queue = find(from, stream, skip);
  if (queue == nullptr) return std::nullopt;
  return (*queue)[skip];
}

// --- Locks -----------------------------------------------------------------------------------------------------------

/// A slot per holder: a clock left by exclusive holding, and one left by any. All entries are of unit 0; a holder's
/// clocks only grow, so the last one says all.
std::uint64_t ShmTransport::lock_slot_size() const { return 2 * std::uint64_t{ranks_} * sizeof(std::uint64_t); }

std::uint64_t* ShmTransport::lock_slot(std::uint32_t home, Offset lock, std::uint32_t holder) const {
  return reinterpret_cast<std::uint64_t*>(segments_[home].at(lock + holder * lock_slot_size()));
}

Offset ShmTransport::make_lock() {
  const Offset lock = arena_.take(lock_slot_size() * ranks_);
  if (lock == 0) exhausted_ = true;
  return lock;
}

model::Clock ShmTransport::handed_over(std::uint32_t home, Offset lock, Held how) const {
  std::vector<model::Epoch> entries(ranks_, 0);
  if (lock == 0) return {std::move(entries), {}};
  for (std::uint32_t holder = 0; holder < ranks_; ++holder) {
    const std::uint64_t* left = lock_slot(home, lock, holder) + (how == Held::Exclusive ? ranks_ : 0);
    if (left[holder] == 0) continue;  // its own entry is never 0 in a clock that it left
    for (std::uint32_t i = 0; i < ranks_; ++i) entries[i] = std::max(entries[i], left[i]);
  }
  return {std::move(entries), {}};
}

void ShmTransport::leave(std::uint32_t home, Offset lock, Held how, const model::Snapshot& clock) {
  if (lock == 0) return;
  std::uint64_t* slot = lock_slot(home, lock, self_);
  const auto write = [&](std::uint64_t* to) {
    for (std::uint32_t i = 0; i < ranks_; ++i) to[i] = clock.at({model::ProcessId{i}, 0});
  };
  if (how == Held::Exclusive) write(slot);
  write(slot + ranks_);
  std::atomic_thread_fence(std::memory_order_release);
}

// --- Floors ----------------------------------------------------------------------------------------------------------

void ShmTransport::publish_floor(const model::Clock& floor, model::Epoch at) {
  Area& own = area(self_);
  if (own.floor == 0) return;
  const std::uint64_t number = own.floors.load(std::memory_order_relaxed);
  auto* place = reinterpret_cast<std::uint64_t*>(segments_[self_].at(own.floor)) + (number % kFloorsKept) * (ranks_ + 1);
  place[0] = at;
  for (std::uint32_t i = 0; i < ranks_; ++i) place[1 + i] = floor.at({model::ProcessId{i}, 0});
  own.floors.store(number + 1, std::memory_order_release);
}

/// The newest floor of `rank` that the caller may use: its first entry is the epoch.
bool ShmTransport::read_floor(std::uint32_t rank, const std::function<bool(model::Point)>& knows,
                              std::span<model::Epoch> floor) const {
  Area& of = area(rank);
  const std::uint64_t count = of.floors.load(std::memory_order_acquire);
  const auto* places = reinterpret_cast<const std::uint64_t*>(segments_[rank].at(of.floor));
  // The oldest place is the one that is written next.
  for (std::uint64_t back = 1; back < kFloorsKept && back <= count; ++back) {
    const std::uint64_t* place = places + ((count - back) % kFloorsKept) * floor.size();
    if (!knows({{model::ProcessId{rank}, 0}, place[0]})) continue;
    std::memcpy(floor.data(), place, floor.size_bytes());
    std::atomic_thread_fence(std::memory_order_acquire);
    // Was the place written anew meanwhile? Then what was read may be half of each.
    return of.floors.load(std::memory_order_relaxed) + back < count + kFloorsKept;
  }
  return false;
}

std::optional<model::Clock> ShmTransport::meet_of_floors(const std::function<bool(model::Point)>& knows) const {
  std::vector<model::Epoch> meet(ranks_, ~model::Epoch{0});
  std::vector<model::Epoch> one(std::size_t{ranks_} + 1);
  for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
    if (!read_floor(rank, knows, one)) return std::nullopt;
    for (std::uint32_t i = 0; i < ranks_; ++i) meet[i] = std::min(meet[i], one[1 + i]);
  }
  return model::Clock(std::move(meet), {});
}

}  // namespace farsan::transport
