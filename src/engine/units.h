// The units of one process: their clocks, the mutexes they hold, and which of them still run.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "model/clock.h"
#include "model/event.h"
#include "model/region.h"

namespace farsan::engine {

class Units {
 public:
  struct Unit {
    model::UnitClock clock;
    bool alive = true;
    model::MutexSet mutexes;  ///< held now
    /// An operation was issued in the current epoch: what comes next may need an epoch of its own to be after it.
    bool issued = false;
    model::Epoch handed_out = 0;  ///< the last one that anybody else may know of, but for what is left
    /// What it left at the lock that it gave back last: nobody knows of it who has not taken that lock since. 0: nothing.
    model::Epoch left = 0;
    model::LockId left_at{};
    model::LockMode left_as = model::LockMode::Exclusive;

    /// How many of its epochs before this one nobody can know of without knowing it, up to 255.
    [[nodiscard]] std::uint8_t silent_before(model::Epoch epoch) const {
      const model::Epoch known = std::max(handed_out, left);
      return epoch <= known ? std::uint8_t{0}
                            : static_cast<std::uint8_t>(std::min<model::Epoch>(epoch - known, 256) - 1);
    }
    void leave_at(model::LockId lock, model::LockMode held) {
      handed_out = std::max(handed_out, left);
      left = clock.now();
      left_at = lock;
      left_as = held;
    }
    /// It has the lock again, and found nothing new there. Whoever had it in between, in a way that lets them see what was left, would have left
    /// something of theirs: but who shares it now may have seen what an exclusive holder left, and have it still. True: nobody knows of it.
    bool has_again(model::LockId lock, model::LockMode held) {
      using enum model::LockMode;
      const bool unseen = left_at == lock && (held == Exclusive || left_as == Shared);
      if (unseen) left = 0;
      return unseen;
    }

    void tick() {
      clock.tick();
      issued = false;
    }
  };

  Units(model::ProcessId process, std::uint32_t processes);

  /// References stay valid. Hot.
  [[nodiscard]] Unit& operator[](std::uint32_t index) { return *units_[index]; }
  [[nodiscard]] const Unit& operator[](std::uint32_t index) const { return *units_[index]; }
  /// Was there ever more than one?
  [[nodiscard]] bool threaded() const { return units_.size() > 1; }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(units_.size()); }

  void fork(std::uint32_t parent, std::uint32_t child);
  void join(std::uint32_t parent, std::uint32_t child);
  void acquire(std::uint32_t unit, model::MutexId mutex);
  void release(std::uint32_t unit, model::MutexId mutex);

  /// Every running unit comes after one of these. Hot.
  [[nodiscard]] bool all_know(const model::CompletionPoints& points) const {
    if (threaded()) [[unlikely]]
      return all_running_know(points);
    return points.known_to(units_.front()->clock);
  }
  /// For each unit of this process, the last epoch that `clock` knows.
  [[nodiscard]] std::vector<model::Point> own_entries(const model::UnitClock& clock) const;
  /// What all running units know.
  [[nodiscard]] model::Clock floor() const;

 private:
  [[nodiscard]] bool all_running_know(const model::CompletionPoints& points) const;

  model::ProcessId process_;
  std::vector<std::unique_ptr<Unit>> units_;  // by index
};

}  // namespace farsan::engine
