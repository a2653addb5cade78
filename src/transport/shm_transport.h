// Carries what processes of one node tell each other, through their segments of shared memory: the engine's messages,
// clocks that belong to a message or collective of the program (deposits), clocks left at a lock, and floors.
//
// Publish before, collect after: a deposit is in the channel before the real routine is called, and is taken after the
// real routine of the other side has returned; the program's own synchronisation lies in between. Nobody waits for us:
// taking never blocks, posting never fails for want of room as long as there is memory.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/process.h"
#include "engine/transport.h"
#include "session/segment.h"
#include "transport/atomic_cells.h"
#include "transport/board.h"
#include "transport/channel.h"
#include "transport/stream.h"
#include "transport/wire.h"

namespace farsan::transport {

/// A clock on its way, with what a notification announces (engine::Announcement) where it is one.
struct Deposit {
  model::Snapshot clock;
  model::ScopeId scope;
  model::FenceBound fences;
  std::array<std::uint64_t, 4> words{};  ///< what else the binding wants to say with it
  // NOLINTNEXTLINE(readability-redundant-member-init): so that it may be left out
  std::vector<std::byte> bytes{};  ///< and what does not fit
};

class ShmTransport final : public engine::Transport {
 public:
  /// `segments[self]` is the own one, all mapped. Every process constructs its side before any uses another's.
  ShmTransport(std::uint32_t self, std::vector<session::Segment>& segments);

  // --- engine::Transport: what is posted is there at once, so publishing has nothing to do.
  void post(model::ProcessId from, model::ProcessId to, engine::Message&& message) override;
  [[nodiscard]] bool post_plain(model::ProcessId from, model::ProcessId to, const engine::PlainRecord& record) override;
  void publish(model::Point /*at*/) override {}
  [[nodiscard]] bool may_have(model::ProcessId process, const model::Clock& knowledge) override;
  void drain(model::ProcessId process, const model::Snapshot& knowledge, engine::Receiver& receiver) override;
  void drain_rest(model::ProcessId process, engine::Receiver& receiver) override;

  // --- Deposits.
  void deposit(std::uint32_t to, const Stream& stream, const Deposit& deposit);
  /// What becomes of a signal: it is merged into the clock of who takes it, after all calls that this one has returned from; or anything
  /// (operations that were issued long before start after it).
  enum class Takers : std::uint8_t { Learn, Any };
  /// Hot: what a plain signal hands out. No allocation, no reference counted.
  void deposit(std::uint32_t to, const Stream& stream, const model::UnitClock& clock, Takers takers = Takers::Any);
  /// All processes have waited for each other in a call that none of them returns from before: what `clock` knows now, but for its own entry, all
  /// others know as well when they take what is deposited from now on. Until it learns more, signals to takers who learn leave that out, else each
  /// barrier would tell everybody what it has learnt of everybody in the last one.
  void all_know(const model::UnitClock& clock) { common_ = {&clock, clock.version()}; }
  [[nodiscard]] std::uint32_t ranks() const { return ranks_; }
  /// The last one of the stream was not meant: the routine that it tells of was refused. Nobody has taken it, since nothing was
  /// sent with it; whoever takes the next one does not see it.
  void take_back(std::uint32_t to, const Stream& stream);
  /// The oldest of the stream that was not taken, but for `skip` of them which belong to others.
  [[nodiscard]] std::optional<Deposit> take(std::uint32_t from, const Stream& stream, std::size_t skip = 0);
  /// Hot: the same for a plain signal, merged into `clock`. False if there is none.
  bool take_into(model::UnitClock& clock, std::uint32_t from, const Stream& stream, std::size_t skip = 0);
  /// Hot: the same, put off until the engine asks for it (engine::Process::wait_later). It is on its way here meanwhile.
  void take_later(std::uint32_t from, const Stream& stream, std::size_t skip = 0) {
    will_take(from);
    put_off_.push_back({stream, skip, from});
  }
  /// All that was put off, if anything, is from this one.
  [[nodiscard]] bool put_off_only_from(std::uint32_t sender) const {
    return std::ranges::all_of(put_off_, [&](const PutOff& take) { return take.from == sender; });
  }
  /// What this one has deposited is asked for soon.
  void will_take(std::uint32_t from) { incoming(from).channel.prefetch(); }
  void take_put_off(model::ProcessId process, model::UnitClock& clock) override;
  /// All of the stream, oldest first, for `take(const Deposit&)`. Hot: no allocation for those that were not looked for before.
  template <class Take>
  void take_each(std::uint32_t from, const Stream& stream, Take&& take);
  /// The same one, left where it is.
  [[nodiscard]] std::optional<Deposit> peek(std::uint32_t from, const Stream& stream, std::size_t skip = 0);
  /// Throws away what nobody has taken of all streams of a kind, where `is_useless` says so.
  void forget_deposits(std::uint32_t kind, const std::function<bool(const Stream&, const Deposit&)>& is_useless);

