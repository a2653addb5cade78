#include "transport/shm_transport.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace farsan::transport {

namespace {
constexpr std::uint64_t kFloorsKept = 8;
/// Else messages of a process that nobody hears of would gather in its channel.
constexpr std::uint32_t kLookAnyway = 64;
}  // namespace

/// At the front of every arena.
struct ShmTransport::Area {
  /// A floor is read only by who knows the epoch at which it was published. The last few are kept, in places that take
  /// turns: those who hear of this process by way of many others know older ones. `floors` counts them.
  alignas(64) std::atomic<std::uint64_t> floors;
  Offset floor = 0;  // kFloorsKept of: epoch, then an entry per process
  /// Stamps given so far. Anybody's.
  alignas(64) std::atomic<std::uint64_t> stamps;
  /// Of the first process: the words of the board, anybody's. 0 if there was no room.
  Offset board = 0;

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
      in_(segments.size()),
      heard_(segments.size(), 0) {
  static_assert(sizeof(Area) % 64 == 0);
  (void)arena_.take(sizeof(Area) + ranks_ * sizeof(ChannelHead));
  area(self).floor = arena_.take((std::uint64_t{ranks_} + 1) * kFloorsKept * sizeof(std::uint64_t));
  // (At the same place in every segment.)
  atomics_ = std::make_unique<AtomicCells>(self, ::getpid(), segments_, arena_, arena_.take(AtomicCells::kHeadsSize));
  if (self == 0) area(self).board = arena_.take(Board::words_for(ranks_) * sizeof(std::uint64_t));
}

Board ShmTransport::board() const { return {reinterpret_cast<std::uint64_t*>(segments_[0].at(area(0).board)), ranks_}; }

// --- Channels --------------------------------------------------------------------------------------------------------

void ShmTransport::open_outgoing(std::uint32_t to) {
  out_[to] = std::make_unique<Outgoing>(Outgoing{ChannelWriter(arena_, area(self_).channels()[to]), {}, {}});
}

void ShmTransport::open_incoming(std::uint32_t from) {
  in_[from] = std::make_unique<Incoming>(
      Incoming{ChannelReader(segments_[from], area(from).channels()[self_]), {}, {}, nullptr, {}, {}});
  in_[from]->told.clock =
      model::make_ref<model::Clock>(ranks_);  // room for all: else it would grow wherever it is copied
  in_[from]->recalls = &area(from).channels()[self_].recalls;
}

bool ShmTransport::send_plain(Outgoing& out, const engine::PlainRecord& record) {
  const auto place = place_of_plain(out.remembered, record);
  if (!place) return false;
  std::byte* const room = reserve(out, kMessage, kMostOfPlain);
  if (room == nullptr) return true;
  PlacedWriter writer(room);
  put_plain(writer, out.remembered, record, *place);
  out.channel.commit(static_cast<std::uint32_t>(writer.end() - room));
  return true;
}

void ShmTransport::send_any(Outgoing& out, const engine::Message& message) {
  scratch_.clear();
  put_message(scratch_, out.remembered, message);
  const std::span<const std::byte> bytes = scratch_.bytes();
  std::byte* const room = reserve(out, kMessage, static_cast<std::uint32_t>(bytes.size()));
  if (room == nullptr) return;
  std::memcpy(room, bytes.data(), bytes.size());
  out.channel.commit();
}

void ShmTransport::post(model::ProcessId from, model::ProcessId to, engine::Message&& message) {
  if (to.value == self_) {
    to_self_.emplace_back(from.value, std::move(message));
    return;
  }
  Outgoing& out = outgoing(to.value);
  posted_to_.add(to.value);
  const auto plain = plain_parts(message);
  if (!plain || !send_plain(out, *plain)) send_any(out, message);
}

bool ShmTransport::post_plain(model::ProcessId /*from*/, model::ProcessId to, const engine::PlainRecord& record) {
  if (to.value == self_) return false;
  posted_to_.add(to.value);
  return send_plain(outgoing(to.value), record);
}

void ShmTransport::pass_over_message(std::uint32_t from, Incoming& in) {
  if (in.messages.empty()) {
    with_messages_.push_back(from);
    in.channel.hold();
  }
  in.messages.push_back(in.channel.bytes());
}

void ShmTransport::keep_deposit(Incoming& in, const Stream& stream, Deposit deposit) {
  in.deposits[stream].push_back(std::move(deposit));
  if (stream.kind == limit_.kind && limit_.is_expendable && ++in.limited > limit_.most) throw_away(in);
}

void ShmTransport::throw_away(Incoming& in) const {
  std::erase_if(in.deposits, [&](const auto& entry) {
    return entry.first.kind == limit_.kind && limit_.is_expendable(entry.first);
  });
  in.limited = 0;
}

Deposit ShmTransport::get_deposit(std::uint32_t from, RecordType type, Reader& reader) {
  Incoming& in = *in_[from];
  Deposit deposit;
  bool anything = false;
  const model::Point own = get_news(reader, in.told, anything);
  hear(from, type, own);
  if (anything) in.merged_into = nullptr;
  deposit.clock = {in.told.clock, own};
  if (type == kSignal) return deposit;
  deposit.scope = reader.get<model::ScopeId>();
  deposit.fences = get_bound(reader);
  deposit.words = reader.get<decltype(deposit.words)>();
  deposit.bytes = reader.get_all<std::byte>();
  return deposit;
}

void ShmTransport::read_recall(Incoming& in) {
  forget_last(in, Reader(in.channel.bytes()).get<Stream>());
  ++in.recalled;
}

void ShmTransport::forget_last(Incoming& in, const Stream& stream) {
  const auto it = in.deposits.find(stream);
  if (it == in.deposits.end()) return;
  it->second.pop_back();
  if (it->second.empty()) in.deposits.erase(it);
}

void ShmTransport::pull(std::uint32_t from) { (void)read_until(from, nullptr); }

bool ShmTransport::read_until(std::uint32_t from, const Stream* stream) {
  Incoming& in = incoming(from);
  for (; in.channel.any(); in.channel.pop()) {
    if (in.channel.type() == kMessage) {
      if (stream != nullptr) in.channel.prefetch_next();
      pass_over_message(from, in);
    } else if (in.channel.type() == kRecall) {
      read_recall(in);
    } else {
      Reader reader(in.channel.bytes());
      const auto of = reader.get<Stream>();
      if (stream != nullptr && of == *stream) return true;
      keep_deposit(in, of, get_deposit(from, in.channel.type(), reader));
    }
  }
  return false;
}

void ShmTransport::hand_over(std::uint32_t from, model::Epoch known, engine::Receiver& receiver) {
  Incoming& in = incoming(from);
  for (; in.channel.any(); in.channel.pop()) {
    Reader reader(in.channel.bytes());
    if (in.channel.type() == kMessage) {
      hand_over_message(reader, in.remembered, {from}, receiver);
      continue;
    }
    if (in.channel.type() == kRecall) {
      read_recall(in);
      continue;
    }
    const auto stream = reader.get<Stream>();
    const auto own = reader.peek<model::Point>();
    // What comes behind it was posted in this epoch or a later one: nobody who knows no more can ask for it.
    if (own.unit.index == 0 && own.epoch > known) break;
    keep_deposit(in, stream, get_deposit(from, in.channel.type(), reader));
  }
  heard_[from] = std::max(heard_[from], known);
}

bool ShmTransport::may_have(model::ProcessId /*process*/, const model::Clock& knowledge) {
  if (!to_self_.empty() || !with_messages_.empty() || ++asked_ >= kLookAnyway) return true;
  if (!knowledge.other_units().empty()) return true;
  const std::vector<model::Epoch>& known = knowledge.first_units();
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i] > heard_[i] && i != self_) return true;
  return false;
}

