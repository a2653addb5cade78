#include "bindings/gaspi/notifications.h"

#include <sched.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "bindings/common/exchange.h"
#include "bindings/common/immortal.h"
#include "bindings/gaspi/library.h"
#include "bindings/gaspi/operations.h"

namespace farsan::gaspi {

/// What a message about a notification says.
enum class Notice::Phase : std::uint8_t {
  Begun,   ///< the real call is about to be made
  Part,    ///< it was; this is one of the writes that the notification announces
  Posted,  ///< ... the last one
  Failed,  ///< nothing was posted
};

namespace {

/// One notification to this rank.
struct Entry {
  std::uint32_t origin = 0;
  std::uint64_t number = 0;
  gaspi_notification_t value = 0;
  model::ScopeId scope;
  std::vector<engine::Announcement> announcements;
  std::vector<model::OperationId> reads;  ///< own ones that it tells of
  bool posted = false;
  bool arrived = false;  ///< for sure, before the reset that is looked at
  bool taken = false;

  [[nodiscard]] bool same_source(const Entry& other) const { return origin == other.origin && scope == other.scope; }
};
/// Those of one origin are in the order of their posting.
using Pending = std::vector<Entry>;

constinit bindings::Immortal<std::map<std::uint32_t, Pending>> all_pending;

bool g_matter = false;
std::uint64_t g_numbers = 0;

/// Libraries differ in the width of ids; none has 2^24.
constexpr int kIdBits = 24;

std::uint32_t key(gaspi_segment_id_t segment, gaspi_notification_id_t id) {
  return (std::uint32_t{segment} << kIdBits) | id;
}
std::uint32_t segment_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> kIdBits); }

// The words of a deposit: (number, phase), the write that is announced, (key, value).
constexpr int kPhaseBits = 2;
constexpr std::uint64_t kNoOperation = ~std::uint64_t{0};

}  // namespace

struct Inbox {
  using Phase = Notice::Phase;

  static void add(Pending& pending, std::uint32_t origin, std::uint32_t me, const transport::Deposit& deposit) {
    const auto [head, carried, tail, nothing] = deposit.words;
    const std::uint64_t number = head >> kPhaseBits;
    const auto phase = static_cast<Phase>(head & ((1U << kPhaseBits) - 1));
    if (phase == Phase::Begun) {
      pending.push_back(
          {origin, number, static_cast<gaspi_notification_t>(tail), deposit.scope, {}, {}, false, false, false});
      return;
    }
    // It is among the last ones: those that nobody looks at may be many.
    const auto entry = std::find_if(pending.rbegin(), pending.rend(),
                                    [&](const Entry& e) { return e.origin == origin && e.number == number; });
    if (entry == pending.rend()) return;
    if (phase == Phase::Failed) {
      pending.erase(std::next(entry).base());
      return;
    }
    engine::Announcement announcement{deposit.clock, {origin}, {me}, deposit.scope, deposit.fences, std::nullopt};
    if (carried != kNoOperation) announcement.carried = model::OperationId{carried};
    entry->announcements.push_back(std::move(announcement));
    entry->posted = phase == Phase::Posted;
  }

  /// All that has come about the notification.
  static Pending& drain(const Call& call, std::uint32_t of) {
    Pending& pending = all_pending()[of];
    for (std::uint32_t rank = 0; rank < call.runtime().ranks(); ++rank)
      while (const auto deposit = call.transport().take(rank, stream(Traffic::Notified, of)))
        add(pending, rank, call.me(), *deposit);
    return pending;
  }

  /// The same, and what those are about to say who are inside their call.
  static Pending& collect(const Call& call, std::uint32_t of) {
    for (;;) {
      Pending& pending = drain(call, of);
      // A rank that has ended in between will not say any more.
      std::erase_if(pending, [&](const Entry& entry) {
        const auto state = call.runtime().segments()[entry.origin].header().state.load(std::memory_order_acquire);
        return !entry.posted && state != session::State::Running && entry.origin != call.me();
      });
      if (std::ranges::all_of(pending, &Entry::posted)) return pending;
      ::sched_yield();
    }
  }
};

namespace {

void take(const Call& call, Entry& entry) {
  if (entry.taken) return;
  entry.taken = true;
  call.process().target_wait(0, entry.announcements);
  for (const model::OperationId read : entry.reads) call.process().complete(0, {read});
}

/// The one that has the value; none if there are several and nothing tells which.
Pending::iterator with_value(Pending& pending, gaspi_notification_t value) {
  const auto fits = [&](const Entry& entry) { return entry.value == value; };
  const auto first = std::ranges::find_if(pending, fits);
  auto last_arrived = pending.end();
  for (auto entry = first; entry != pending.end(); ++entry) {
    if (!fits(*entry)) continue;
    if (!entry->same_source(*first)) return pending.end();
    if (entry->arrived) last_arrived = entry;
  }
  return last_arrived == pending.end() ? first : last_arrived;
}

}  // namespace

