#include "sim/replay.h"

#include <algorithm>
#include <optional>

#include "sim/simulation.h"

namespace farsan::sim {

using model::Event;

namespace {

/// What the acting unit knew before and after each event: enough to say where a region begins and ends.
class Timeline {
 public:
  struct Moment {
    model::UnitId unit;
    model::Epoch before = 0;
    model::Snapshot after;
  };

  void record(model::UnitId unit, model::Epoch before, model::Snapshot after) {
    moments_.push_back({unit, before, std::move(after)});
  }

  /// The last event of the process that `clock` knows of: the one that handed out the epoch.
  [[nodiscard]] std::optional<std::size_t> last_known(model::ProcessId process, const model::Snapshot& clock) const {
    std::optional<std::size_t> last;
    for (std::size_t e = 0; e < moments_.size(); ++e) {
      const Moment& m = moments_[e];
      const bool handed_out = m.after.own().epoch > m.before;
      if (m.unit.process == process && handed_out && m.before <= clock.at(m.unit)) last = e;
    }
    return last;
  }

  /// The first event of the process that knows one of these to be reached.
  [[nodiscard]] std::optional<std::size_t> first_to_know(model::ProcessId process,
                                                         const model::CompletionPoints& points) const {
    for (std::size_t e = 0; e < moments_.size(); ++e)
      if (moments_[e].unit.process == process && points.known_to(moments_[e].after)) return e;
    return std::nullopt;
  }

 private:
  std::vector<Moment> moments_;
};

class Replay {
 public:
  explicit Replay(const Script& script)
      // Nothing may be forgotten: the regions are read off the engine's tables in the end.
      : script_(script), simulation_(script.execution, {1, Delivery::Prompt, Forgetting::Never}, log_) {}

  std::vector<ReplayedRace> run() {
    for (const Event& event : script_.execution.events) {
      engine::Process& process = simulation_.process(event.unit.process);
      const model::Epoch before = process.now(event.unit.index);
      simulation_.step(event);
      timeline_.record(event.unit, before, process.clock(event.unit.index).snapshot());
    }
    simulation_.finish();
    std::vector<ReplayedRace> races;
    for (const engine::RaceLog::Entry& entry : log_.entries())
      races.push_back({entry.example, entry.count, picture(entry.example)});
    return races;
  }

 private:
  /// The event that made the access. Sites may be shared: then one that fits.
  [[nodiscard]] std::size_t event_of(const engine::RaceSide& side, const engine::Race& race) const {
    std::size_t found = 0;
    for (std::size_t e = 0; e < script_.execution.events.size(); ++e) {
      const Event& event = script_.execution.events[e];
      if (event.unit != side.unit || event.site != side.site) continue;
      if (const auto* issue = std::get_if<model::Issue>(&event.action); issue && side.operation == issue->id) return e;
      const auto* touch = std::get_if<model::Touch>(&event.action);
      if (touch != nullptr && touch->kind == side.kind && touch->owner == race.owner &&
          touch->ranges.bounds().overlaps(race.bytes))
        found = e;
    }
    return found;
  }

  [[nodiscard]] PictureAccess access(const engine::RaceSide& side, const engine::Race& race) const {
    PictureAccess shown{event_of(side, race), side.kind, std::nullopt};
    if (!side.operation) return shown;
    const engine::OperationTable& table = simulation_.process(race.owner).memory().table();
    table.for_each([&](engine::EntryId id) {
      const model::OperationAccess& a = table[id].access;
      if (a.operation == side.operation && a.kind == side.kind)
        shown.region = {timeline_.last_known(race.owner, a.issue), timeline_.first_to_know(race.owner, a.completions)};
    });
    // At its own origin an access begins with the call.
    if (shown.region && side.unit.process == race.owner) shown.region->begin = shown.event;
    return shown;
  }

  [[nodiscard]] RacePicture picture(const engine::Race& race) const {
    RacePicture shown{access(race.first, race), access(race.second, race), race.owner, {race.bytes}};
    if (shown.second.event < shown.first.event) std::swap(shown.first, shown.second);
    return shown;
  }

  const Script& script_;
  engine::RaceLog log_;
  Simulation simulation_;
  Timeline timeline_;
};

}  // namespace

std::vector<ReplayedRace> replay(const Script& script) { return Replay(script).run(); }

}  // namespace farsan::sim