void ShmTransport::drain(model::ProcessId /*process*/, const model::Snapshot& knowledge, engine::Receiver& receiver) {
  hand_over_kept(receiver);
  const bool all = asked_ >= kLookAnyway || (knowledge.shared() && !knowledge.shared()->other_units().empty());
  if (all) asked_ = 0;
  for (std::uint32_t from = 0; from < ranks_; ++from) {
    if (from == self_) continue;
    const model::Epoch known = knowledge.at({model::ProcessId{from}, 0});
    if (all || known > heard_[from]) hand_over(from, known, receiver);
  }
  hand_over_kept(receiver);
}

void ShmTransport::drain_rest(model::ProcessId /*process*/, engine::Receiver& receiver) {
  for (std::uint32_t from = 0; from < ranks_; ++from) pull(from);
  hand_over_kept(receiver);
}

/// Messages that were passed over while a deposit was looked for.
void ShmTransport::hand_over_kept(engine::Receiver& receiver) {
  if (to_self_.empty() && with_messages_.empty()) return;
  if (!to_self_.empty())
    for (auto& [from, message] : std::exchange(to_self_, {})) receiver.receive({from}, std::move(message));
  // Receiving posts at most: no more are passed over meanwhile.
  for (const std::uint32_t from : with_messages_) {
    Incoming& in = *in_[from];
    for (const std::span<const std::byte> message : in.messages) {
      Reader reader(message);
      hand_over_message(reader, in.remembered, {from}, receiver);
    }
    in.messages.clear();
    in.channel.release();
  }
  with_messages_.clear();
}

