#include "bindings/shmem/notifications.h"

#include <sched.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <set>
#include <vector>

#include "bindings/shmem/library.h"

namespace farsan::shmem {

namespace {

/// Histories are kept by aligned words of this size: a variable that can be waited for lies in one of them.
constexpr std::uint64_t kWord = 8;
/// Elements of a put that are looked at one by one.
constexpr std::uint64_t kMostFlags = 8;

static_assert(std::endian::native == std::endian::little, "Piece::of takes the lowest bytes for the first");

model::Address word_of(model::Address at) { return at - at % kWord; }

/// Some bytes of a word.
struct Piece {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;

  static Piece at(model::Address address, std::uint64_t size) {
    return {static_cast<std::uint32_t>(address % kWord), static_cast<std::uint32_t>(size)};
  }
  [[nodiscard]] bool inside_word() const { return size > 0 && offset + size <= kWord; }
  [[nodiscard]] bool covers(const Piece& other) const {
    return offset <= other.offset && other.offset + other.size <= offset + size;
  }
  /// The value of a part of it, where this has the value `bits`.
  [[nodiscard]] std::uint64_t of(std::uint64_t bits, const Piece& part) const {
    const std::uint64_t shifted = bits >> (8 * (part.offset - offset));
    return part.size >= kWord ? shifted : shifted & ((std::uint64_t{1} << (8 * part.size)) - 1);
  }
};

/// One update of memory of this PE.
struct Entry {
  std::uint32_t origin = 0;
  std::uint64_t number = 0;
  model::DomainId domain;
  std::vector<engine::Announcement> announcements;
  Piece piece{};
  bool settled = false;
  bool atomic = true;  ///< else a put, and what it found is unknown
  std::uint64_t found = 0;
  std::uint64_t left = 0;
  Effect effect = Effect::Replaces;
};
using History = std::vector<Entry>;

std::map<model::Address, History>& histories() {
  static auto* all = new std::map<model::Address, History>;
  return *all;
}

AwaitedSizes g_awaited = 0;
std::uint64_t g_numbers = 0;

bool is_awaited(std::uint64_t size) { return size <= kWord && (g_awaited & (1U << size)) != 0; }

bool any_awaited_within(std::uint64_t size) { return (g_awaited & ((2U << std::min(size, kWord)) - 1)) != 0; }

// --- What deposits say -----------------------------------------------------------------------------------------------

// Notified: number, operation that it carries, domain. Settled: Label, found, left. Written: Label, operation, value.
using Words = std::array<std::uint64_t, 3>;

/// The number of an update (those of one origin never repeat), what it touched and how, in one word. One that did nothing has
/// touched nothing.
struct Label {
  std::uint64_t number = 0;
  Piece piece{};
  Effect effect = Effect::Replaces;

