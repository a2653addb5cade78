// A script out of the text of a test.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sim/script.h"

namespace farsan::testing_support {

/// What the text says. Errors in it fail the test.
inline sim::Script read(const std::string& text, const sim::Limits& limits = {}) {
  auto result = sim::parse(text, limits);
  if (auto* errors = std::get_if<std::vector<sim::ScriptError>>(&result)) {
    ADD_FAILURE() << sim::format(*errors) << text;
    return {};
  }
  return std::get<sim::Script>(std::move(result));
}

}  // namespace farsan::testing_support