  /// Deposits of this kind may never be taken: when more than `most` of one sender are there, those of streams that
  /// `is_expendable` are thrown away.
  void limit_deposits(std::uint32_t kind, std::size_t most, std::function<bool(const Stream&)> is_expendable);

  // --- Calls in which all processes of the job wait for each other: none returns before all have entered it.
  /// Whether they are worth a board (board.h): between two, a deposit is as good.
  [[nodiscard]] bool has_board() const;
  /// A signal to all others, before the call.
  void enter_together(const Stream& stream, const model::UnitClock& clock);
  /// The call was refused, and none was entered meanwhile.
  void not_entered_together(const Stream& stream);
  /// After it: merges what all others have said. Those who did not take it for such a call have deposited something instead, and wait for
  /// the same from this one: they are added to `apart`. False if some have said nothing.
  bool leave_together(model::UnitClock& clock, const Stream& stream, std::vector<std::uint32_t>& apart);

  // --- Moments at a process: who has got a stamp has done what it did before anybody read a moment that is as late.
  [[nodiscard]] std::uint64_t moment(std::uint32_t at) const;
  [[nodiscard]] std::uint64_t stamp(std::uint32_t at);

  // --- Locks: the clocks that the holders of a lock left, kept by its home. Only who holds the real lock may call these,
  // which is why no two get into each other's way.
  enum class Held : std::uint8_t { Shared, Exclusive };
  /// A new lock with its home here; the offset is told to the others. Locks that are made one after the other lie at one distance.
  [[nodiscard]] Offset make_lock();
  /// A lock with its home here that nobody will hold any more is as good as a new one.
  void renew_lock(Offset lock);
  /// What the holders before have left for one who holds it this way; without what `known` has, if that is given: nothing if that is all.
  [[nodiscard]] model::Clock handed_over(std::uint32_t home, Offset lock, Held how,
                                         const model::UnitClock* known) const;
  void leave(std::uint32_t home, Offset lock, Held how, const model::Snapshot& clock);

  // --- Atomics of the program in memory that several processes have before them.
  [[nodiscard]] AtomicCells& atomics() { return *atomics_; }

  // --- Floors (engine::Process::floor): the last few of each, with the epoch of its process at which it was taken.
  void publish_floor(const model::Clock& floor, model::Epoch at);
  /// The meet of all, or none if `knows` refuses one of them or one was never published.
  [[nodiscard]] std::optional<model::Clock> meet_of_floors(const std::function<bool(model::Point)>& knows) const;

  /// The segment's address space is used up: what is said from now on is lost. Never happens in practice; said aloud.
  [[nodiscard]] bool exhausted() const { return exhausted_; }

 private:
  static constexpr RecordType kMessage = 1;
  static constexpr RecordType kDeposit = 2;
  static constexpr RecordType kSignal = 3;  ///< a deposit that is a clock and nothing else: it fits a cache line
  static constexpr RecordType kRecall = 4;  ///< the last deposit of a stream is taken back
  /// How it begins; that is all of it if the clock has nothing new but the sender's own entry.
  struct Signal {
    Stream stream;
    model::Point own;
    std::uint32_t entries = 0;
    std::uint32_t other_units = 0;
  };

  struct Outgoing {
    ChannelWriter channel;
    Remembered remembered;
    LastTold told;
  };
  struct StreamHash {
    std::size_t operator()(const Stream& s) const {
      return (s.context + static_cast<std::uint32_t>(s.tag) * 0x9E3779B97F4A7C15U) ^ s.kind;
    }
  };
  using Deposits = std::deque<Deposit>;  // a program may ask for many, one by one
  struct Incoming {
    ChannelReader channel;
    Remembered remembered;
    LastTold told;
    const model::UnitClock* merged_into = nullptr;              // knows all of `told`
    std::unordered_map<Stream, Deposits, StreamHash> deposits;  // that came before they were asked for
    std::vector<std::span<const std::byte>> messages;     // passed over for a deposit behind them; still in the channel
    std::size_t limited = 0;                              // deposits that came, of the kind that has a limit
    const std::atomic<std::uint64_t>* recalls = nullptr;  // that were written
    std::uint64_t recalled = 0;                           // and read
  };
  struct PutOff {
    Stream stream;
    std::size_t skip = 0;
    std::uint32_t from = 0;
  };
  /// What all others know, too: this clock as it was in this version.
  struct Common {
    const model::UnitClock* clock = nullptr;
    std::uint64_t version = 0;
    friend bool operator==(const Common&, const Common&) = default;
  };
  struct Limit {
    std::uint32_t kind = 0;
    std::size_t most = 0;
    std::function<bool(const Stream&)> is_expendable;  // none: no limit
  };
  struct Area;