  [[nodiscard]] std::uint64_t word() const {
    return (number << 8) | (std::uint64_t{piece.offset} << 5) | (std::uint64_t{piece.size} << 1) |
           (effect == Effect::Accumulates ? 1U : 0U);
  }
  static Label of(std::uint64_t word) {
    return {word >> 8,
            {static_cast<std::uint32_t>((word >> 5) & 7), static_cast<std::uint32_t>((word >> 1) & 15)},
            (word & 1) != 0 ? Effect::Accumulates : Effect::Replaces};
  }
};

transport::Stream about(Traffic traffic, model::Address at) { return stream(traffic, word_of(at)); }

engine::Announcement announcement_in(const transport::Deposit& deposit, std::uint32_t origin, std::uint32_t me) {
  return {deposit.clock, {origin}, {me}, deposit.scope, deposit.fences, model::OperationId{deposit.words[1]}};
}

Entry* find(History& history, std::uint32_t origin, std::uint64_t number) {
  const auto it = std::find_if(history.rbegin(), history.rend(),
                               [&](const Entry& entry) { return entry.origin == origin && entry.number == number; });
  return it == history.rend() ? nullptr : &*it;
}

/// An update that carries several operations is told of by one deposit for each.
void add(History& history, std::uint32_t origin, std::uint32_t me, const transport::Deposit& deposit) {
  const std::uint64_t number = deposit.words[0];
  Entry* entry = find(history, origin, number);
  if (entry == nullptr) {
    entry = &history.emplace_back();
    entry->origin = origin;
    entry->number = number;
    entry->domain = {static_cast<std::uint32_t>(deposit.words[2])};
  }
  entry->announcements.push_back(announcement_in(deposit, origin, me));
}

void settle(History& history, std::uint32_t origin, const Words& words) {
  const Label label = Label::of(words[0]);
  Entry* const entry = find(history, origin, label.number);
  if (entry == nullptr) return;
  if (label.piece.size == 0) {
    history.erase(history.begin() + (entry - history.data()));
    return;
  }
  entry->settled = true;
  entry->piece = label.piece;
  entry->effect = label.effect;
  entry->found = words[1];
  entry->left = words[2];
}

void add_write(History& history, std::uint32_t origin, std::uint32_t me, const transport::Deposit& deposit) {
  const Label label = Label::of(deposit.words[0]);
  Entry entry;
  entry.origin = origin;
  entry.number = label.number;
  entry.announcements.push_back(announcement_in(deposit, origin, me));
  entry.piece = label.piece;
  entry.settled = true;
  entry.atomic = false;
  entry.left = deposit.words[2];
  history.push_back(std::move(entry));
}

/// Takes all that has arrived about the word.
void pull(const Call& call, model::Address at, History& history) {
  // What settles an update comes after what tells of it: taken first, it finds the other.
  std::vector<std::pair<std::uint32_t, Words>> settled;
  for (std::uint32_t pe = 0; pe < call.runtime().ranks(); ++pe)
    while (const auto deposit = call.transport().take(pe, about(Traffic::Settled, at)))
      settled.emplace_back(pe, deposit->words);
  for (std::uint32_t pe = 0; pe < call.runtime().ranks(); ++pe) {
    while (const auto deposit = call.transport().take(pe, about(Traffic::Notified, at)))
      add(history, pe, call.me(), *deposit);
    while (const auto deposit = call.transport().take(pe, about(Traffic::Written, at)))
      add_write(history, pe, call.me(), *deposit);
  }
  for (const auto& [pe, words] : settled) settle(history, pe, words);
}

/// All that has arrived about the word; waits for those who are about to say what they did. They are inside their real
/// routine, which does not wait for us.
History& collect(const Call& call, model::Address at) {
  History& history = histories()[word_of(at)];
  const auto unsettled = [](const Entry& entry) { return !entry.settled; };
  std::vector<bool> ended(call.runtime().ranks());
  for (;;) {
    // Who has ended before this has said all that it will.
    for (std::uint32_t pe = 0; pe < call.runtime().ranks(); ++pe)
      ended[pe] = pe != call.me() && call.runtime().segments()[pe].header().state.load(std::memory_order_acquire) !=
                                         session::State::Running;
    pull(call, at, history);
    std::erase_if(history, [&](const Entry& entry) { return !entry.settled && ended[entry.origin]; });
    if (std::ranges::none_of(history, unsettled)) return history;
    let_library_progress();
    ::sched_yield();
  }
}

// --- Which of them made a wait succeed -------------------------------------------------------------------------------

/// One step of a variable's history.
struct Step {
  std::size_t entry = 0;
  std::optional<std::uint64_t> found;  ///< none: nobody knows
  std::uint64_t left = 0;
};

/// The last update of the variable that fits.
template <class Fits>
std::optional<std::size_t> last_of(const History& history, const Piece& variable, Fits fits) {
  for (std::size_t i = history.size(); i-- > 0;)
    if (history[i].piece.covers(variable) && fits(i, history[i])) return i;
  return std::nullopt;
}

/// The variable's history backwards from the value that was seen.
std::vector<Step> chain_to(const History& history, const Piece& variable, std::uint64_t seen) {
  std::vector<Step> chain;
  std::vector<bool> used(history.size());
  const auto left_by = [&](const Entry& entry) { return entry.piece.of(entry.left, variable); };
  auto next = last_of(history, variable, [&](std::size_t, const Entry& entry) { return left_by(entry) == seen; });
  while (next) {
    const Entry& entry = history[*next];
    used[*next] = true;
    Step step{*next, std::nullopt, left_by(entry)};
    if (entry.atomic) {
      step.found = entry.piece.of(entry.found, variable);
      next = last_of(history, variable,
                     [&](std::size_t i, const Entry& other) { return !used[i] && left_by(other) == *step.found; });
    } else {
      // What its own PE had put there before: another one's would race with it.
      next = last_of(history, variable, [&](std::size_t i, const Entry& other) {
        return !used[i] && other.origin == entry.origin && other.number < entry.number;
      });
      if (next) step.found = left_by(history[*next]);
    }
    chain.push_back(step);
  }
  return chain;
}

/// What of the chain made the wait succeed: a part of it, [begin, end).
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
};
Part made_success(const History& history, const std::vector<Step>& chain,
                  const std::function<bool(std::uint64_t)>& holds) {
  std::size_t at = 0;
  // The value may have moved on since the wait saw it.
  while (at < chain.size() && !holds(chain[at].left)) ++at;
  if (at == chain.size()) return {};
  while (chain[at].found && holds(*chain[at].found)) {
    if (at + 1 == chain.size()) return {};  // it was so before
    ++at;
  }
  Part part{at, at + 1};
  while (part.end < chain.size() && history[chain[part.end - 1].entry].effect == Effect::Accumulates) ++part.end;
  return part;
}

// --- Puts as flags ---------------------------------------------------------------------------------------------------

/// The elements of a put as somebody may wait for them: integers and sized ones as they are, bytes by the widest word
/// that fits.
std::optional<Transfer> as_flags(const Transfer& transfer) {
  if (g_awaited == 0 || transfer.elements == Elements::Others) return std::nullopt;
  if (transfer.elements == Elements::Integers && !is_awaited(transfer.size)) return std::nullopt;
  Transfer flags = transfer;
  const bool contiguous =
      transfer.count == 1 || (transfer.remote_stride == 1 && (transfer.local == nullptr || transfer.local_stride == 1));
  if ((transfer.size == 1 || transfer.size > kWord) && contiguous) {
    const std::uint64_t bytes = transfer.count * transfer.size;
    const std::uint64_t unaligned = address_of(transfer.remote) | bytes;
    flags.size = std::min(kWord, unaligned & (~unaligned + 1));
    flags.count = bytes / flags.size;
  }
  if (flags.count == 0 || flags.count > kMostFlags || !any_awaited_within(flags.size)) return std::nullopt;
  if (!Piece::at(address_of(flags.remote), flags.size).inside_word()) return std::nullopt;
  return flags;
}

const void* element_of(const void* first, std::uint64_t index, std::ptrdiff_t stride, std::uint64_t size) {
  if (first == nullptr) return nullptr;
  return static_cast<const std::byte*>(first) + static_cast<std::ptrdiff_t>(index * size) * stride;
}

void notify_of(const Call& call, const Destination& to, model::OperationId operation, const void* bytes,
               std::uint64_t size) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, size);
  const Label label{++g_numbers, Piece::at(to.at, size), Effect::Replaces};
  const engine::Announcement announced = call.process().notify(0, {{}, ProcessId{to.pe}, to.context->scope, operation});
  call.transport().deposit(
      to.pe, about(Traffic::Written, to.at),
      {announced.clock, announced.scope, announced.fences, Words{label.word(), operation.value, value}});
}

}  // namespace

