#include "random/generate.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <tuple>

namespace farsan::random_programs {

namespace {

/// Numbers that are the same with every library: no standard distribution.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed * 0x9E3779B97F4A7C15U + 1) {}
  /// One of 0, ..., n - 1.
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(engine_() % n); }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1); }
  bool chance(std::uint32_t percent) { return below(100) < percent; }
  template <class List>
  auto& pick(List& list) {
    return list[below(list.size())];
  }

 private:
  std::mt19937_64 engine_;
};

constexpr std::array kKinds = {Epochs::Fence, Epochs::Lock, Epochs::Lock, Epochs::Post};

enum class Life : std::uint8_t { Planned, Made, Freed };

struct PostPhase {
  std::size_t group = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;  ///< (origin, target), world ranks
  std::set<std::uint32_t> posted, started, completed, waited;

  [[nodiscard]] std::vector<std::uint32_t> origins_of(std::uint32_t target) const {
    std::vector<std::uint32_t> all;
    for (const auto& [o, t] : pairs)
      if (t == target) all.push_back(o);
    return all;
  }
  [[nodiscard]] std::vector<std::uint32_t> targets_of(std::uint32_t origin) const {
    std::vector<std::uint32_t> all;
    for (const auto& [o, t] : pairs)
      if (o == origin) all.push_back(t);
    return all;
  }
};

struct Hold {
  Mode mode = Mode::Shared;
  std::size_t group = 0;
};

struct WindowState {
  Life life = Life::Planned;
  std::size_t group = 0;  ///< of making and freeing it
  Epochs last = Epochs::None;
  Epochs now = Epochs::None;
  bool operations_since_fence = false;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Hold> holds;  ///< (holder, target), ranks in the communicator
  std::map<std::uint32_t, std::size_t> all_locked;                ///< holder -> group
  PostPhase post;
};

/// Messages of one sender, receiver, communicator and tag: the n-th send goes to the n-th receive.
struct Channel {
  struct Pair {
    std::size_t group = 0;
    Layout sent;
    std::optional<Site> send, receive;
  };
  std::deque<Pair> pairs;
};
using ChannelKey = std::array<std::uint32_t, 4>;  ///< sender, receiver (world), communicator, tag

struct Started {  ///< a collective that not everybody has started
  Verb verb = Verb::Ibarrier;
  std::size_t comm = 0;
  std::size_t group = 0;
  std::uint32_t root = 0;
  std::uint32_t elements = 1;
  std::set<std::uint32_t> by;
};

struct Pending {  ///< a request
  Site site = 0;
  std::size_t started = 0;  ///< index of a collective
  ChannelKey channel{};     ///< of a receive
  std::size_t message = 0;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : dice_(seed) { program_.seed = seed; }

  Program run(std::uint32_t longest) {
    lay_out();
    const std::size_t goal = dice_.between(12, longest);
    while (program_.actions.size() < goal) step();
    finish();
    return std::move(program_);
  }

 private:
  // --- The setting -----------------------------------------------------------------------------------------------------

  void lay_out() {
    program_.ranks = dice_.between(2, 4);
    Comm world;
    for (std::uint32_t r = 0; r < program_.ranks; ++r) world.members.push_back(r);
    program_.comms.push_back(world);
    Comm part;
    part.members = world.members;
    for (std::size_t i = part.members.size() - 1; i > 0; --i)
      std::swap(part.members[i], part.members[dice_.below(i + 1)]);
    if (program_.ranks > 2 && dice_.chance(70)) part.members.pop_back();
    program_.comms.push_back(part);

    tight_ = dice_.between(20, 200);
    program_.memories.push_back({dice_.between(48, 48 + tight_), false});
    const std::uint32_t windows = dice_.between(1, 3);
    for (std::uint32_t w = 0; w < windows; ++w) {
      Window window;
      window.comm = dice_.chance(25) ? 1 : 0;
      const std::size_t last = program_.memories.size() - 1;
      if (w > 0 && dice_.chance(25) && !program_.memories[last].allocated) {  // another window over the same memory
        window.memory = last;
        window.offset = dice_.chance(50) ? 0 : 8;
      } else {
        program_.memories.push_back({16 + dice_.between(1, tight_), dice_.chance(50)});
        window.memory = last + 1;
      }
      if (dice_.chance(20)) window.unit = dice_.chance(50) ? 4 : 2;
      program_.windows.push_back(window);
    }
    states_.resize(windows);
    pending_.resize(program_.ranks);
    exclusive_ = dice_.between(20, 90);
    favourite_ = dice_.below(4) == 0 ? std::optional(kKinds[dice_.below(kKinds.size())]) : std::nullopt;
    locals_ = dice_.between(10, 60);
    talk_ = dice_.between(2, 25);
    epochs_ = dice_.between(15, 60);
  }

