#include "random/shmem/generate.h"

#include <map>

#include "random/common/generator.h"
#include "random/shmem/flags.h"

namespace farsan::random_programs::shmem {

namespace {

class Generator final : public GeneratorBase<Program, Action> {
 public:
  explicit Generator(std::uint64_t seed) : GeneratorBase(seed), flags_(program_) {}

 private:
  // --- The setting -----------------------------------------------------------------------------------------------------

  void lay_out() override {
    program_.teams.push_back(everybody(program_.ranks));
    Team part;
    const Rank stride = dice_.between(1, program_.ranks - 1);
    for (Rank pe = dice_.below(program_.ranks - stride); pe < program_.ranks; pe += stride) part.members.push_back(pe);
    program_.teams.push_back(part);
    program_.contexts = {{0, false}, {0, false}, {1, false}, {0, true}};
    const std::uint32_t tight = dice_.between(16, 400);
    for (int memory = 0; memory < 3; ++memory) program_.memories.push_back({32 + dice_.between(1, tight)});
    const std::uint32_t flags = dice_.between(1, 3);
    program_.memories.push_back({flags * kFlagsApart});
    for (std::uint32_t f = 0; f < flags; ++f)
      program_.flags.push_back({static_cast<Type>(dice_.below(3)), dice_.chance(20)});
    settled_.assign(flags, std::vector<std::size_t>(program_.ranks));
    locals_ = dice_.between(10, 45);
    flags_percent_ = dice_.between(10, 45);
    handovers_ = dice_.between(0, 20);
    default_context_ = dice_.between(0, 100);
    meetings_ = dice_.between(3, 20);
  }

  void finish() override {
    while (!held_.empty()) clear_lock(held_.begin()->first);
  }

  void step() override {
    const std::uint32_t what = dice_.below(100);
    if (what < locals_) return local_access(dice_.below(program_.ranks));
    if (what < locals_ + flags_percent_) return at_flag();
    if (dice_.chance(handovers_)) return hand_over();
    if (dice_.chance(meetings_)) return meet();
    if (dice_.chance(10)) return at_lock();
    const Rank rank = dice_.below(program_.ranks);
    if (dice_.chance(20)) return order(rank, some_context(rank));
    operation(rank, some_context(rank));
  }

  std::size_t some_context(Rank rank, bool shared = true) {
    if (dice_.chance(default_context_)) return 0;
    for (;;) {
      const std::size_t context = dice_.below(program_.contexts.size());
      const Context& made = program_.contexts[context];
      if (program_.teams[made.team].has(rank) && (shared || !made.shared)) return context;
    }
  }
  Rank some_target(std::size_t context) {
    return dice_.below(program_.teams[program_.contexts[context].team].members.size());
  }
  std::size_t symmetric() { return dice_.chance(60) ? kHeap : kVariable; }
  std::size_t any_memory() { return dice_.chance(40) ? kPrivate : symmetric(); }

  // --- Accesses and operations -------------------------------------------------------------------------------------------

  void local_access(Rank rank) {
    Action action = made(rank, dice_.chance(50) ? Verb::Load : Verb::Store);
    const std::uint32_t bytes = some_bytes();
    auto region = touched(dice_.chance(25) ? kPrivate : symmetric(), bytes);
    // Flags are looked at, too; who changes them, tells.
    if (action.verb == Verb::Load && dice_.chance(8)) {
      region = place_of(program_.flags[0], 0);
      region->layout = contiguous(Element::Byte, region->layout.extent());
    }
    if (!region) return;
    if (dice_.chance(15)) {
      action.verb = action.verb == Verb::Load ? Verb::LoadThere : Verb::StoreThere;
      action.peer = dice_.below(program_.ranks);
      if (region->memory == kPrivate) return;
      action.remote = *region;
    } else {
      action.local = *region;
    }
    add(std::move(action));
  }

  std::optional<Region> buffer(Layout shape, std::initializer_list<Region> others) {
    return place_apart([&] { return any_memory(); }, shape, others);
  }

  void operation(Rank rank, std::size_t context) {
    constexpr std::array kVerbs = {Verb::Put,
                                   Verb::Put,
                                   Verb::PutNbi,
                                   Verb::PutNbi,
                                   Verb::P,
                                   Verb::Iput,
                                   Verb::Get,
                                   Verb::GetNbi,
                                   Verb::GetNbi,
                                   Verb::G,
                                   Verb::Iget,
                                   Verb::AtomicSet,
                                   Verb::AtomicInc,
                                   Verb::AtomicAdd,
                                   Verb::AtomicSwap,
                                   Verb::AtomicFetch,
                                   Verb::AtomicFetchNbi,
                                   Verb::AtomicFetchAddNbi,
                                   Verb::AtomicCompareSwap};
    Action action = made(rank, kVerbs[dice_.below(kVerbs.size())]);
    action.context = context;
    action.peer = some_target(context);
    const std::size_t memory = symmetric();
    const auto remote = place(memory, shape_of(action));
    if (!remote) return;
    action.remote = *remote;
    if (only_reads(action.verb) && dice_.chance(5)) look_at_flag(action);
    if (give_buffers(action)) add(std::move(action));
  }