  /// Room for a record; null if there is none any more.
  [[nodiscard]] std::byte* reserve(Outgoing& out, RecordType type, std::uint32_t size) {
    std::byte* const room = out.channel.reserve(type, size);
    if (room == nullptr) [[unlikely]]
      exhausted_ = true;
    return room;
  }
  /// Says if that is a way for it to travel.
  bool send_plain(Outgoing& out, const engine::PlainRecord& record);
  void send_any(Outgoing& out, const engine::Message& message);
  Incoming& incoming(std::uint32_t from) {
    if (!in_[from]) [[unlikely]]
      open_incoming(from);
    return *in_[from];
  }
  Outgoing& outgoing(std::uint32_t to) {
    if (!out_[to]) [[unlikely]]
      open_outgoing(to);
    return *out_[to];
  }
  void open_incoming(std::uint32_t from);
  void open_outgoing(std::uint32_t to);
  /// Reads all that came, and keeps it.
  void pull(std::uint32_t from);
  /// Deposits that stand in the channel may have been taken back by what stands behind them.
  void heed_recalls(std::uint32_t from, const Incoming& in) {
    if (in.recalls->load(std::memory_order_acquire) != in.recalled) [[unlikely]]
      pull(from);
  }
  static void read_recall(Incoming& in);
  static void forget_last(Incoming& in, const Stream& stream);
  /// The same up to a deposit of a stream, which then is at the front of the channel: says if there is one. Only if none of it was
  /// kept before.
  bool read_until(std::uint32_t from, const Stream* stream);
  /// Reads what came, as far as somebody who knows this epoch of the sender may ask for it.
  void hand_over(std::uint32_t from, model::Epoch known, engine::Receiver& receiver);
  /// A deposit of this type was read, handed out at this point: all that was posted before was read, too.
  void hear(std::uint32_t from, RecordType type, model::Point at) {
    if (at.unit.index != 0) return;
    // What else is deposited may be of an epoch that goes on.
    heard_[from] = std::max(heard_[from], type == kSignal ? at.epoch : at.epoch - 1);
  }
  void hand_over_kept(engine::Receiver& receiver);
  void pass_over_message(std::uint32_t from, Incoming& in);
  void keep_deposit(Incoming& in, const Stream& stream, Deposit deposit);
  void throw_away(Incoming& in) const;
  Deposit get_deposit(std::uint32_t from, RecordType type, Reader& reader);
  bool read_floor(std::uint32_t rank, const std::function<bool(model::Point)>& knows,
                  std::span<model::Epoch> floor) const;
  Deposits* find(std::uint32_t from, const Stream& stream, std::size_t skip);
  bool take_any_into(model::UnitClock& clock, std::uint32_t from, const Stream& stream, std::size_t skip);
  [[nodiscard]] Area& area(std::uint32_t rank) const;
  [[nodiscard]] Board board() const;
  [[nodiscard]] std::uint64_t lock_slot_size() const;
  [[nodiscard]] std::uint64_t* lock_slot(std::uint32_t home, Offset lock, std::uint32_t holder) const;
  /// Behind the slots: somebody has left something.
  [[nodiscard]] std::uint64_t* lock_used(std::uint32_t home, Offset lock) const {
    return lock_slot(home, lock, ranks_);
  }

  std::uint32_t self_;
  std::uint32_t ranks_;
  std::vector<session::Segment>& segments_;
  Arena arena_;
  std::unique_ptr<AtomicCells> atomics_;
  std::vector<std::unique_ptr<Outgoing>> out_;  // made when first used
  std::vector<std::unique_ptr<Incoming>> in_;
  /// By sender: all that it had posted when it handed out this epoch was read. Who knows no more of it need not look at its channel.
  std::vector<model::Epoch> heard_;
  std::uint32_t asked_ = 0;  // since all channels were looked at
  std::vector<PutOff> put_off_;
  Common common_;
  // Calls by way of the board.
  std::uint64_t entered_ = 0;
  std::uint64_t left_ = 0;
  RoughSet posted_to_;  // since the last one was entered
  std::vector<std::pair<std::uint32_t, engine::Message>> to_self_;
  std::vector<std::uint32_t> with_messages_;  // senders whose `messages` are not empty
  Writer scratch_;
  Limit limit_;
  bool exhausted_ = false;
};

// --- Implementation --------------------------------------------------------------------------------------------------

template <class Take>
void ShmTransport::take_each(std::uint32_t from, const Stream& stream, Take&& take) {
  Incoming& in = incoming(from);
  heed_recalls(from, in);
  if (!in.deposits.empty()) {
    const auto kept = in.deposits.extract(stream);
    if (!kept.empty())
      for (const Deposit& deposit : kept.mapped()) take(deposit);
  }
  while (in.channel.any() && read_until(from, &stream)) {
    Reader reader(in.channel.bytes());
    (void)reader.get<Stream>();
    const Deposit deposit = get_deposit(from, in.channel.type(), reader);
    in.channel.pop();
    take(deposit);
  }
}

}  // namespace farsan::transport
