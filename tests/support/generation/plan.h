// What an idiom expands to: steps of several units in one order, emitted at once or with other events in between.
#pragma once

#include <vector>

#include "model/event.h"
#include "support/generation/world.h"

namespace farsan::testing_support {

struct Step {
  model::UnitId unit;
  model::Action action;
};

class Plan {
 public:
  explicit Plan(std::uint32_t site) : site_(site) {}

  void add(model::UnitId unit, model::Action action) { steps_.push_back({unit, std::move(action)}); }
  /// Within a plan operations are named by the order in which it issues them, since their real names are not known yet.
  model::OperationId add_issue(model::UnitId unit, model::Operation operation);

  [[nodiscard]] std::vector<Step>& steps() { return steps_; }
  [[nodiscard]] bool done() const { return next_ == steps_.size(); }
  /// Emits the next step, or drops it if it can never happen. False: it has to wait.
  bool advance(World& world);
  /// Gives up the next step.
  void skip();

 private:
  bool resolve(model::Action& action) const;

  std::vector<Step> steps_;
  std::size_t next_ = 0;
  std::optional<bool> resolved_;  ///< the next step, if it has been tried before
  std::uint64_t planned_ = 0;
  std::vector<std::optional<model::OperationId>> issued_;
  std::uint32_t site_;
};

}  // namespace farsan::testing_support
