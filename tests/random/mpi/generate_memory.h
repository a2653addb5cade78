// Generation, first layer: windows as far as memory depends on them, and places in memory.
#pragma once

#include <map>
#include <set>

#include "random/common/generator.h"
#include "random/mpi/program.h"

namespace farsan::random_programs::mpi {

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

class MemoryLayer : public GeneratorBase<Program, Action> {
 protected:
  using GeneratorBase::GeneratorBase;

  Action on_window(std::uint32_t rank, Verb verb, std::size_t window) {
    Action action = made(rank, verb);
    action.window = window;
    action.comm = program_.windows[window].comm;
    return action;
  }

  [[nodiscard]] const Team& comm_of(std::size_t window) const { return program_.comms[program_.windows[window].comm]; }

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

  /// A buffer of `rank` that overlaps none of `others`.
  std::optional<Region> buffer(std::uint32_t rank, Layout shape, std::initializer_list<Region> others = {}) {
    return place_apart([&] { return some_memory(rank, 65); }, shape, others);
  }

  void local_access() {
    const std::uint32_t rank = dice_.below(program_.ranks);
    Action action = made(rank, dice_.chance(50) ? Verb::Load : Verb::Store);
    const std::uint32_t bytes = some_bytes();
    const auto region = touched(some_memory(rank, 35), bytes);
    if (!region) return;
    action.local = *region;
    add(std::move(action));
  }

  std::vector<WindowState> states_;
};

}  // namespace farsan::random_programs::mpi
