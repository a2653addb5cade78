// Runs a recorded execution through the engine: one engine::Process per process, all in this one, with a transport that
// misbehaves as far as it may. It does for an execution what bindings and a real transport do for a program.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "engine/process.h"
#include "engine/race.h"
#include "model/execution.h"
#include "sim/transport.h"

namespace farsan::sim {

enum class Forgetting : std::uint8_t {
  Never,
  Often,  ///< after about every third event, in the process that it happened in
};

struct Options {
  std::uint64_t seed = 1;
  Delivery delivery = Delivery::Odd;
  Forgetting forgetting = Forgetting::Often;
};

class Simulation {
 public:
  /// `execution` must be possible (model::problems) and outlive this.
  Simulation(const model::Execution& execution, const Options& options, engine::RaceSink& races);

  /// All events in order, then the end.
  void run();
  void step(const model::Event& event);
  void finish();

  [[nodiscard]] engine::Process& process(model::ProcessId id) { return *processes_[id.value]; }
  [[nodiscard]] const engine::Process& process(model::ProcessId id) const { return *processes_[id.value]; }

 private:
  void expose_all();
  void find_named();
  [[nodiscard]] engine::Naming naming_of(model::OperationId id) const;
  void find_takers();
  bool touch_hot(const model::Event& event, const model::Touch& touch);
  bool issue_hot(const model::Event& event, const model::Issue& issue);
  void perhaps_forget(model::ProcessId at);

  // One overload for each kind of event: what a binding would do.
  void on(const model::Event& event, const model::Touch& touch);
  void on(const model::Event& event, const model::Issue& issue);
  void on(const model::Event& event, const model::Flush& flush);
  void on(const model::Event& event, const model::Complete& complete);
  void on(const model::Event& event, const model::Fence& fence);
  void on(const model::Event& event, const model::Signal& signal);
  void on(const model::Event& event, const model::Wait& wait);
  void on(const model::Event& event, const model::Notify& notify);
  void on(const model::Event& event, const model::TargetWait& wait);
  void on(const model::Event& event, const model::Enter& enter);
  void on(const model::Event& event, const model::Leave& leave);
  void on(const model::Event& event, const model::Lock& lock);
  void on(const model::Event& event, const model::Acquired& acquired);
  void on(const model::Event& event, const model::Unlock& unlock);
  void on(const model::Event& event, const model::Opened& opened);
  void on(const model::Event& event, const model::Fork& fork);
  void on(const model::Event& event, const model::Join& join);
  void on(const model::Event& event, const model::Acquire& acquire);
  void on(const model::Event& event, const model::Release& release);

  engine::Process& by(const model::Event& event) { return *processes_[event.unit.process.value]; }

  const model::Execution& execution_;
  Options options_;
  DelayingTransport transport_;
  std::mt19937_64 random_;
  std::vector<std::unique_ptr<engine::Process>> processes_;
  std::map<model::OperationId, engine::Naming> named_;
  /// Who takes a signal, in waits and all else; and those after which operations start.
  std::unordered_map<model::TokenId, std::set<model::UnitId>> takers_;
  std::set<model::TokenId> lets_start_;
  /// The last operation of a unit towards a process.
  using Places = std::pair<model::Interval, model::Interval>;  // of its buffer, at its target
  struct Repeated {
    model::SiteId site;
    model::Operation but_places;
    engine::Process::Like like;
    std::uint64_t said = 0;  ///< Process::opened_again
    Places places;
  };
  std::map<std::pair<model::UnitId, model::ProcessId>, Repeated> repeated_;

  std::unordered_map<model::TokenId, engine::Announcement> deposits_;  // a plain signal announces nothing
  std::map<std::pair<model::CollectiveId, std::uint32_t>, model::Snapshot> entered_;
  /// What the holders of a lock hand over: to everybody after an exclusive one, to exclusive ones after a shared one.
  struct LockState {
    model::Clock after_exclusive;
    model::Clock after_any;
    std::map<model::ProcessId, model::LockMode> modes;
  };
  std::unordered_map<model::LockId, LockState> locks_;
};

}  // namespace farsan::sim
