#include "support/generation/plan.h"

namespace farsan::testing_support {

using namespace model;

OperationId Plan::add_issue(UnitId unit, Operation operation) {
  const OperationId id{planned_++};
  add(unit, Issue{id, std::move(operation)});
  return id;
}

/// Puts real names of operations in. False if the operation was never issued.
bool Plan::resolve(Action& action) const {
  const auto name = [this](OperationId planned) {
    return planned.value < issued_.size() ? issued_[planned.value] : std::nullopt;
  };
  if (auto* complete = std::get_if<Complete>(&action)) {
    const auto id = name(complete->id);
    if (id) complete->id = *id;
    return id.has_value();
  }
  if (auto* notify = std::get_if<Notify>(&action); notify && notify->carried) {
    const auto id = name(*notify->carried);
    if (id) notify->carried = *id;
    return id.has_value();
  }
  return true;
}

bool Plan::advance(World& world) {
  Step& step = steps_[next_];
  const OperationId next_operation{world.operations().size()};
  const bool issues = std::holds_alternative<Issue>(step.action);
  if (!resolved_) resolved_ = resolve(step.action);
  Verdict verdict = Verdict::Never;
  if (*resolved_) verdict = world.emit(step.unit, std::move(step.action), site_ + static_cast<std::uint32_t>(next_));
  if (verdict == Verdict::Later) return false;
  if (issues) issued_.push_back(verdict == Verdict::Now ? std::optional(next_operation) : std::nullopt);
  resolved_.reset();
  ++next_;
  return true;
}

void Plan::skip() {
  if (std::holds_alternative<Issue>(steps_[next_].action)) issued_.emplace_back();
  resolved_.reset();
  ++next_;
}

}  // namespace farsan::testing_support