// --- Deposits --------------------------------------------------------------------------------------------------------

void ShmTransport::deposit(std::uint32_t to, const Stream& stream, const Deposit& deposit) {
  if (to == self_) {
    keep_deposit(incoming(to), stream, deposit);
    return;
  }
  Outgoing& out = outgoing(to);
  News news(out.told, *deposit.clock.shared(), deposit.clock.own(), {to});
  const std::size_t rest = sizeof stream + sizeof deposit.scope + size_of_bound(deposit.fences) + sizeof deposit.words +
                           sizeof(std::uint64_t) + deposit.bytes.size();
  std::byte* const room = reserve(out, kDeposit, static_cast<std::uint32_t>(rest) + news.size());
  if (room == nullptr) return;
  PlacedWriter writer(room);
  writer.put(stream);
  news.put(writer);
  writer.put(deposit.scope);
  put_bound(writer, deposit.fences);
  writer.put(deposit.words);
  writer.put_all(std::span(deposit.bytes));
  out.channel.commit();
}

void ShmTransport::deposit(std::uint32_t to, const Stream& stream, const model::UnitClock& clock, Takers takers) {
  if (to == self_) {
    keep_deposit(incoming(to), stream, {clock.snapshot(), {}, nullptr, {}, {}});
    return;
  }
  Outgoing& out = outgoing(to);
  if (takers == Takers::Learn && common_ == Common{&clock, clock.version()}) {
    std::byte* const room = reserve(out, kSignal, sizeof(Signal));
    if (room == nullptr) return;
    PlacedWriter(room).put(Signal{stream, clock.here()});
    return out.channel.commit();
  }
  News news(out.told, clock.shared(), clock.here(), {to});
  std::byte* const room = reserve(out, kSignal, static_cast<std::uint32_t>(sizeof stream) + news.size());
  if (room == nullptr) return;
  PlacedWriter writer(room);
  if (news.none()) {
    writer.put(Signal{stream, clock.here()});
  } else {
    writer.put(stream);
    news.put(writer);
  }
  out.channel.commit();
}

void ShmTransport::take_back(std::uint32_t to, const Stream& stream) {
  if (to == self_) return forget_last(incoming(to), stream);
  Outgoing& out = outgoing(to);
  std::byte* const room = reserve(out, kRecall, sizeof stream);
  if (room == nullptr) return;
  PlacedWriter(room).put(stream);
  out.channel.commit();
  area(self_).channels()[to].recalls.fetch_add(1, std::memory_order_release);
}

ShmTransport::Deposits* ShmTransport::find(std::uint32_t from, const Stream& stream, std::size_t skip) {
  pull(from);
  const auto it = incoming(from).deposits.find(stream);
  if (it == incoming(from).deposits.end() || it->second.size() <= skip) return nullptr;
  return &it->second;
}

std::optional<Deposit> ShmTransport::take(std::uint32_t from, const Stream& stream, std::size_t skip) {
  Incoming& in = incoming(from);
  heed_recalls(from, in);
  if (skip == 0 && !in.deposits.contains(stream)) {
    if (!read_until(from, &stream)) return std::nullopt;
    Reader reader(in.channel.bytes());
    (void)reader.get<Stream>();
    Deposit next = get_deposit(from, in.channel.type(), reader);
    in.channel.pop();
    return next;
  }
  Deposits* queue = find(from, stream, skip);
  if (queue == nullptr) return std::nullopt;
  const auto at = queue->begin() + static_cast<std::ptrdiff_t>(skip);
  Deposit taken = std::move(*at);
  queue->erase(at);
  if (queue->empty()) in.deposits.erase(stream);
  return taken;
}