  Layout shape_of(Action& action) {
    action.type = static_cast<Type>(dice_.below(3));
    action.value = dice_.between(1, 9);
    switch (action.verb) {
      case Verb::P:
      case Verb::G: return contiguous(element_of(action.type), 1);
      case Verb::Iput:
      case Verb::Iget: {
        const std::uint32_t elements = dice_.between(2, 4);
        return {Element::Int, elements, 1, dice_.between(1, 3)};
      }
      default: break;
    }
    if (is_atomic(action.verb)) return contiguous(element_of(action.type), 1);
    return dice_.chance(60) ? contiguous(Element::Byte, some_bytes()) : contiguous(Element::Int, dice_.between(1, 4));
  }

  void look_at_flag(Action& action) {
    action.flag = dice_.below(program_.flags.size());
    const Region flag = place_of(program_.flags[action.flag], action.flag);
    if (size_of(flag.layout.element) != action.remote.layout.extent()) return;
    action.remote.memory = flag.memory;
    action.remote.offset = flag.offset;
    action.type = program_.flags[action.flag].type;
  }

  /// The buffers of the origin; they do not overlap what the operation goes to.
  bool give_buffers(Action& action) {
    if (!sends(action.verb) && !brings_back(action.verb)) return true;
    const Region avoided = target(program_, action) == action.rank ? action.remote : Region{};
    Layout shape = action.remote.layout;
    if (action.verb == Verb::Iput || action.verb == Verb::Iget) shape.stride = dice_.between(1, 3);
    const auto region = buffer(shape, {avoided});
    if (!region) return false;
    (sends(action.verb) ? action.local : action.result) = *region;
    return true;
  }

  void order(Rank rank, std::size_t context) {
    Action action = made(rank, dice_.chance(50) ? Verb::Fence : Verb::Quiet);
    action.context = context;
    add(std::move(action));
  }

  // --- Flags ---------------------------------------------------------------------------------------------------------------

  void at_flag() {
    const Rank rank = dice_.below(program_.ranks);
    if (dice_.chance(45)) {
      const std::size_t context = some_context(rank, false);
      const Rank peer = some_target(context);
      (void)update(rank, context, peer, dice_.below(program_.flags.size()));
      return;
    }
    // Rather where something has happened.
    std::vector<FlagAt> fresh;
    for (std::size_t flag = 0; flag < program_.flags.size(); ++flag)
      for (Rank owner = 0; owner < program_.ranks; ++owner)
        if (flags_.count({flag, owner}) > settled_[flag][owner]) fresh.emplace_back(flag, owner);
    wait(fresh.empty() || dice_.chance(10) ? FlagAt{dice_.below(program_.flags.size()), rank} : dice_.pick(fresh));
  }

  /// Whether the update was possible.
  bool update(Rank rank, std::size_t context, Rank peer, std::size_t number) {
    const Flag& flag = program_.flags[number];
    Action action = made(rank, Verb::AtomicSet);
    action.context = context;
    action.peer = peer;
    action.flag = number;
    action.type = flag.type;
    action.remote = place_of(flag, number);
    const FlagAt at{number, target(program_, action)};
    if (flag.put) {
      action.verb = Verb::P;
      if (const auto [writer, first] = writers_.try_emplace(at, rank); !first && writer->second != rank) return false;
    } else {
      choose_update(action, at);
    }
    if (signals(action.verb)) {
      const std::size_t memory = symmetric();
      const auto data = place(memory, contiguous(Element::Byte, some_bytes()));
      if (!data) return false;
      action.remote = *data;
    }
    choose_value(action, at);
    if (!give_buffers(action)) return false;
    flags_.update(action, add(action));
    return true;
  }

  void choose_update(Action& action, const FlagAt& at) {
    constexpr std::array kVerbs = {Verb::AtomicSet,         Verb::AtomicInc,        Verb::AtomicAdd,
                                   Verb::AtomicAdd,         Verb::AtomicSwap,       Verb::AtomicFetchAdd,
                                   Verb::AtomicFetchAddNbi, Verb::AtomicCompareSwap};
    action.verb = kVerbs[dice_.below(kVerbs.size())];
    if (action.type == Type::Unsigned && dice_.chance(60)) {
      action.verb = dice_.chance(50) ? Verb::PutSignal : Verb::PutSignalNbi;
      action.adds = dice_.chance(40);
    }
    if (action.verb == Verb::AtomicCompareSwap) action.expected = flags_.value(at) + (dice_.chance(30) ? 1 : 0);
  }

  /// One that leaves a new value, or none.
  void choose_value(Action& action, const FlagAt& at) {
    const bool nothing = action.verb == Verb::AtomicCompareSwap && action.expected != flags_.value(at);
    do action.value = dice_.between(1, 60);
    while (!nothing && action.verb != Verb::AtomicInc && !flags_.is_new(at, flags_.left_by(action)));
    if (action.verb == Verb::AtomicInc && !flags_.is_new(at, flags_.left_by(action))) {
      action.verb = Verb::AtomicAdd;
      choose_value(action, at);
    }
  }

