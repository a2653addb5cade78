#include "bindings/shmem/notifications.h"

#include <sched.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <ranges>
#include <set>
#include <vector>

#include "bindings/common/immortal.h"
#include "bindings/shmem/library.h"

namespace farsan::shmem {

namespace {

using runtime::Runtime;

/// Elements of a put that are operations of their own; and of an array of flags, which is one operation.
constexpr std::uint64_t kFewFlags = 8;
constexpr std::uint64_t kMostFlags = 128;
/// Stores through shmem_ptr after a call that may be flags: more are data.
constexpr std::uint64_t kMostStores = 8;

// Bounds for updates that nobody waits for: of a word, of arrays of flags, and of one PE's to words that nobody has waited for.
constexpr std::size_t kMostOfWord = 4096;
constexpr std::size_t kMostArrays = 1024;
constexpr std::size_t kMostQuiets = 1024;  // of a PE and a context
constexpr std::size_t kMostUnlooked = std::size_t{1} << 16;

static_assert(std::endian::native == std::endian::little, "Piece::of takes the lowest bytes for the first");

model::Address word_of(model::Address at) { return at - at % kWord; }

/// A put of many words.
struct Array {
  std::uint32_t origin = 0;
  std::uint64_t number = 0;
  engine::Announcement announcement;
  std::uint64_t begun = 0;
  model::Epoch knew = 0;
  model::Address at = 0;
  std::uint64_t size = 0;  ///< of an element
  std::int64_t stride = 0;
  std::vector<std::byte> values;
  std::vector<std::byte> found;  ///< as many, or none: nobody looked

  [[nodiscard]] model::Address element(std::uint64_t i) const {
    return at + static_cast<std::uint64_t>(static_cast<std::int64_t>(i * size) * stride);
  }
  /// The element that lies in this word and covers the piece of it.
  [[nodiscard]] std::optional<std::uint64_t> covering(model::Address word, const Piece& piece) const {
    for (std::uint64_t i = 0; i < values.size() / size; ++i)
      if (word_of(element(i)) == word && Piece::at(element(i), size).covers(piece)) return i;
    return std::nullopt;
  }
};

/// What is known of the updates of one word.
struct Word {
  History history;
  std::size_t unsettled = 0;
  std::size_t rising = 0;    ///< as `made_by_rising` wants it
  std::uint64_t arrays = 0;  ///< so many of the arrays have been looked at
};

/// Puts of a PE by a context up to this number were complete before this moment.
struct Quiet {
  std::uint64_t upto = 0;
  std::uint64_t moment = 0;
};

struct Known {
  std::map<model::Address, Word> words;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<Quiet>> quiets;  ///< by origin and scope
  std::vector<Array> arrays;
  std::uint64_t forgotten_arrays = 0;       ///< they came before those
  std::vector<engine::Announcement> taken;  ///< by the wait that is looked at; keeps its room
};
constinit bindings::Immortal<Known> known;

AwaitedSizes g_awaited = 0;
std::uint64_t g_numbers = 0;
/// Of the updates of this PE's own variables that no quiet has completed yet: the number of the first, by the scope of their context.
constinit bindings::Immortal<std::map<std::uint32_t, std::uint64_t>> own_on_their_way;
/// Puts that notify and that no quiet has completed yet: the number of the last, by the scope of their context and their target.
constinit bindings::Immortal<std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t>> puts_on_their_way;

bool is_awaited(std::uint64_t size) { return size <= kWord && (g_awaited & (1U << size)) != 0; }

bool any_awaited_within(std::uint64_t size) { return (g_awaited & ((2U << std::min(size, kWord)) - 1)) != 0; }

// --- What deposits say -----------------------------------------------------------------------------------------------

enum class Phase : std::uint8_t {
  Begun,    ///< Label, operation that it carries, domain, moment before it
  Settled,  ///< Label, found, left, moment after it
  Put,      ///< Label, operation, value, moment before it; as bytes a PutNote
  Store,    ///< Label, that, nothing, moment before it
};

/// What the origin knows of the owner, which the clock of a deposit to the owner does not say.
model::Epoch known_of(std::uint32_t owner, const engine::Announcement& announced) {
  return announced.clock.at({ProcessId{owner}, 0});
}

/// The number of an update (those of one origin never repeat), what it touched and how, in one word. One that did nothing has
/// touched nothing.
struct Label {
  std::uint64_t number = 0;
  Phase phase = Phase::Begun;
  Piece piece{};
  Effect effect = Effect::Replaces;
  bool performed = false;  ///< when its call has returned

