#include "support/shrink.h"

namespace farsan::testing_support {

namespace {

/// Leaves out runs of `length` events wherever that still fails; says whether any could be.
bool leave_out(model::Execution& execution, std::size_t length, const Fails& fails) {
  bool any = false;
  for (std::size_t end = execution.events.size(); end >= length; end = std::min(end - 1, execution.events.size())) {
    model::Execution smaller = execution;
    const auto first = smaller.events.begin() + static_cast<std::ptrdiff_t>(end - length);
    smaller.events.erase(first, first + static_cast<std::ptrdiff_t>(length));
    if (!model::problems(smaller).empty() || !fails(smaller)) continue;
    execution = std::move(smaller);
    any = true;
  }
  return any;
}

}  // namespace

model::Execution shrunk(model::Execution execution, const Fails& fails) {
  for (std::size_t length = execution.events.size() / 2; length > 1; length /= 2) leave_out(execution, length, fails);
  // Pairs too: a signal and its wait, a lock and its unlock can only go together if they are neighbours by now.
  while (leave_out(execution, 1, fails) || leave_out(execution, 2, fails)) {
  }
  return execution;
}

}  // namespace farsan::testing_support
