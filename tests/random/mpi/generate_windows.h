// Generation, third layer: epochs, and the operations in them.
#pragma once

#include <array>
#include <tuple>

#include "random/mpi/generate_messages.h"

namespace farsan::random_programs::mpi {

constexpr std::array kKinds = {Epochs::Fence, Epochs::Lock, Epochs::Lock, Epochs::Post};

class WindowLayer : public MessageLayer {
 protected:
  using MessageLayer::MessageLayer;

  // --- Operations ----------------------------------------------------------------------------------------------------------

  /// (rank in the world, target's rank in the communicator) that may communicate on the window now.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> accesses(std::size_t w) {
    const Team& comm = comm_of(w);
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
    const Team& comm = comm_of(w);
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
    const Team& comm = comm_of(w);
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

  std::uint32_t exclusive_ = 0;  ///< percent of locks
  std::optional<Epochs> favourite_;

 private:
  int free_some_ = 1;
};

}  // namespace farsan::random_programs::mpi