  [[nodiscard]] std::uint64_t word() const {
    return (number << 16) | (performed ? 1U << 10 : 0U) | (static_cast<std::uint64_t>(phase) << 8) |
           (effect == Effect::Adds ? 1U << 11 : 0U) | (std::uint64_t{piece.offset} << 5) |
           (std::uint64_t{piece.size} << 1) | (builds_on_what_it_found(effect) ? 1U : 0U);
  }
  static Effect effect_of(std::uint64_t word) {
    if ((word & 1) == 0) return Effect::Replaces;
    return (word & (1U << 11)) != 0 ? Effect::Adds : Effect::Accumulates;
  }
  static Label of(std::uint64_t word) {
    return {word >> 16,
            static_cast<Phase>((word >> 8) & 3),
            {static_cast<std::uint32_t>((word >> 5) & 7), static_cast<std::uint32_t>((word >> 1) & 15)},
            effect_of(word),
            (word & (1U << 10)) != 0};
  }
};

transport::Stream about(model::Address at) { return stream(Traffic::Updated, word_of(at)); }
const transport::Stream kArrays = stream(Traffic::WidelyPut, 0);
/// Deposits of quiets: the number up to which puts are complete, and as the last word when that was. No word has this address.
const transport::Stream kQuiets = stream(Traffic::Updated, ~std::uint64_t{0});

/// What goes with a put.
struct PutNote {
  model::Epoch knew = 0;  ///< what its origin knew of the owner
  std::uint64_t found = 0;
};

engine::Announcement announcement_in(const transport::Deposit& deposit, std::uint32_t origin, std::uint32_t me,
                                     std::optional<model::OperationId> carried) {
  return {deposit.clock, {origin}, {me}, deposit.scope, deposit.fences, carried};
}

/// One that is not settled yet, or the newest. Those of its origin are here in the order of their numbers, but for elements of arrays;
/// these come when all that is here is settled.
Update* find(History& history, std::uint32_t origin, std::uint64_t number) {
  const auto it = std::find_if(history.rbegin(), history.rend(), [&](const Update& update) {
    return update.origin == origin && update.number <= number;
  });
  return it == history.rend() || it->number != number ? nullptr : &*it;
}

Update update_in(const transport::Deposit& deposit, std::uint32_t origin, std::uint32_t me, const Label& label) {
  Update update;
  update.origin = origin;
  update.own = origin == me;
  update.number = label.number;
  update.piece = label.piece;
  update.begun = deposit.words[3];
  return update;
}

void keep(Word& word, Update update) {
  if (!update.settled) ++word.unsettled;
  word.rising = std::min(word.rising, add(word.history, std::move(update)));
}

void drop_first(Word& word) {
  word.history.pop_front();
  word.rising -= std::min<std::size_t>(word.rising, 1);
}

void hear(Word& word, std::uint32_t origin, std::uint32_t me, const transport::Deposit& deposit) {
  const Label label = Label::of(deposit.words[0]);
  const model::OperationId operation{deposit.words[1]};
  if (label.phase == Phase::Settled) {
    Update* const update = find(word.history, origin, label.number);
    if (update == nullptr || update->settled) return;
    --word.unsettled;
    if (label.piece.size == 0) {
      std::erase_if(word.history, [&](const Update& each) { return &each == update; });
      word.rising = 0;
      return;
    }
    update->settled = update->knows_found = true;
    update->effect = label.effect;
    update->known = label.performed && update->own;
    update->found = deposit.words[1];
    update->left = deposit.words[2];
    update->over = deposit.words[3];
    return;
  }
  // An update that carries several operations is told of by one deposit for each.
  if (label.phase == Phase::Begun)
    if (Update* const update = find(word.history, origin, label.number)) {
      update->announcements.push_back(announcement_in(deposit, origin, me, operation));
      return;
    }
  Update update = update_in(deposit, origin, me, label);
  const bool carries = label.phase != Phase::Store;
  update.announcements.push_back(
      announcement_in(deposit, origin, me, carries ? std::optional(operation) : std::nullopt));
  if (label.phase == Phase::Begun) {
    update.domain = {static_cast<std::uint32_t>(deposit.words[2])};
  } else {
    update.kind = label.phase == Phase::Put ? Update::Kind::Put : Update::Kind::Store;
    update.settled = true;
    update.left = deposit.words[2];
    update.knew = deposit.words[1];
    if (carries) {
      PutNote note;
      std::memcpy(&note, deposit.bytes.data(), sizeof note);
      update.knew = note.knew;
      update.found = note.found;
      update.knows_found = true;
    }
  }
  keep(word, std::move(update));
}

struct Layout {
  std::uint64_t size = 0;
  std::int64_t stride = 0;
  model::Epoch knew = 0;
  std::uint64_t bytes = 0;  ///< of the values; what is behind them is what was there before
};

void hear_of_arrays(const Call& call) {
  auto& arrays = known().arrays;
  for (std::uint32_t pe = 0; pe < call.runtime().ranks(); ++pe)
    call.transport().take_each(pe, kArrays, [&](const transport::Deposit& deposit) {
      Layout layout;
      std::memcpy(&layout, deposit.bytes.data(), sizeof layout);
      const auto announcement = announcement_in(deposit, pe, call.me(), model::OperationId{deposit.words[1]});
      const auto values = deposit.bytes.begin() + sizeof layout;
      const auto found = values + static_cast<std::ptrdiff_t>(layout.bytes);
      arrays.push_back({pe, deposit.words[0], announcement, deposit.words[3], layout.knew, deposit.words[2],
                        layout.size, layout.stride, std::vector<std::byte>(values, found),
                        std::vector<std::byte>(found, deposit.bytes.end())});
    });
  if (arrays.size() <= kMostArrays) return;
  const std::size_t too_many = arrays.size() - kMostArrays / 2;
  arrays.erase(arrays.begin(), arrays.begin() + static_cast<std::ptrdiff_t>(too_many));
  known().forgotten_arrays += too_many;
}

/// The elements of arrays that nobody has looked at as parts of this word.
void add_elements(Word& word, model::Address at, const Piece& variable) {
  const Known& all = known();
  word.arrays = std::max(word.arrays, all.forgotten_arrays);
  for (; word.arrays - all.forgotten_arrays < all.arrays.size(); ++word.arrays) {
    const Array& array = all.arrays[word.arrays - all.forgotten_arrays];
    const auto i = array.covering(word_of(at), variable);
    if (!i) continue;
    Update update;
    update.origin = array.origin;
    update.number = array.number;
    update.kind = Update::Kind::Put;
    update.settled = true;
    update.piece = Piece::at(array.element(*i), array.size);
    update.begun = array.begun;
    update.knew = array.knew;
    update.announcements.push_back(array.announcement);
    update.announcements.back().part = {array.element(*i), array.element(*i) + array.size};
    std::memcpy(&update.left, array.values.data() + *i * array.size, array.size);
    update.knows_found = !array.found.empty();
    if (update.knows_found) std::memcpy(&update.found, array.found.data() + *i * array.size, array.size);
    keep(word, std::move(update));
  }
}

/// All that has arrived about the word; waits for those who are about to say what they did. They are inside their real
/// routine, which does not wait for us.
Word& collect(const Call& call, model::Address at, const Piece& variable) {
  Word& word = known().words[word_of(at)];
  const transport::Stream stream = about(at);
  const std::uint32_t me = call.me();
  const std::uint32_t ranks = call.runtime().ranks();
  const auto hear_all = [&] {
    for (std::uint32_t pe = 0; pe < ranks; ++pe)
      call.transport().take_each(pe, stream, [&](const transport::Deposit& deposit) { hear(word, pe, me, deposit); });
  };
  hear_all();
  while (word.unsettled != 0) {
    // Who has ended before this has said all that it will.
    std::vector<bool> ended(ranks);
    for (std::uint32_t pe = 0; pe < ranks; ++pe)
      ended[pe] = pe != me && call.runtime().segments()[pe].header().state.load(std::memory_order_acquire) !=
                                  session::State::Running;
    hear_all();
    if (word.unsettled == 0) break;
    word.unsettled -=
        std::erase_if(word.history, [&](const Update& update) { return !update.settled && ended[update.origin]; });
    word.rising = 0;
    if (word.unsettled == 0) break;
    let_library_progress();
    ::sched_yield();
  }
  hear_of_arrays(call);
  add_elements(word, at, variable);
  while (word.history.size() > kMostOfWord) drop_first(word);
  return word;
}

void hear_of_quiets(const Call& call) {
  auto& quiets = known().quiets;
  for (std::uint32_t pe = 0; pe < call.runtime().ranks(); ++pe)
    call.transport().take_each(pe, kQuiets, [&](const transport::Deposit& deposit) {
      std::deque<Quiet>& of_context = quiets[{pe, deposit.scope.value}];
      of_context.push_back({deposit.words[0], deposit.words[3]});
      if (of_context.size() > kMostQuiets) of_context.pop_front();
    });
}

/// When the puts of the word were complete, as far as quiets have told.
void mark_over(Word& word) {
  const auto& quiets = known().quiets;
  for (Update& update : word.history) {
    if (update.kind != Update::Kind::Put || update.over != kNever) continue;
    const auto told = quiets.find({update.origin, update.announcements.front().scope.value});
    if (told == quiets.end()) continue;
    const auto first = std::ranges::lower_bound(told->second, update.number, {}, &Quiet::upto);
    if (first != told->second.end()) update.over = first->moment;
  }
}

/// Own updates that a quiet has completed since.
void mark_known(Word& word) {
  for (Update& update : word.history) {
    if (!update.own || update.kind != Update::Kind::Atomic || update.known) continue;
    const auto first = own_on_their_way().find(update.announcements.front().scope.value);
    update.known = first == own_on_their_way().end() || update.number < first->second;
  }
}

/// What is known to be complete need not be known again: the announcement was fenced before another that has been taken.
bool is_known_with(const engine::Announcement& earlier, const engine::Announcement& taken) {
  return earlier.origin == taken.origin && earlier.scope == taken.scope &&
         model::within(taken.fences, earlier.clock.own());
}

void forget_what_is_known_with(Word& word, std::span<const engine::Announcement> taken) {
  // By far most of the time it is the first ones that go.
  const auto is_known = [&](const Update& update) {
    return std::ranges::all_of(update.announcements, [&](const engine::Announcement& announcement) {
      return std::ranges::any_of(taken,
                                 [&](const engine::Announcement& one) { return is_known_with(announcement, one); });
    });
  };
  while (!word.history.empty() && is_known(word.history.front())) drop_first(word);
}

/// All that is there is settled.
void remove(Word& word, std::vector<std::size_t> places) {
  std::ranges::sort(places);
  if (!places.empty() && places.back() + 1 == places.size()) {
    for (std::size_t i = 0; i < places.size(); ++i) drop_first(word);
    return;
  }
  if (!places.empty()) word.rising = 0;
  for (; !places.empty(); places.pop_back())
    word.history.erase(word.history.begin() + static_cast<std::ptrdiff_t>(places.back()));
}

/// One of these made a wait succeed, and nothing tells which: what all of them know is known.
void take_what_all_know(const Call& call, const History& history, const std::vector<std::size_t>& one_of) {
  std::optional<model::Clock> common;
  for (const std::size_t i : one_of) {
    const model::Clock clock = history[i].announcements.front().clock.full();
    if (common)
      common->meet(clock);
    else
      common = clock;
  }
  if (common) call.process().wait(0, *common);
}

/// The wait takes these updates, the one that ended it first. `drop` lets go of what is past then.
template <class Places, class Drop>
void take(const Call& call, const Look& look, Word& word, const Places& by, Drop&& drop) {
  std::vector<engine::Announcement>& taken = known().taken;
  taken.clear();
  for (const std::size_t i : by)
    taken.insert(taken.end(), word.history[i].announcements.begin(), word.history[i].announcements.end());
  // The look at what an atomic update leaves is atomic to it, and to others of its kind. Puts are seen element by element,
  // and may go on while somebody looks.
  const Update& maker = word.history[*by.begin()];
  if (maker.kind == Update::Kind::Atomic) look_at(call, look.variable, look.type, maker.domain);
  call.process().target_wait(0, taken);
  drop();
  forget_what_is_known_with(word, taken);
  taken.clear();
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

/// The number of a put that notifies.
std::uint64_t next_put(const Destination& to) {
  return puts_on_their_way()[{to.context->scope.value, to.pe}] = ++g_numbers;
}

/// What is there before a put.
void look_at_target(const Transfer& flags, void* found) {
  pshmem_ctx_getmem(flags.ctx, found, flags.remote, flags.count * flags.size, flags.pe);
}

void notify_of(const Call& call, const Destination& to, model::OperationId operation, const Transfer& flag,
               const void* bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, flag.size);
  const Label label{next_put(to), Phase::Put, Piece::at(to.at, flag.size), Effect::Replaces};
  const engine::Announcement announced = call.process().notify(0, {{}, ProcessId{to.pe}, to.context->scope, operation});
  PutNote told{known_of(to.pe, announced)};
  look_at_target(flag, &told.found);
  const auto note = std::bit_cast<std::array<std::byte, sizeof told>>(told);
  call.transport().deposit(to.pe, about(to.at),
                           {announced.clock,
                            announced.scope,
                            announced.fences,
                            {label.word(), operation.value, value, call.transport().moment(to.pe)},
                            {note.begin(), note.end()}});
}

void put_few_flags(const Call& call, const Transfer& flags, Blocking blocking) {
  for (std::uint64_t i = 0; i < flags.count; ++i) {
    Transfer element = flags;
    element.remote = element_of(flags.remote, i, flags.remote_stride, flags.size);
    element.local = element_of(flags.local, i, flags.local_stride, flags.size);
    element.count = 1;
    const auto to = destination(element.ctx, element.remote, element.pe);
    const auto operation = announced_put(call, element, blocking);
    const void* const bytes = element.local != nullptr ? element.local : element_of(flags.value, i, 1, flags.size);
    if (to && operation) notify_of(call, *to, *operation, element, bytes);
  }
}

/// One operation, and one notice with all the values.
void put_array(const Call& call, const Transfer& transfer, const Transfer& flags, Blocking blocking) {
  const auto to = destination(flags.ctx, flags.remote, flags.pe);
  const auto operation = announced_put(call, transfer, blocking);
  if (!to || !operation) return;
  const engine::Announcement announced =
      call.process().notify(0, {{}, ProcessId{to->pe}, to->context->scope, operation});
  const Layout layout{flags.size, flags.remote_stride, known_of(to->pe, announced), flags.count * flags.size};
  const bool looks = flags.remote_stride == 1;
  std::vector<std::byte> bytes(sizeof layout + layout.bytes * (looks ? 2 : 1));
  std::memcpy(bytes.data(), &layout, sizeof layout);
  for (std::uint64_t i = 0; i < flags.count; ++i)
    std::memcpy(bytes.data() + sizeof layout + i * flags.size,
                element_of(flags.local, i, flags.local_stride, flags.size), flags.size);
  if (looks) look_at_target(flags, bytes.data() + sizeof layout + layout.bytes);
  call.transport().deposit(to->pe, kArrays,
                           {announced.clock,
                            announced.scope,
                            announced.fences,
                            {next_put(*to), operation->value, to->at, call.transport().moment(to->pe)},
                            std::move(bytes)});
}

// --- Stores as flags -------------------------------------------------------------------------------------------------

/// The program is about to store to memory of another PE that it has a pointer to. A flag is stored after what it tells of was
/// fenced or quieted, so it is among the first stores after a call.
void stored(Runtime& runtime, ProcessId owner, model::Interval there) {
  static std::uint64_t at_call = 0;
  static std::uint64_t stores = 0;
  if (std::exchange(at_call, runtime.calls()) != runtime.calls()) stores = 0;
  const Piece piece = Piece::at(there.begin, there.size());
  if (!piece.inside_word() || !any_awaited_within(there.size()) || ++stores > kMostStores) return;
  const Label label{++g_numbers, Phase::Store, piece, Effect::Replaces};
  const engine::Announcement announced = runtime.process().notify(0, {{}, owner, default_scope(), std::nullopt});
  runtime.transport().deposit(
      owner.value, about(there.begin),
      {announced.clock,
       announced.scope,
       announced.fences,
       {label.word(), known_of(owner.value, announced), 0, runtime.transport().moment(owner.value)},
       {}});
}

}  // namespace

Notification::Notification(const Call& call, const Destination& to, AtomicType type, const model::Issue& update,
                           engine::Naming naming)
    : call_(call), to_(to), type_(type), performed_(naming == engine::Naming::Performed) {
  engine::Process& process = call.process();
  if (begin_if_awaited()) {
    deposit(process.issue_and_notify(0, update, call.site(), naming));
  } else if (naming == engine::Naming::Performed) {
    process.perform(0, update, call.site());
  } else {
    process.issue(0, update, call.site(), naming);
  }
}

Notification::Notification(const Call& call, const Destination& to, AtomicType type,
                           std::initializer_list<std::optional<model::OperationId>> carried)
    : call_(call), to_(to), type_(type) {
  if (!begin_if_awaited()) return;
  for (const auto& operation : carried)
    if (operation) deposit(call.process().notify(0, {{}, ProcessId{to.pe}, to.context->scope, operation}));
}

bool Notification::begin_if_awaited() {
  if (!is_awaited(type_.size) || !Piece::at(to_.at, type_.size).inside_word()) return false;
  number_ = ++g_numbers;
  if (to_.pe == call_.me() && !performed_) own_on_their_way().try_emplace(to_.context->scope.value, number_);
  return true;
}

void Notification::deposit(const engine::Announcement& announced) const {
  const Label label{number_, Phase::Begun, Piece::at(to_.at, type_.size), Effect::Replaces};
  call_.transport().deposit(
      to_.pe, about(to_.at),
      {announced.clock,
       announced.scope,
       announced.fences,
       {label.word(), announced.carried->value, to_.context->domain.value, call_.transport().moment(to_.pe)},
       {}});
}

void Notification::settle(std::uint64_t found, std::uint64_t left, Effect effect) const {
  if (number_ == 0) return;
  const std::uint64_t over = call_.transport().stamp(to_.pe);
  const bool nothing = effect == Effect::Exchanges && left == found;
  const Label label{number_, Phase::Settled, nothing ? Piece{} : Piece::at(to_.at, type_.size), effect, performed_};
  call_.transport().deposit(
      to_.pe, about(to_.at),
      {call_.process().clock(0).snapshot(), to_.context->scope, nullptr, {label.word(), found, left, over}, {}});
}

void updates_are_complete(const Call& call, model::ScopeId scope) {
  if (!own_on_their_way().empty()) own_on_their_way().erase(scope.value);
  auto& puts = puts_on_their_way();
  if (puts.empty()) return;
  const auto first = puts.lower_bound({scope.value, 0});
  auto at = first;
  for (; at != puts.end() && at->first.first == scope.value; ++at) {
    const std::uint32_t pe = at->first.second;
    call.transport().deposit(
        pe, kQuiets,
        {call.process().clock(0).snapshot(), scope, nullptr, {at->second, 0, 0, call.transport().stamp(pe)}, {}});
  }
  puts.erase(first, at);
}

void put_that_notifies(const Call& call, const Transfer& transfer, Blocking blocking) {
  const auto flags = as_flags(transfer);
  if (!flags) return put(call, transfer, blocking);
  const auto to = destination(flags->ctx, flags->remote, flags->pe);
  const bool to_itself = to && to->pe == call.me();  // arrays are divided where others put them
  if (flags->count <= kFewFlags || to_itself) return put_few_flags(call, *flags, blocking);
  put_array(call, transfer, *flags, blocking);
}

AwaitedSizes awaited_by(std::string_view routine) {
  constexpr std::string_view kPrefix = "shmem";
  if (!routine.starts_with(kPrefix)) return 0;
  const bool waits = routine.find("_wait") != std::string_view::npos ||
                     routine.find("_test") != std::string_view::npos || routine == "shmem_signal_fetch";
  if (!waits || routine == "shmem_test_lock") return 0;
  routine.remove_prefix(routine.find('_') + 1);  // shmem_ or shmemx_
  const std::string_view type = routine.substr(0, routine.find('_'));
  if (type == "short" || type == "ushort") return 1U << sizeof(short);
  if (type == "int" || type == "uint" || type == "int32" || type == "uint32") return 1U << sizeof(int);
  return 1U << sizeof(long);  // also of signals, and of shmem_wait, which has no type
}

void let_notify(Runtime& runtime, AwaitedSizes sizes) {
  g_awaited = sizes;
  if (sizes == 0) return;
  runtime.watch_foreign_stores(stored);
  runtime.transport().limit_deposits(
      static_cast<std::uint32_t>(Traffic::Updated), kMostUnlooked,
      [](const transport::Stream& stream) { return !known().words.contains(stream.context); });
}

void take_notifications(const Call& call, const Waiting& waiting, const Look& look,
                        const std::function<bool(std::uint64_t)>& holds) {
  const std::uint64_t returned = waiting.returned() ? *waiting.returned() : call.transport().moment(call.me());
  const Piece piece = Piece::at(address_of(look.variable), look.type.size);
  if (!piece.inside_word()) return;
  Word& word = collect(call, address_of(look.variable), piece);
  const History& history = word.history;
  const bool upwards = look.cmp == SHMEM_CMP_GE || look.cmp == SHMEM_CMP_GT;
  Wait wait{piece, holds, look.before, look.seen, waiting.called(), returned, upwards};
  const model::Address at = address_of(look.variable);
  const bool of_puts = !history.empty() && history.front().kind == Update::Kind::Put;
  if (of_puts) {
    hear_of_quiets(call);
    wait.stored = call.process().last_store({at, at + look.type.size});
  }
  if (const auto risen = made_by_rising(history, wait, word.rising)) {
    if (risen->by == 0) return;
    return take(call, look, word, std::views::iota(risen->past - risen->by, risen->past) | std::views::reverse, [&] {
      for (std::size_t i = 0; i < risen->past; ++i) drop_first(word);
    });
  }
  if (!of_puts) {
    hear_of_quiets(call);
    wait.stored = call.process().last_store({at, at + look.type.size});
  }
  mark_known(word);
  mark_over(word);
  Made made = made_by(history, wait);
  if (!made.one_of.empty()) take_what_all_know(call, history, made.one_of);
  // A look that nobody made succeed is no access of its own: programs poll.
  if (made.by.empty()) return remove(word, std::move(made.past));
  take(call, look, word, made.by, [&] { remove(word, std::move(made.past)); });
}

void forget_notifications_in(const Call& call, model::Interval freed) {
  const auto is_freed = [&](model::Address at) { return freed.overlaps({at, at + 1}); };
  auto& words = known().words;
  words.erase(words.lower_bound(word_of(freed.begin)), words.lower_bound(freed.end));
  for (Array& array : known().arrays)
    if (is_freed(array.at)) array.values.clear();  // the others keep their numbers
  const auto forget = [&](Traffic traffic, auto&& address_in) {
    call.transport().forget_deposits(static_cast<std::uint32_t>(traffic),
                                     [&](const transport::Stream& stream, const transport::Deposit& deposit) {
                                       return is_freed(address_in(stream, deposit));
                                     });
  };
  forget(Traffic::Updated, [](const transport::Stream& stream, const auto&) { return stream.context; });
  forget(Traffic::WidelyPut, [](const auto&, const transport::Deposit& deposit) { return deposit.words[2]; });
}

void forget_notifications(const Call& call) {
  if (g_awaited == 0) return;
  const auto& clock = call.process().clock(0);
  const auto is_known = [&](const auto& announced) {
    return announced.scope == default_scope() && clock.knows(announced.clock.own());
  };
  const auto is_past = [&](const Update& update) { return std::ranges::all_of(update.announcements, is_known); };
  // A wait for a sum takes all that it was made of: where something is still to be taken, what came before it stays, too.
  std::set<model::Address> needed;
  for (const auto& [at, word] : known().words)
    if (!std::ranges::all_of(word.history, is_past)) needed.insert(at);
  const auto updated = static_cast<std::uint32_t>(Traffic::Updated);
  call.transport().forget_deposits(updated, [&](const transport::Stream& stream, const transport::Deposit& deposit) {
    if (!is_known(deposit)) needed.insert(stream.context);
    return false;
  });
  // What settles one is deposited with a later point of the same origin: it is useless with the next barrier at the latest.
  call.transport().forget_deposits(updated, [&](const transport::Stream& stream, const transport::Deposit& deposit) {
    return is_known(deposit) && !needed.contains(stream.context);
  });
  for (auto& [at, word] : known().words) {
    if (needed.contains(at)) continue;
    word.history.clear();
    word.unsettled = word.rising = 0;
  }
  // Those that stay keep their numbers.
  call.transport().forget_deposits(
      static_cast<std::uint32_t>(Traffic::WidelyPut),
      [&](const transport::Stream&, const transport::Deposit& deposit) { return is_known(deposit); });
  auto& arrays = known().arrays;
  const auto first_useful =
      std::ranges::find_if_not(arrays, [&](const Array& array) { return is_known(array.announcement); });
  known().forgotten_arrays += static_cast<std::uint64_t>(first_useful - arrays.begin());
  arrays.erase(arrays.begin(), first_useful);
}

}  // namespace farsan::shmem