  // --- Adding actions ----------------------------------------------------------------------------------------------------

  std::size_t new_group() { return groups_++; }

  Site add(Action action) {
    program_.actions.push_back(std::move(action));
    return program_.actions.size() - 1;
  }
  Action made(std::uint32_t rank, Verb verb) {
    Action action;
    action.rank = rank;
    action.verb = verb;
    action.group = new_group();
    return action;
  }
  Action on_window(std::uint32_t rank, Verb verb, std::size_t window) {
    Action action = made(rank, verb);
    action.window = window;
    action.comm = program_.windows[window].comm;
    return action;
  }

  [[nodiscard]] const Comm& comm_of(std::size_t window) const { return program_.comms[program_.windows[window].comm]; }

  void step() {
    const std::uint32_t what = dice_.below(100);
    if (what < locals_) return local_access();
    if (what < locals_ + talk_) return communicate();
    const std::size_t w = dice_.below(program_.windows.size());
    if (states_[w].life == Life::Planned) return make_window(w);
    if (states_[w].life == Life::Freed) return;
    if (dice_.chance(epochs_)) return synchronise(w);
    operation(w);
  }

  // --- Memory --------------------------------------------------------------------------------------------------------------

  [[nodiscard]] bool exists(std::size_t memory, std::uint32_t rank) const {
    if (!program_.memories[memory].allocated) return true;
    for (std::size_t w = 0; w < program_.windows.size(); ++w)
      if (program_.windows[w].memory == memory) return states_[w].life == Life::Made && comm_of(w).has(rank);
    return false;
  }

  std::size_t some_memory(std::uint32_t rank, std::uint32_t percent_private) {
    std::vector<std::size_t> others;
    for (std::size_t m = 1; m < program_.memories.size(); ++m)
      if (exists(m, rank)) others.push_back(m);
    return others.empty() || dice_.chance(percent_private) ? 0 : dice_.pick(others);
  }

  Layout layout(Element element, std::uint32_t elements) {
    if (elements > 1 && dice_.chance(25)) {
      std::vector<std::uint32_t> divisors;
      for (std::uint32_t d = 2; d <= elements; ++d)
        if (elements % d == 0) divisors.push_back(d);
      const std::uint32_t blocks = dice_.pick(divisors);
      const std::uint32_t block = elements / blocks;
      return {element, blocks, block, block + dice_.between(1, 2)};
    }
    return {element, 1, elements, elements};
  }

  /// Somewhere in [from, end of the memory); none if it does not fit.
  std::optional<Region> place(std::size_t memory, Layout shape, std::uint32_t from = 0, std::uint32_t alignment = 1) {
    alignment = std::max(alignment, size_of(shape.element));
    const std::uint32_t size = program_.memories[memory].size;
    if (from + shape.extent() > size) return std::nullopt;
    std::uint32_t offset = dice_.between(from, size - shape.extent());
    // Offsets count from `from`, which is aligned for everything.
    offset -= (offset - from) % alignment;
    return Region{memory, offset, shape};
  }

  static bool overlap(const Region& a, const Region& b) {
    return !a.empty() && !b.empty() && a.memory == b.memory && a.offset < b.end() && b.offset < a.end();
  }