bool ShmTransport::take_into(model::UnitClock& clock, std::uint32_t from, const Stream& stream, std::size_t skip) {
  // Usually the one that is wanted is the next deposit to be read, none came before, and only the sender's own entry is new.
  Incoming& in = incoming(from);
  heed_recalls(from, in);
  if (skip == 0 && in.deposits.empty() && in.merged_into == &clock) {
    for (; in.channel.any(); in.channel.pop()) {
      if (in.channel.type() == kMessage) {
        pass_over_message(from, in);
        continue;
      }
      if (in.channel.type() != kSignal) break;
      const auto next = Reader(in.channel.bytes()).get<Signal>();
      if (next.entries + next.other_units != 0 || next.stream != stream) break;
      hear(from, kSignal, next.own);
      clock.merge(next.own);
      in.channel.pop();
      return true;
    }
  }
  return take_any_into(clock, from, stream, skip);
}

void ShmTransport::take_put_off(model::ProcessId /*process*/, model::UnitClock& clock) {
  for (const PutOff& take : put_off_) take_into(clock, take.from, take.stream, take.skip);
  put_off_.clear();
}

bool ShmTransport::take_any_into(model::UnitClock& clock, std::uint32_t from, const Stream& stream, std::size_t skip) {
  Incoming& in = incoming(from);
  if (skip > 0 || in.deposits.contains(stream)) {
    const auto kept = take(from, stream, skip);
    if (kept) clock.merge(kept->clock);
    return kept.has_value();
  }
  if (!read_until(from, &stream)) return false;
  Reader reader(in.channel.bytes());
  (void)reader.get<Stream>();
  bool anything = false;
  const model::Point own = get_news(reader, in.told, anything);
  hear(from, in.channel.type(), own);
  if (anything || in.merged_into != &clock) {
    clock.merge(*in.told.clock, own);
    in.merged_into = &clock;
  } else {
    clock.merge(own);
  }
  in.channel.pop();
  return true;
}

std::optional<Deposit> ShmTransport::peek(std::uint32_t from, const Stream& stream, std::size_t skip) {
  const Deposits* queue = find(from, stream, skip);
  if (queue == nullptr) return std::nullopt;
  return (*queue)[skip];
}

void ShmTransport::forget_deposits(std::uint32_t kind,
                                   const std::function<bool(const Stream&, const Deposit&)>& is_useless) {
  for (std::uint32_t from = 0; from < ranks_; ++from) {
    pull(from);
    auto& deposits = incoming(from).deposits;
    for (auto& entry : deposits)
      if (entry.first.kind == kind)
        std::erase_if(entry.second, [&](const Deposit& deposit) { return is_useless(entry.first, deposit); });
    std::erase_if(deposits, [](const auto& entry) { return entry.second.empty(); });
  }
}

void ShmTransport::limit_deposits(std::uint32_t kind, std::size_t most,
                                  std::function<bool(const Stream&)> is_expendable) {
  limit_ = {kind, most, std::move(is_expendable)};
}

// --- Calls in which all wait for each other --------------------------------------------------------------------------

bool ShmTransport::has_board() const { return ranks_ > 2 && area(0).board != 0; }

void ShmTransport::enter_together(const Stream& stream, const model::UnitClock& clock) {
  // Further units of a process do not enter it: what is known of them, their process does not say.
  const bool says_all = clock.here().unit.index == 0 && clock.shared().other_units().empty();
  if (!says_all)
    for (std::uint32_t to = 0; to < ranks_; ++to)
      if (to != self_) deposit(to, stream, clock, Takers::Learn);
  board().put(entered_++, self_, stream, {says_all ? clock.now() : Board::kDeposited, std::exchange(posted_to_, {})});
}

void ShmTransport::not_entered_together(const Stream& stream) {
  const Board::Said said = board().take_back(--entered_, self_);
  posted_to_.add(said.posted_to);
  if (said.epoch != Board::kDeposited) return;
  for (std::uint32_t to = 0; to < ranks_; ++to)
    if (to != self_) take_back(to, stream);
}

