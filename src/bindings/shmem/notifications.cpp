#include "bindings/shmem/notifications.h"

#include <sched.h>

#include <algorithm>
#include <map>
#include <vector>

#include "bindings/shmem/library.h"

namespace farsan::shmem {

namespace {

/// One update of a variable of this PE.
struct Entry {
  std::uint32_t origin = 0;
  std::uint64_t number = 0;
  model::DomainId domain;
  std::vector<engine::Announcement> announcements;
  bool settled = false;
  std::uint64_t found = 0;
  std::uint64_t left = 0;
  Effect effect = Effect::Replaces;
};
using History = std::vector<Entry>;

std::map<model::Address, History>& histories() {
  static auto* all = new std::map<model::Address, History>;
  return *all;
}

bool g_matter = false;
std::uint64_t g_numbers = 0;

// The words of a deposit. Numbers of one origin never repeat; the lowest bit of the settling one tells the effect.
using Words = std::array<std::uint64_t, 3>;
std::uint64_t no_operation() { return ~std::uint64_t{0}; }

void add(History& history, std::uint32_t origin, std::uint32_t me, const transport::Deposit& deposit) {
  const auto [number, carried, domain] = deposit.words;
  if (history.empty() || history.back().origin != origin || history.back().number != number)
    history.push_back({origin, number, {static_cast<std::uint32_t>(domain)}, {}, false, 0, 0, Effect::Replaces});
  engine::Announcement announcement{deposit.clock, {origin}, {me}, deposit.scope, deposit.fences, std::nullopt};
  if (carried != no_operation()) announcement.carried = model::OperationId{carried};
  history.back().announcements.push_back(std::move(announcement));
}

void settle(History& history, std::uint32_t origin, const Words& words) {
  const std::uint64_t number = words[0] >> 1;
  for (Entry& entry : history) {
    if (entry.origin != origin || entry.number != number) continue;
    entry.settled = true;
    entry.found = words[1];
    entry.left = words[2];
    entry.effect = (words[0] & 1) != 0 ? Effect::Accumulates : Effect::Replaces;
  }
}

/// All that has arrived about the variable; waits for those who are about to say what they did. They are inside their real
/// routine, which does not wait for us.
History& collect(const Call& call, model::Address at) {
  History& history = histories()[at];
  for (std::uint32_t pe = 0; pe < call.runtime().ranks(); ++pe)
    while (const auto deposit = call.transport().take(pe, stream(Traffic::Notified, at)))
      add(history, pe, call.me(), *deposit);
  const auto unsettled = [](const Entry& entry) { return !entry.settled; };
  for (;;) {
    for (std::uint32_t pe = 0; pe < call.runtime().ranks(); ++pe)
      while (const auto deposit = call.transport().take(pe, stream(Traffic::Settled, at)))
        settle(history, pe, deposit->words);
    // A PE that has ended in between will not say any more.
    std::erase_if(history, [&](const Entry& entry) {
      const auto state = call.runtime().segments()[entry.origin].header().state.load(std::memory_order_acquire);
      return !entry.settled && state != session::State::Running && entry.origin != call.me();
    });
    if (std::ranges::none_of(history, unsettled)) return history;
    let_library_progress();
    ::sched_yield();
  }
}

/// The history backwards from the value that was seen: indices into it.
std::vector<std::size_t> chain_to(const History& history, std::uint64_t seen) {
  std::vector<std::size_t> chain;
  std::vector<bool> used(history.size());
  for (std::uint64_t value = seen;;) {
    std::size_t next = history.size();
    for (std::size_t i = history.size(); i-- > 0 && next == history.size();)
      if (!used[i] && history[i].left == value) next = i;
    if (next == history.size()) return chain;
    used[next] = true;
    chain.push_back(next);
    value = history[next].found;
  }
}

/// What of the chain made the wait succeed: a part of it, [begin, end).
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
};
Part made_success(const History& history, const std::vector<std::size_t>& chain,
                  const std::function<bool(std::uint64_t)>& holds) {
  std::size_t at = 0;
  // The value may have moved on since the wait saw it.
  while (at < chain.size() && !holds(history[chain[at]].left)) ++at;
  if (at == chain.size()) return {};
  while (holds(history[chain[at]].found)) {
    if (at + 1 == chain.size()) return {};  // it was so before
    ++at;
  }
  Part part{at, at + 1};
  while (part.end < chain.size() && history[chain[part.end - 1]].effect == Effect::Accumulates) ++part.end;
  return part;
}

}  // namespace

Notification::Notification(const Call& call, const Destination& to,
                           std::initializer_list<std::optional<model::OperationId>> carried)
    : call_(call), to_(to) {
  if (!notifications_matter()) return;
  number_ = ++g_numbers;
  for (const auto& operation : carried) {
    if (!operation) continue;
    const engine::Announcement announced =
        call.process().notify(0, {{}, ProcessId{to.pe}, to.context->scope, operation});
    call.transport().deposit(to.pe, stream(Traffic::Notified, to.at),
                             {announced.clock, announced.scope, announced.fences,
                              Words{number_, operation->value, to.context->domain.value}});
  }
}

void Notification::settle(std::uint64_t found, std::uint64_t left, Effect effect) const {
  if (number_ == 0) return;
  call_.transport().deposit(to_.pe, stream(Traffic::Settled, to_.at),
                            {call_.process().clock(0).snapshot(), to_.context->scope, nullptr,
                             Words{(number_ << 1) | (effect == Effect::Accumulates ? 1U : 0U), found, left}});
}

bool notifications_matter() { return g_matter; }
void let_notifications_matter(bool matter) { g_matter = matter; }

void take_notifications(const Call& call, const void* variable, AtomicType type,
                        const std::function<bool(std::uint64_t)>& holds, std::uint64_t seen) {
  History& history = collect(call, address_of(variable));
  const std::vector<std::size_t> chain = chain_to(history, seen);
  const Part part = made_success(history, chain, holds);
  // A look that nobody made succeed is no access of its own: programs poll.
  if (part.begin == part.end) return;
  look_at(call, variable, type, history[chain[part.begin]].domain);
  std::vector<engine::Announcement> taken;
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const auto& announcements = history[chain[i]].announcements;
    taken.insert(taken.end(), announcements.begin(), announcements.end());
  }
  call.process().target_wait(0, taken);
  // What came before is known now, or is not for waits to know.
  std::vector<bool> past(history.size());
  for (std::size_t i = part.begin; i < chain.size(); ++i) past[chain[i]] = true;
  std::size_t index = 0;
  std::erase_if(history, [&](const Entry&) { return past[index++]; });
}

void forget_notifications(const Call& call) {
  if (!notifications_matter()) return;
  const auto& clock = call.process().clock(0);
  const auto is_useless = [&](const transport::Deposit& deposit) {
    return deposit.scope == default_scope() && clock.knows(deposit.clock.own());
  };
  // What settles one is deposited with a later point of the same origin: it is useless with the next barrier at the latest.
  call.transport().forget_deposits(static_cast<std::uint32_t>(Traffic::Notified), is_useless);
  call.transport().forget_deposits(static_cast<std::uint32_t>(Traffic::Settled), is_useless);
  for (auto& [at, history] : histories())
    std::erase_if(history, [&](const Entry& entry) {
      return std::ranges::all_of(entry.announcements, [&](const engine::Announcement& announcement) {
        return announcement.scope == default_scope() && clock.knows(announcement.clock.own());
      });
    });
  std::erase_if(histories(), [](const auto& of) { return of.second.empty(); });
}

}  // namespace farsan::shmem
