// Makes a failing execution small: leaves out events as long as it stays possible and still fails.
#pragma once

#include <functional>

#include "model/execution.h"

namespace farsan::testing_support {

using Fails = std::function<bool(const model::Execution&)>;

/// `execution` fails; so does what is returned, and no single event can be left out of it.
[[nodiscard]] model::Execution shrunk(model::Execution execution, const Fails& fails);

}  // namespace farsan::testing_support
