// What the tests of the oracle share: names for a few places, and a fixture that writes an execution down and judges it.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "oracle/oracle.h"
#include "support/execution_builder.h"

namespace farsan::oracle {

inline constexpr model::Address X = 0x100;    // what is fought over
inline constexpr model::Address BUF = 0x200;  // a buffer
inline constexpr model::Address ELSE = 0x300;
inline constexpr model::ScopeId kScope{0};
inline constexpr model::ScopeId kOtherScope{1};
inline constexpr model::LockId kLock{7};
inline constexpr model::MutexId kMutex{3};
inline constexpr model::UnitId T1{testing_support::P0, 1};
inline constexpr model::UnitId T2{testing_support::P0, 2};

inline AccessRef touch_at(EventIndex e) { return {e, std::nullopt}; }
inline AccessRef source_of(EventIndex e) { return {e, model::Part::Source}; }
inline AccessRef result_of(EventIndex e) { return {e, model::Part::Result}; }
inline AccessRef remote_of(EventIndex e) { return {e, model::Part::Remote}; }

/// If a test with this is wrong, every comparison of the engine with the oracle is.
class Oracle : public ::testing::Test {
 protected:
  /// Every execution here is meant to be possible.
  Relations judge() {
    for (const model::Problem& p : model::problems(run.execution()))
      ADD_FAILURE() << "event " << p.event << ": " << p.what;
    return Relations(run.execution());
  }
  std::vector<Race> races() { return judge().races(); }

  /// Two threads besides the first one.
  void fork_two() {
    run.at(testing_support::P0, model::Fork{1});
    run.at(testing_support::P0, model::Fork{2});
  }

  testing_support::ExecutionBuilder run;
};

}  // namespace farsan::oracle