bool ShmTransport::leave_together(model::UnitClock& clock, const Stream& stream, std::vector<std::uint32_t>& apart) {
  const Board board = this->board();
  const std::uint64_t number = entered_ - 1;
  // Then all that was posted before that one was read.
  const bool left_the_last = left_ == number;
  bool all = true;
  for (std::uint32_t from = 0; from < ranks_; ++from) {
    if (from == self_) continue;
    auto said = board.find(number, from, stream);
    const bool agreed = said.has_value();
    if (!agreed) [[unlikely]]
      said = board.search(from, stream);
    if (said && said->epoch != Board::kDeposited) [[likely]] {
      clock.merge(model::Point{{model::ProcessId{from}, 0}, said->epoch});
      if (agreed && left_the_last && !said->posted_to.may_have(self_))
        heard_[from] = std::max(heard_[from], said->epoch);
      continue;
    }
    const bool deposited = take_into(clock, from, stream);
    if (deposited && !said) apart.push_back(from);
    all &= deposited;
  }
  if (all) left_ = entered_;
  return all;
}

// --- Moments ---------------------------------------------------------------------------------------------------------

std::uint64_t ShmTransport::moment(std::uint32_t at) const { return area(at).stamps.load(std::memory_order_seq_cst); }

std::uint64_t ShmTransport::stamp(std::uint32_t at) {
  return area(at).stamps.fetch_add(1, std::memory_order_seq_cst) + 1;
}

// --- Locks -----------------------------------------------------------------------------------------------------------

/// A slot per holder: a clock left by exclusive holding, and one left by any. All entries are of unit 0; a holder's
/// clocks only grow, so the last one says all.
std::uint64_t ShmTransport::lock_slot_size() const { return 2 * std::uint64_t{ranks_} * sizeof(std::uint64_t); }

std::uint64_t* ShmTransport::lock_slot(std::uint32_t home, Offset lock, std::uint32_t holder) const {
  return reinterpret_cast<std::uint64_t*>(segments_[home].at(lock + holder * lock_slot_size()));
}

Offset ShmTransport::make_lock() {
  const Offset lock = arena_.take(lock_slot_size() * ranks_ + sizeof(std::uint64_t));
  if (lock == 0) exhausted_ = true;
  return lock;
}

void ShmTransport::renew_lock(Offset lock) {
  // Else none of its pages need exist.
  if (lock == 0 || std::exchange(*lock_used(self_, lock), 0) == 0) return;
  for (std::uint32_t holder = 0; holder < ranks_; ++holder) {
    std::uint64_t* const slot = lock_slot(self_, lock, holder);
    slot[holder] = slot[ranks_ + holder] = 0;  // which says that nothing is there
  }
}

model::Clock ShmTransport::handed_over(std::uint32_t home, Offset lock, Held how, const model::UnitClock* known) const {
  std::vector<model::Epoch> entries;
  if (lock == 0) return {};
  for (std::uint32_t holder = 0; holder < ranks_; ++holder) {
    const std::uint64_t* left = lock_slot(home, lock, holder) + (how == Held::Exclusive ? ranks_ : 0);
    // Its own entry is never 0 in a clock that it left, and who knows that knows all of it.
    if (left[holder] == 0) continue;
    if (known != nullptr && known->knows({{model::ProcessId{holder}, 0}, left[holder]})) continue;
    entries.resize(ranks_, 0);
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
  if (const std::atomic_ref used(*lock_used(home, lock)); used.load(std::memory_order_relaxed) == 0)
    used.store(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
}

// --- Floors ----------------------------------------------------------------------------------------------------------

void ShmTransport::publish_floor(const model::Clock& floor, model::Epoch at) {
  Area& own = area(self_);
  if (own.floor == 0) return;
  const std::uint64_t number = own.floors.load(std::memory_order_relaxed);
  auto* place =
      reinterpret_cast<std::uint64_t*>(segments_[self_].at(own.floor)) + (number % kFloorsKept) * (ranks_ + 1);
  // A reader that sees any of this sees that the place has been given up.
  std::atomic_thread_fence(std::memory_order_release);
  const auto put = [](std::uint64_t& word, std::uint64_t value) {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
  };
  put(place[0], at);
  for (std::uint32_t i = 0; i < ranks_; ++i) put(place[1 + i], floor.at({model::ProcessId{i}, 0}));
  own.floors.store(number + 1, std::memory_order_release);
}

/// The newest floor of `rank` that the caller may use: its first entry is the epoch.
bool ShmTransport::read_floor(std::uint32_t rank, const std::function<bool(model::Point)>& knows,
                              std::span<model::Epoch> floor) const {
  const Area& of = area(rank);
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