  void wait(const FlagAt& at) {
    const auto [number, owner] = at;
    Action action = made(owner, dice_.chance(60) ? Verb::WaitUntil : Verb::Test);
    action.flag = number;
    action.type = program_.flags[number].type;
    if (action.type == Type::Unsigned && dice_.chance(50))
      action.verb = dice_.chance(70) ? Verb::SignalWaitUntil : Verb::SignalFetch;
    action.early = action.verb != Verb::SignalFetch && dice_.chance(60);
    action.value = flags_.value(at);
    for (int attempt = 0; attempt < 4; ++attempt) {
      Action other = action;
      other.compare = static_cast<Compare>(dice_.below(6));
      other.value = dice_.between(0, static_cast<std::uint32_t>(action.value) + 5);
      if (flags_.success(other).holds && flags_.can_tell(other, settled_[number][owner])) {
        action = other;
        break;
      }
    }
    settled_[number][owner] = flags_.count(at);
    add(std::move(action));
  }

  /// Data, perhaps in order before a flag that somebody then waits for, and uses the data.
  void hand_over() {
    const Rank rank = dice_.below(program_.ranks);
    const std::size_t context = some_context(rank, false);
    const std::size_t before = program_.actions.size();
    operation(rank, context);
    if (program_.actions.size() == before) return;
    const Action data = program_.actions.back();
    if (dice_.chance(70)) order(rank, context);
    const std::size_t flag = dice_.below(program_.flags.size());
    if (!update(rank, context, data.peer, flag)) return;
    const Rank owner = target(program_, data);
    wait({flag, owner});
    Action use = made(owner, dice_.chance(50) ? Verb::Load : Verb::Store);
    use.local = data.remote;
    use.local.layout = contiguous(Element::Byte, std::min(data.remote.layout.extent(), 16U));
    if (use.local.memory != kFlags) add(std::move(use));
  }

  // --- Locks -----------------------------------------------------------------------------------------------------------------

  void at_lock() {
    const std::size_t lock = dice_.below(kLocks);
    if (held_.contains(lock)) return clear_lock(lock);
    const Rank rank = dice_.below(program_.ranks);
    Action action = made(rank, dice_.chance(60) ? Verb::SetLock : Verb::TestLock);
    action.lock = lock;
    held_[lock] = action;
    add(std::move(action));
  }

  void clear_lock(std::size_t lock) {
    Action action = held_.at(lock);
    action.verb = Verb::ClearLock;
    held_.erase(lock);
    add(std::move(action));
  }

  // --- Collectives -------------------------------------------------------------------------------------------------------------

  void meet() {
    constexpr std::array kVerbs = {Verb::BarrierAll, Verb::BarrierAll, Verb::SyncAll,  Verb::TeamSync, Verb::TeamSync,
                                   Verb::Broadcast,  Verb::Reduce,     Verb::Fcollect, Verb::Alltoall};
    Action action = made(0, kVerbs[dice_.below(kVerbs.size())]);
    const bool of_all = action.verb == Verb::BarrierAll || action.verb == Verb::SyncAll;
    action.team = of_all ? 0 : dice_.below(2);
    const std::vector<Rank>& ranks = members(program_, action);
    action.peer = dice_.below(ranks.size());
    if (moves_data(action.verb) && !choose_places(action, static_cast<std::uint32_t>(ranks.size()))) return;
    meeting(action, ranks);
    if (action.verb == Verb::BarrierAll)
      for (std::size_t flag = 0; flag < program_.flags.size(); ++flag)
        for (Rank owner = 0; owner < program_.ranks; ++owner) settled_[flag][owner] = flags_.count({flag, owner});
  }

  /// The same in all members: source and dest are symmetric.
  bool choose_places(Action& action, std::uint32_t size) {
    const std::uint32_t elements = dice_.between(1, 2);
    const std::uint32_t sent = action.verb == Verb::Alltoall ? elements * size : elements;
    const std::uint32_t received =
        action.verb == Verb::Alltoall || action.verb == Verb::Fcollect ? elements * size : elements;
    const auto source = place(symmetric(), contiguous(Element::Int, sent));
    if (!source) return false;
    action.local = *source;
    if (action.verb == Verb::Reduce && dice_.chance(25)) {  // in place
      action.result = *source;
      return true;
    }
    const auto dest = place_apart([&] { return symmetric(); }, contiguous(Element::Int, received), {*source});
    if (!dest) return false;
    action.result = *dest;
    return true;
  }

  Flags flags_;
  std::map<FlagAt, Rank> writers_;  ///< of flags that are put
  std::vector<std::vector<std::size_t>>
      settled_;                         ///< by flag and owner: updates that were there at the last wait or barrier
  std::map<std::size_t, Action> held_;  ///< locks
  std::uint32_t locals_ = 0;            ///< percent of steps
  std::uint32_t flags_percent_ = 0;
  std::uint32_t handovers_ = 0;
  std::uint32_t default_context_ = 0;
  std::uint32_t meetings_ = 0;
};

}  // namespace

Program generate(std::uint64_t seed) { return short_enough<Generator>(seed); }

}  // namespace farsan::random_programs::shmem