Notice::Notice(const Call& call, const To& to) : call_(call), to_(to) {
  if (!g_matter || to.process >= call.runtime().ranks()) return;
  number_ = ++g_numbers;
  // Before the writes of the call itself: these travel with what the notification announces.
  if (to.process != call.me()) bindings::tell_of_segments(call);
  tell(Phase::Begun, std::nullopt);
}

Notice::~Notice() {
  if (!posted_ && number_ != 0) tell(Phase::Failed, std::nullopt);
}

void Notice::posted(std::span<const model::OperationId> carried) {
  posted_ = true;
  if (number_ == 0) return;
  for (std::size_t i = 0; i + 1 < carried.size(); ++i) tell(Phase::Part, carried[i]);
  tell(Phase::Posted, carried.empty() ? std::nullopt : std::optional(carried.back()));
}

void Notice::tell(Phase phase, const std::optional<model::OperationId>& carried) {
  const std::uint32_t of = key(to_.segment, to_.id);
  transport::Deposit deposit{call_.process().clock(0).snapshot(),
                             scope_of(to_.queue),
                             nullptr,
                             {(number_ << kPhaseBits) | static_cast<std::uint64_t>(phase),
                              carried ? carried->value : kNoOperation, (std::uint64_t{of} << 32) | to_.value}};
  if (phase == Phase::Part || phase == Phase::Posted) {
    const engine::Announcement announced =
        call_.process().notify(0, {{}, ProcessId{to_.process}, deposit.scope, carried});
    deposit.clock = announced.clock;
    deposit.fences = announced.fences;
  }
  if (to_.process == call_.me())
    Inbox::add(all_pending()[of], call_.me(), call_.me(), deposit);
  else
    call_.transport().deposit(to_.process, stream(Traffic::Notified, of), deposit);
}

void read_will_notify(const Call& call, gaspi_segment_id_t segment, gaspi_notification_id_t id, gaspi_queue_id_t queue,
                      std::span<const model::OperationId> reads) {
  if (!g_matter) return;
  Entry entry;
  entry.origin = call.me();
  entry.number = ++g_numbers;
  entry.value = 1;
  entry.scope = scope_of(queue);
  entry.reads.assign(reads.begin(), reads.end());
  entry.posted = true;
  all_pending()[key(segment, id)].push_back(std::move(entry));
}

void notification_found(const Call& call, gaspi_segment_id_t segment, gaspi_notification_id_t id) {
  Pending& pending = Inbox::collect(call, key(segment, id));
  // Found before and not reset since: nothing new.
  if (pending.empty() || std::ranges::any_of(pending, &Entry::taken)) return;
  const bool one_source =
      std::ranges::all_of(pending, [&](const Entry& entry) { return entry.same_source(pending.front()); });
  if (one_source) take(call, pending.front());
}

void before_reset(const Call& call, gaspi_segment_id_t segment, gaspi_notification_id_t id) {
  if (!notifications_arrive_at_once()) return;
  for (Entry& entry : Inbox::drain(call, key(segment, id))) entry.arrived = entry.posted;
}

void notification_reset(const Call& call, gaspi_segment_id_t segment, gaspi_notification_id_t id,
                        gaspi_notification_t value) {
  if (value == 0) return;
  const std::uint32_t of = key(segment, id);
  Pending& pending = Inbox::collect(call, of);
  if (const auto seen = with_value(pending, value); seen != pending.end()) {
    take(call, *seen);
    // What its origin had posted before has been overwritten.
    for (auto earlier = pending.begin(); earlier != seen; ++earlier)
      earlier->arrived = earlier->arrived || earlier->same_source(*seen);
  }
  std::erase_if(pending, [](const Entry& entry) { return entry.taken || entry.arrived; });
  if (pending.empty()) all_pending().erase(of);
}

void forget_notifications(const Call& call, gaspi_segment_id_t segment) {
  std::erase_if(all_pending(), [&](const auto& entry) { return segment_of(entry.first) == segment; });
  call.transport().forget_deposits(static_cast<std::uint32_t>(Traffic::Notified),
                                   [&](const transport::Stream&, const transport::Deposit& deposit) {
                                     return segment_of(deposit.words[2] >> 32) == segment;
                                   });
}

void let_notifications_matter(bool matter) { g_matter = matter; }

}  // namespace farsan::gaspi