Notification::Notification(const Call& call, const Destination& to, AtomicType type,
                           std::initializer_list<std::optional<model::OperationId>> carried)
    : call_(call), to_(to), type_(type) {
  if (!is_awaited(type.size) || !Piece::at(to.at, type.size).inside_word()) return;
  number_ = ++g_numbers;
  for (const auto& operation : carried) {
    if (!operation) continue;
    const engine::Announcement announced =
        call.process().notify(0, {{}, ProcessId{to.pe}, to.context->scope, operation});
    call.transport().deposit(to.pe, about(Traffic::Notified, to.at),
                             {announced.clock, announced.scope, announced.fences,
                              Words{number_, operation->value, to.context->domain.value}});
  }
}

void Notification::settle(std::uint64_t found, std::uint64_t left, Effect effect) const {
  if (number_ == 0) return;
  const bool nothing = effect == Effect::Exchanges && left == found;
  const Label label{number_, nothing ? Piece{} : Piece::at(to_.at, type_.size), effect};
  call_.transport().deposit(
      to_.pe, about(Traffic::Settled, to_.at),
      {call_.process().clock(0).snapshot(), to_.context->scope, nullptr, Words{label.word(), found, left}});
}

void put_that_notifies(const Call& call, const Transfer& transfer, Blocking blocking) {
  const auto flags = as_flags(transfer);
  if (!flags) return put(call, transfer, blocking);
  for (std::uint64_t i = 0; i < flags->count; ++i) {
    Transfer element = *flags;
    element.remote = element_of(flags->remote, i, flags->remote_stride, flags->size);
    element.local = element_of(flags->local, i, flags->local_stride, flags->size);
    element.count = 1;
    const auto to = destination(element.ctx, element.remote, element.pe);
    const auto operation = announced_put(call, element, blocking);
    const void* const bytes = element.local != nullptr ? element.local : element_of(flags->value, i, 1, flags->size);
    if (to && operation) notify_of(call, *to, *operation, bytes, flags->size);
  }
}

