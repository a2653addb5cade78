// Fence order at the origin (R6): which of a process's remote writes a later write or notification comes after.
#pragma once

#include <vector>

#include "engine/units.h"
#include "model/event.h"

namespace farsan::engine {

class FenceLog {
 public:
  /// A fence by `unit`, which ticks.
  void fence(Units& units, std::uint32_t unit, const model::Fence& fence);

  /// Nothing comes in this scope any more: its fences order nothing.
  void end(model::ScopeId scope);

  /// What is fence-ordered before an event of `unit` now, in the scope and to the target. The same pointer is handed
  /// out again while nothing changes.
  model::FenceBound bound(const Units& units, std::uint32_t unit, model::ScopeId scope, model::ProcessId target);

 private:
  struct Past {
    model::Fence fence;
    model::Point at;
    std::vector<model::Point> before;
  };
  [[nodiscard]] bool again(Units& units, std::uint32_t unit, const model::Fence& fence);
  /// A later fence does all that the earlier one does, for everyone who will ever ask.
  [[nodiscard]] static bool replaces(const Past& later, const Past& earlier, const Units& units);

  std::vector<Past> past_;
  struct {
    model::ScopeId scope;
    model::ProcessId target;
    bool for_everyone = false;  ///< it is the same for all targets
    model::FenceBound bound;
  } last_;
};

}  // namespace farsan::engine