  /// A buffer of `rank` that overlaps none of `others`.
  std::optional<Region> buffer(std::uint32_t rank, Layout shape, std::initializer_list<Region> others = {}) {
    for (int attempt = 0; attempt < 8; ++attempt) {
      const auto region = place(some_memory(rank, 65), shape);
      if (region && std::none_of(others.begin(), others.end(), [&](const Region& o) { return overlap(o, *region); }))
        return region;
    }
    return std::nullopt;
  }

  std::uint32_t some_bytes() {
    constexpr std::array<std::uint32_t, 12> kSizes = {1, 2, 3, 4, 4, 5, 7, 8, 8, 8, 12, 16};
    return kSizes[dice_.below(kSizes.size())];
  }

  void local_access() {
    const std::uint32_t rank = dice_.below(program_.ranks);
    Action action = made(rank, dice_.chance(50) ? Verb::Load : Verb::Store);
    const std::uint32_t bytes = some_bytes();
    const auto region = place(some_memory(rank, 35), {Element::Byte, 1, bytes, bytes}, 0, dice_.chance(60) ? 4 : 1);
    if (!region) return;
    action.local = *region;
    add(std::move(action));
  }

  // --- Operations ----------------------------------------------------------------------------------------------------------

  /// (rank in the world, target's rank in the communicator) that may communicate on the window now.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> accesses(std::size_t w) {
    const Comm& comm = comm_of(w);
    const WindowState& state = states_[w];
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open;
    const auto size = static_cast<std::uint32_t>(comm.members.size());
    for (std::uint32_t r = 0; r < size; ++r)
      for (std::uint32_t t = 0; t < size; ++t) {
        const std::uint32_t rank = comm.members[r];
        const bool locked = state.holds.contains({r, t}) || state.all_locked.contains(r);
        const bool started = state.post.started.contains(rank) && !state.post.completed.contains(rank) &&
                             state.post.pairs.contains({rank, comm.members[t]});
        if (state.now == Epochs::Fence || (state.now == Epochs::Lock && locked) ||
            (state.now == Epochs::Post && started))
          open.emplace_back(rank, t);
      }
    return open;
  }

  void operation(std::size_t w) {
    const auto open = accesses(w);
    if (open.empty()) return synchronise(w);
    const auto [rank, target] = open[dice_.below(open.size())];
    constexpr std::array kVerbs = {Verb::Put,        Verb::Put,           Verb::Get,        Verb::Get,
                                   Verb::Accumulate, Verb::Accumulate,    Verb::FetchAndOp, Verb::CompareAndSwap,
                                   Verb::Rput,       Verb::GetAccumulate, Verb::Rget};
    Verb verb = kVerbs[dice_.below(kVerbs.size())];
    if (states_[w].now != Epochs::Lock && verb == Verb::Rput) verb = Verb::Put;  // requests: passive target only
    if (states_[w].now != Epochs::Lock && verb == Verb::Rget) verb = Verb::Get;
    Action action = on_window(rank, verb, w);
    action.peer = target;
    if (!choose_regions(action)) return;
    states_[w].operations_since_fence = true;
    const Site site = add(action);
    if (makes_request(verb)) pending_[rank].push_back({site, 0, {}, 0});
  }

  bool choose_regions(Action& action) {
    const Window& window = program_.windows[action.window];
    const bool atomic = action.verb >= Verb::Accumulate && action.verb <= Verb::CompareAndSwap;
    const Element element = atomic             ? (dice_.chance(75) ? Element::Int : Element::Long)
                            : dice_.chance(70) ? Element::Byte
                                               : Element::Int;
    const bool single = action.verb == Verb::FetchAndOp || action.verb == Verb::CompareAndSwap;
    const std::uint32_t elements = single                     ? 1
                                   : element == Element::Byte ? some_bytes()
                                                              : dice_.between(1, element == Element::Int ? 4 : 2);
    const auto shape = [&] { return single ? Layout{element, 1, 1, 1} : layout(element, elements); };
    const auto remote = place(window.memory, shape(), window.offset, window.unit);
    if (!remote) return false;
    action.remote = *remote;
    action.reduction = dice_.chance(60) ? Reduction::Sum : Reduction::Replace;
    const bool fetches = action.verb == Verb::GetAccumulate || action.verb == Verb::FetchAndOp;
    if (fetches && dice_.chance(20)) action.reduction = Reduction::None;
    // No library likes to copy from memory to itself: neither will this program.
    const bool to_self = program_.comms[action.comm].members[action.peer] == action.rank;
    const Region avoided = to_self ? action.remote : Region{};
    if (action.verb != Verb::Get && action.verb != Verb::Rget) {
      const auto local = buffer(action.rank, shape(), {avoided});
      if (!local) return false;
      action.local = *local;
    }
    if (action.verb == Verb::CompareAndSwap) {
      const auto compare = buffer(action.rank, shape(), {avoided, action.local});
      if (!compare) return false;
      action.compare = *compare;
    }
    if (brings_back(action.verb)) {
      const auto result = buffer(action.rank, shape(), {avoided, action.local, action.compare});
      if (!result) return false;
      action.result = *result;
    }
    return true;
  }

  // --- Windows ---------------------------------------------------------------------------------------------------------------

  /// The same action by all members, at one place.
  void meeting(Action action, const std::vector<std::uint32_t>& ranks) {
    for (const std::uint32_t rank : ranks) {
      action.rank = rank;
      add(action);
    }
  }

  void make_window(std::size_t w) {
    start_collectives(program_.windows[w].comm);
    Action action = on_window(0, Verb::MakeWindow, w);
    states_[w].group = action.group;
    states_[w].life = Life::Made;
    meeting(action, comm_of(w).members);
  }

  void free_window(std::size_t w) {
    // Requests of its operations must be over, and nothing may use memory that goes with it.
    for (std::size_t any = 0; any < states_.size(); ++any) end_epochs(any);
    complete_all();
    Action action = on_window(0, Verb::FreeWindow, w);
    action.group = states_[w].group;
    states_[w].life = Life::Freed;
    meeting(action, comm_of(w).members);
  }

  void fence(std::size_t w, bool no_precede, bool no_succeed) {
    Action action = on_window(0, Verb::Fence, w);
    action.no_precede = no_precede;
    action.no_succeed = no_succeed;
    meeting(action, comm_of(w).members);
    states_[w].operations_since_fence = false;
  }

  void synchronise(std::size_t w) {
    if (dice_.chance(2) && free_some_ > 0) {
      --free_some_;
      return free_window(w);
    }
    switch (states_[w].now) {
      case Epochs::None: return begin_epochs(w);
      case Epochs::Fence:
        if (dice_.chance(10)) return end_epochs(w);
        return fence(w, !states_[w].operations_since_fence && dice_.chance(30), false);
      case Epochs::Lock:
        if (dice_.chance(4)) return end_epochs(w);
        return lock_step(w);
      case Epochs::Post: return post_step(w);
    }
  }

  void begin_epochs(std::size_t w) {
    WindowState& state = states_[w];
    const Epochs next = favourite_ && dice_.chance(80) ? *favourite_ : kKinds[dice_.below(kKinds.size())];
    if (state.last != Epochs::None && state.last != next) {
      if (dice_.chance(30)) {
        start_collectives(program_.windows[w].comm);
        Action barrier = made(0, Verb::Barrier);
        barrier.comm = program_.windows[w].comm;
        meeting(barrier, program_.comms[barrier.comm].members);
      } else {
        meeting(made(0, Verb::Meet), program_.comms[0].members);
      }
    }
    state.now = next;
    state.last = next;
    if (next == Epochs::Fence) fence(w, dice_.chance(50), false);
    if (next == Epochs::Lock) lock_step(w);
    if (next == Epochs::Post) begin_post(w);
  }

  void end_epochs(std::size_t w) {
    WindowState& state = states_[w];
    if (state.now == Epochs::Fence) fence(w, !state.operations_since_fence && dice_.chance(30), true);
    while (!state.holds.empty()) unlock(w, state.holds.begin()->first.first, state.holds.begin()->first.second);
    while (!state.all_locked.empty()) unlock_all(w, state.all_locked.begin()->first);
    while (state.now == Epochs::Post) post_step(w);
    state.now = Epochs::None;
  }

  // --- Locks -------------------------------------------------------------------------------------------------------------------

  void unlock(std::size_t w, std::uint32_t r, std::uint32_t t) {
    Action action = on_window(comm_of(w).members[r], Verb::Unlock, w);
    action.group = states_[w].holds.at({r, t}).group;
    action.peer = t;
    add(action);
    states_[w].holds.erase({r, t});
  }

  void unlock_all(std::size_t w, std::uint32_t r) {
    Action action = on_window(comm_of(w).members[r], Verb::UnlockAll, w);
    action.group = states_[w].all_locked.at(r);
    add(action);
    states_[w].all_locked.erase(r);
  }

  void lock_step(std::size_t w) {
    WindowState& state = states_[w];
    const auto size = static_cast<std::uint32_t>(comm_of(w).members.size());
    std::uint32_t r = dice_.below(size);
    std::uint32_t t = dice_.below(size);
    if (!state.holds.empty() && dice_.chance(50))  // rather go on with an epoch than begin one more
      std::tie(r, t) = std::next(state.holds.begin(), dice_.below(state.holds.size()))->first;
    const std::uint32_t rank = comm_of(w).members[r];
    const auto held = state.holds.find({r, t});
    const bool holds_any =
        std::any_of(state.holds.begin(), state.holds.end(), [&](const auto& h) { return h.first.first == r; });
    if (state.all_locked.contains(r)) {
      if (dice_.chance(25)) return unlock_all(w, r);
      return flush(w, rank, t);
    }
    if (held != state.holds.end()) {
      if (dice_.chance(45)) return unlock(w, r, t);
      return flush(w, rank, t);
    }
    if (!holds_any && dice_.chance(25)) {
      const bool excluded = std::any_of(state.holds.begin(), state.holds.end(),
                                        [](const auto& h) { return h.second.mode == Mode::Exclusive; });
      if (excluded) return;
      Action action = on_window(rank, Verb::LockAll, w);
      state.all_locked[r] = action.group;
      add(action);
      return;
    }
    const Mode mode = dice_.chance(exclusive_) ? Mode::Exclusive : Mode::Shared;
    for (const auto& [who, hold] : state.holds)
      if (who.second == t && (mode == Mode::Exclusive || hold.mode == Mode::Exclusive)) return;
    if (mode == Mode::Exclusive && !state.all_locked.empty()) return;
    Action action = on_window(rank, Verb::Lock, w);
    action.peer = t;
    action.mode = mode;
    state.holds[{r, t}] = {mode, action.group};
    add(action);
  }

  void flush(std::size_t w, std::uint32_t rank, std::uint32_t target) {
    constexpr std::array kVerbs = {Verb::Flush, Verb::Flush, Verb::FlushAll, Verb::FlushLocal, Verb::FlushLocalAll};
    Action action = on_window(rank, kVerbs[dice_.below(kVerbs.size())], w);
    action.peer = target;
    add(action);
  }

  // --- Post, start, complete, wait -----------------------------------------------------------------------------------------------

  void begin_post(std::size_t w) {
    const Comm& comm = comm_of(w);
    PostPhase phase;
    phase.group = new_group();
    while (phase.pairs.empty())
      for (const std::uint32_t origin : comm.members)
        for (const std::uint32_t target : comm.members)
          if (origin != target && dice_.chance(40)) phase.pairs.emplace(origin, target);
    states_[w].post = std::move(phase);
    post_step(w);
  }

  /// What one rank does next in it, of all that could happen.
  void post_step(std::size_t w) {
    PostPhase& phase = states_[w].post;
    const Comm& comm = comm_of(w);
    struct Next {
      std::uint32_t rank;
      Verb verb;
    };
    std::vector<Next> possible;
    const auto all_in = [](const std::vector<std::uint32_t>& ranks, const std::set<std::uint32_t>& set) {
      return std::all_of(ranks.begin(), ranks.end(), [&](std::uint32_t r) { return set.contains(r); });
    };
    for (const std::uint32_t rank : comm.members) {
      const auto origins = phase.origins_of(rank);
      const auto targets = phase.targets_of(rank);
      if (!origins.empty() && !phase.posted.contains(rank)) possible.push_back({rank, Verb::Post});
      if (!origins.empty() && phase.posted.contains(rank) && !phase.waited.contains(rank) &&
          all_in(origins, phase.completed))
        possible.push_back({rank, Verb::WaitExposure});
      if (!targets.empty() && !phase.started.contains(rank) && all_in(targets, phase.posted))
        possible.push_back({rank, Verb::Start});
      if (phase.started.contains(rank) && !phase.completed.contains(rank)) possible.push_back({rank, Verb::Complete});
    }
    if (possible.empty()) {
      phase = {};
      states_[w].now = Epochs::None;
      return;
    }
    const auto [rank, verb] = dice_.pick(possible);
    Action action = on_window(rank, verb, w);
    action.group = phase.group;
    if (verb == Verb::Post)
      for (const std::uint32_t origin : phase.origins_of(rank)) action.peers.push_back(comm.rank_of(origin));
    if (verb == Verb::Start)
      for (const std::uint32_t target : phase.targets_of(rank)) action.peers.push_back(comm.rank_of(target));
    add(action);
    (verb == Verb::Post       ? phase.posted
     : verb == Verb::Start    ? phase.started
     : verb == Verb::Complete ? phase.completed
                              : phase.waited)
        .insert(rank);
  }

  // --- Messages and collectives ------------------------------------------------------------------------------------------------------

  void communicate() {
    const std::uint32_t what = dice_.below(100);
    if (what < 40) return send();
    if (what < 70) return receive();
    if (what < 80) return collective();
    if (what < 86) return start_collective();
    for (int attempt = 0; attempt < 4; ++attempt) {
      auto& requests = pending_[dice_.below(program_.ranks)];
      if (!requests.empty()) {
        const Pending request = dice_.pick(requests);
        if (can_complete(request)) return complete(request);
      }
    }
  }

  ChannelKey some_channel() {
    const std::uint32_t comm = dice_.below(2);
    const auto& ranks = program_.comms[comm].members;
    const std::uint32_t from = dice_.below(ranks.size());
    const std::uint32_t to = (from + dice_.between(1, static_cast<std::uint32_t>(ranks.size()) - 1)) %
                             static_cast<std::uint32_t>(ranks.size());
    return {ranks[from], ranks[to], comm, dice_.below(2)};
  }

  void send() { send_on(some_channel()); }

  void send_on(const ChannelKey& key) {
    Channel& channel = channels_[key];
    auto message =
        std::find_if(channel.pairs.begin(), channel.pairs.end(), [](const auto& pair) { return !pair.send; });
    const bool expected = message != channel.pairs.end();
    const Layout shape = expected           ? layout(message->sent.element, message->sent.elements())
                         : dice_.chance(60) ? layout(Element::Byte, some_bytes())
                                            : layout(Element::Int, dice_.between(1, 3));
    auto region = buffer(key[0], shape);
    if (!region) region = place(0, {shape.element, 1, shape.elements(), shape.elements()});
    Action action = made(key[0], dice_.chance(50) ? Verb::Send : Verb::Isend);
    if (expected) action.group = message->group;
    action.comm = key[2];
    action.tag = static_cast<int>(key[3]);
    action.peer = program_.comms[key[2]].rank_of(key[1]);
    action.local = *region;
    const Site site = add(action);
    if (expected)
      message->send = site;
    else
      channel.pairs.push_back({action.group, shape, site, {}});
    if (action.verb == Verb::Isend) pending_[action.rank].push_back({site, 0, {}, 0});
  }

  void receive() {
    std::vector<ChannelKey> waiting;
    for (const auto& [key, channel] : channels_)
      for (const auto& pair : channel.pairs)
        if (!pair.receive) {
          waiting.push_back(key);
          break;
        }
    if (waiting.empty() || dice_.chance(20)) return receive_on(some_channel());
    receive_on(dice_.pick(waiting));
  }

  void receive_on(const ChannelKey& key) {
    Channel& channel = channels_[key];
    const auto message =
        std::find_if(channel.pairs.begin(), channel.pairs.end(), [](const auto& pair) { return !pair.receive; });
    const bool sent = message != channel.pairs.end();
    const Layout shape =
        sent ? layout(message->sent.element, message->sent.elements()) : layout(Element::Byte, some_bytes());
    auto region = buffer(key[1], shape);
    if (!region) region = place(0, {shape.element, 1, shape.elements(), shape.elements()});
    Action action = made(key[1], sent && dice_.chance(60) ? Verb::Recv : Verb::Irecv);
    if (sent) action.group = message->group;
    action.comm = key[2];
    action.tag = static_cast<int>(key[3]);
    action.peer = program_.comms[key[2]].rank_of(key[0]);
    action.result = *region;
    const Site site = add(action);
    const auto number = static_cast<std::size_t>(message - channel.pairs.begin());
    if (sent)
      message->receive = site;
    else
      channel.pairs.push_back({action.group, shape, {}, site});
    if (action.verb == Verb::Irecv) pending_[action.rank].push_back({site, 0, key, number});
  }

  bool choose_collective(Action& action, std::uint32_t elements) {
    const Layout shape{Element::Int, 1, elements, elements};
    const bool root = program_.comms[action.comm].members[action.peer] == action.rank;
    const bool to_all = action.verb == Verb::Bcast || action.verb == Verb::Ibcast;
    action.local = action.result = {};
    if (action.verb == Verb::Barrier || action.verb == Verb::Ibarrier) return true;
    if (!to_all || root) {
      const auto region = buffer(action.rank, shape);
      if (!region) return false;
      action.local = *region;
    }
    if (to_all ? !root : action.verb != Verb::Reduce || root) {
      const auto region = buffer(action.rank, shape, {action.local});
      if (!region) return false;
      action.result = *region;
    }
    return true;
  }

  void collective() {
    constexpr std::array kVerbs = {Verb::Barrier, Verb::Barrier, Verb::Bcast, Verb::Bcast,
                                   Verb::Reduce,  Verb::Reduce,  Verb::Scan,  Verb::Allreduce};
    Action action = made(0, kVerbs[dice_.below(kVerbs.size())]);
    action.comm = dice_.below(2);
    const auto& ranks = program_.comms[action.comm].members;
    action.peer = dice_.below(ranks.size());
    const std::uint32_t elements = dice_.between(1, 2);
    std::vector<Action> all;
    for (const std::uint32_t rank : ranks) {
      action.rank = rank;
      if (!choose_collective(action, elements)) return;
      all.push_back(action);
    }
    start_collectives(action.comm);
    for (Action& one : all) add(std::move(one));
  }

  /// One more member starts a non-blocking collective, or the first one a new one.
  void start_collective() {
    std::vector<std::pair<std::size_t, std::uint32_t>> can;
    for (std::size_t i = 0; i < started_.size(); ++i)
      for (const std::uint32_t rank : program_.comms[started_[i].comm].members)
        if (next_of(rank, started_[i].comm) == i) can.emplace_back(i, rank);
    if (!can.empty() && dice_.chance(80)) {
      const auto [which, rank] = dice_.pick(can);
      return start(which, rank);
    }
    constexpr std::array kVerbs = {Verb::Ibarrier, Verb::Ibarrier, Verb::Ibcast, Verb::Iallreduce};
    Started fresh;
    fresh.verb = kVerbs[dice_.below(kVerbs.size())];
    fresh.comm = dice_.below(2);
    fresh.group = new_group();
    const auto& ranks = program_.comms[fresh.comm].members;
    fresh.root = dice_.below(ranks.size());
    fresh.elements = dice_.between(1, 2);
    const std::uint32_t rank = dice_.pick(ranks);
    started_.push_back(fresh);
    start(next_of(rank, fresh.comm), rank);
  }

  /// The first collective on the communicator that the rank has not started.
  std::size_t next_of(std::uint32_t rank, std::size_t comm) {
    for (std::size_t i = 0; i < started_.size(); ++i)
      if (started_[i].comm == comm && !started_[i].by.contains(rank)) return i;
    return started_.size();
  }

  void start(std::size_t which, std::uint32_t rank) {
    Started& what = started_[which];
    Action action = made(rank, what.verb);
    action.group = what.group;
    action.comm = what.comm;
    action.peer = what.root;
    while (!choose_collective(action, what.elements)) {
    }
    const Site site = add(action);
    what.by.insert(rank);
    pending_[rank].push_back({site, which, {}, 0});
  }

  /// Everybody starts what was started on the communicator: what comes next there comes after it.
  void start_collectives(std::size_t comm) {
    for (std::size_t i = 0; i < started_.size(); ++i)
      if (started_[i].comm == comm)
        for (const std::uint32_t rank : program_.comms[comm].members)
          if (!started_[i].by.contains(rank)) start(i, rank);
  }

  // --- Requests --------------------------------------------------------------------------------------------------------------------------

  bool can_complete(const Pending& request) {
    const Action& action = program_.actions[request.site];
    if (action.verb == Verb::Irecv) return channels_[request.channel].pairs[request.message].send.has_value();
    if (is_started_collective(action.verb))
      return started_[request.started].by.size() == program_.comms[action.comm].members.size();
    return true;
  }

  void complete(Pending request) {  // a copy: completing others makes more of them
    const Action begun = program_.actions[request.site];
    while (!can_complete(request)) {
      if (begun.verb == Verb::Irecv) send_on(request.channel);
      if (is_started_collective(begun.verb)) start_collectives(begun.comm);
    }
    Action action = made(begun.rank, Verb::Wait);
    action.group = begun.group;
    action.request = request.site;
    action.comm = begun.comm;
    add(action);
    std::erase_if(pending_[begun.rank], [&](const Pending& p) { return p.site == request.site; });
  }

  /// Completing one may take others: a message that is waited for must be sent.
  void complete_all() {
    const auto open = [&] {
      return std::find_if(pending_.begin(), pending_.end(), [](const auto& requests) { return !requests.empty(); });
    };
    for (auto requests = open(); requests != pending_.end(); requests = open()) complete(dice_.pick(*requests));
  }

  void finish() {
    for (std::size_t w = 0; w < program_.windows.size(); ++w)
      if (states_[w].life == Life::Made) end_epochs(w);
    for (auto& [key, channel] : channels_)
      while (std::any_of(channel.pairs.begin(), channel.pairs.end(), [](const auto& pair) { return !pair.receive; }))
        receive_on(key);
    complete_all();
    for (std::size_t w = 0; w < program_.windows.size(); ++w)
      if (states_[w].life == Life::Made) free_window(w);
  }

  Dice dice_;
  Program program_;
  std::vector<WindowState> states_;
  std::map<ChannelKey, Channel> channels_;
  std::vector<Started> started_;
  std::vector<std::vector<Pending>> pending_;  ///< by rank
  std::size_t groups_ = 0;
  std::uint32_t tight_ = 0;
  std::uint32_t locals_ = 0;  ///< percent of steps
  std::uint32_t talk_ = 0;
  std::uint32_t epochs_ = 0;
  std::uint32_t exclusive_ = 0;
  std::optional<Epochs> favourite_;
  int free_some_ = 1;
};

}  // namespace

Program generate(std::uint64_t seed) {
  // What is open at the end has to be closed, which takes a few actions more than were asked for.
  for (std::uint32_t longest = 120;; longest -= 20)
    if (Program program = Generator(seed).run(longest); program.actions.size() <= kMostActions) return program;
}

}  // namespace farsan::random_programs