AwaitedSizes awaited_by(std::string_view routine) {
  constexpr std::string_view kPrefix = "shmem_";
  if (!routine.starts_with(kPrefix)) return 0;
  const bool waits = routine.find("_wait") != std::string_view::npos ||
                     routine.find("_test") != std::string_view::npos || routine == "shmem_signal_fetch";
  if (!waits || routine == "shmem_test_lock") return 0;
  routine.remove_prefix(kPrefix.size());
  const std::string_view type = routine.substr(0, routine.find('_'));
  if (type == "short" || type == "ushort") return 1U << sizeof(short);
  if (type == "int" || type == "uint" || type == "int32" || type == "uint32") return 1U << sizeof(int);
  return 1U << sizeof(long);  // also of signals, and of shmem_wait, which has no type
}

void let_notify(AwaitedSizes sizes) { g_awaited = sizes; }

void take_notifications(const Call& call, const void* variable, AtomicType type,
                        const std::function<bool(std::uint64_t)>& holds, std::uint64_t seen) {
  const Piece piece = Piece::at(address_of(variable), type.size);
  if (!piece.inside_word()) return;
  History& history = collect(call, address_of(variable));
  const std::vector<Step> chain = chain_to(history, piece, seen);
  const Part part = made_success(history, chain, holds);
  // A look that nobody made succeed is no access of its own: programs poll.
  if (part.begin == part.end) return;
  std::vector<engine::Announcement> taken;
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const auto& announcements = history[chain[i].entry].announcements;
    taken.insert(taken.end(), announcements.begin(), announcements.end());
  }
  // The look at what an atomic update leaves is atomic to it, and to others of its kind. Puts are seen element by element,
  // and may go on while somebody looks.
  const Entry& maker = history[chain[part.begin].entry];
  if (maker.atomic) look_at(call, variable, type, maker.domain);
  call.process().target_wait(0, taken);
  // What came before is known now, or is not for waits to know.
  std::vector<bool> past(history.size());
  for (std::size_t i = part.begin; i < chain.size(); ++i) past[chain[i].entry] = true;
  std::size_t index = 0;
  std::erase_if(history, [&](const Entry&) { return past[index++]; });
}

void forget_notifications(const Call& call) {
  if (g_awaited == 0) return;
  const auto& clock = call.process().clock(0);
  const auto is_known = [&](model::ScopeId scope, const model::Snapshot& from) {
    return scope == default_scope() && clock.knows(from.own());
  };
  const auto is_past = [&](const Entry& entry) {
    return std::ranges::all_of(entry.announcements, [&](const engine::Announcement& announcement) {
      return is_known(announcement.scope, announcement.clock);
    });
  };
  // A wait for a sum takes all that it was made of: where something is still to be taken, what came after it stays, too.
  std::set<model::Address> needed;
  for (const auto& [word, history] : histories())
    if (!std::ranges::all_of(history, is_past)) needed.insert(word);
  const auto look = [&](const transport::Stream& stream, const transport::Deposit& deposit) {
    if (!is_known(deposit.scope, deposit.clock)) needed.insert(stream.context);
    return false;
  };
  for (const Traffic traffic : {Traffic::Notified, Traffic::Written})
    call.transport().forget_deposits(static_cast<std::uint32_t>(traffic), look);
  const auto is_useless = [&](const transport::Stream& stream, const transport::Deposit& deposit) {
    return is_known(deposit.scope, deposit.clock) && !needed.contains(stream.context);
  };
  // What settles one is deposited with a later point of the same origin: it is useless with the next barrier at the latest.
  for (const Traffic traffic : {Traffic::Notified, Traffic::Settled, Traffic::Written})
    call.transport().forget_deposits(static_cast<std::uint32_t>(traffic), is_useless);
  for (auto& [word, history] : histories())
    if (!needed.contains(word)) history.clear();
  std::erase_if(histories(), [](const auto& of) { return of.second.empty(); });
}

}  // namespace farsan::shmem
