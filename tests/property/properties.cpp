// The properties that make the engine trustworthy, on random valid executions. A failure is shrunk and printed as a
// script that `farsan replay` and a test can take as it is.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "sim/script.h"
#include "support/comparison.h"
#include "support/generator.h"
#include "support/shrink.h"

namespace farsan {
namespace {

using model::Execution;
using testing_support::canonical;
using testing_support::Choice;
using testing_support::disagreements;
using testing_support::engine_races;
using testing_support::Fails;

rc::Gen<std::uint32_t> any_number() { return rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint32_t>()); }

rc::Gen<Choice> any_choice() {
  return rc::gen::map(
      rc::gen::container<std::vector<std::uint32_t>>(testing_support::kChoiceNumbers, any_number()),
      [](const std::vector<std::uint32_t>& n) { return Choice{n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]}; });
}

Execution any_execution() {
  const auto shape_numbers =
      *rc::gen::container<std::vector<std::uint32_t>>(testing_support::kShapeNumbers, any_number());
  const testing_support::Shape shape = testing_support::random_shape(shape_numbers);
  const auto choices = *rc::gen::container<std::vector<Choice>>(shape.groups, any_choice());
  return testing_support::generate(choices, shape);
}

sim::Options any_options() {
  return {*any_number(), static_cast<sim::Delivery>(*rc::gen::inRange(0, 3)),
          static_cast<sim::Forgetting>(*rc::gen::inRange(0, 2))};
}

/// The smallest execution that fails the same way, as a script.
std::string as_script(const Execution& execution, const Fails& fails) {
  return "\n" + sim::print(testing_support::shrunk(execution, fails));
}

std::string lines(const std::vector<std::string>& all) {
  std::ostringstream out;
  for (const std::string& line : all) out << "  " << line << "\n";
  return out.str();
}

TEST(Engine, AgreesWithTheOracle) {
  EXPECT_TRUE(rc::check([] {
    const Execution execution = any_execution();
    const sim::Options options = any_options();
    const auto differ = [&](const Execution& x) {
      return disagreements(x, oracle::races(x), engine_races(x, options));
    };
    const auto found = differ(execution);
    if (!found.empty()) {
      const Fails fails = [&](const Execution& x) { return !differ(x).empty(); };
      RC_FAIL(as_script(execution, fails) + lines(found));
    }
  }));
}

/// Both runs say the same, in every detail.
void expect_same(const Execution& execution, const sim::Options& one, const sim::Options& other) {
  const Fails differ = [&](const Execution& x) {
    return canonical(engine_races(x, one)) != canonical(engine_races(x, other));
  };
  if (differ(execution)) RC_FAIL(as_script(execution, differ));
}

TEST(Engine, SaysTheSameWheneverMetadataArrives) {
  EXPECT_TRUE(rc::check([] {
    const Execution execution = any_execution();
    const sim::Options odd{*any_number(), sim::Delivery::Odd, sim::Forgetting::Often};
    expect_same(execution, {1, sim::Delivery::Prompt, sim::Forgetting::Often}, odd);
    expect_same(execution, {1, sim::Delivery::Late, sim::Forgetting::Often}, odd);
  }));
}

TEST(Engine, SaysTheSameWhetherItForgetsOrNot) {
  EXPECT_TRUE(rc::check([] {
    const Execution execution = any_execution();
    const sim::Options options = any_options();
    expect_same(execution, {options.seed, options.delivery, sim::Forgetting::Never},
                {options.seed, options.delivery, sim::Forgetting::Often});
  }));
}

/// The execution with one order more: a signal of `from`'s unit right behind it, taken by `to`'s unit right before it.
Execution with_order(const Execution& execution, std::size_t from, std::size_t to) {
  Execution more = execution;
  const model::TokenId token{1'000'000};
  const auto at = [&](std::size_t i) { return more.events.begin() + static_cast<std::ptrdiff_t>(i); };
  more.events.insert(at(to), {execution.events[to].unit, model::SiteId{999'999}, model::Wait{{token}}});
  more.events.insert(at(from + 1), {execution.events[from].unit, model::SiteId{999'999}, model::Signal{token}});
  return more;
}

TEST(Oracle, NeverFindsMoreRacesWhenAnOrderIsAdded) {
  EXPECT_TRUE(rc::check([] {
    const Execution execution = any_execution();
    RC_PRE(execution.events.size() >= 2);
    const auto to = *rc::gen::inRange<std::size_t>(1, execution.events.size());
    const auto from = *rc::gen::inRange<std::size_t>(0, to);
    const Execution more = with_order(execution, from, to);
    RC_PRE(model::problems(more).empty());
    // Where an event of `more` was before: behind the signal one earlier, behind the wait two.
    const auto before = [&](std::size_t event) { return event <= from ? event : event <= to ? event - 1 : event - 2; };
    std::set<std::pair<oracle::AccessRef, oracle::AccessRef>> allowed;
    for (const oracle::Race& race : oracle::races(execution)) allowed.insert({race.first, race.second});
    const auto races = oracle::races(more);
    for (const oracle::Race& race : races)
      RC_ASSERT(allowed.contains(
          {{before(race.first.event), race.first.part}, {before(race.second.event), race.second.part}}));
    // And the engine follows it there.
    RC_ASSERT(disagreements(more, races, engine_races(more, any_options())).empty());
  }));
}

TEST(Script, IsReadAsItWasPrinted) {
  EXPECT_TRUE(rc::check([] {
    const Execution execution = any_execution();
    const auto result = sim::parse(sim::print(execution));
    RC_ASSERT(std::holds_alternative<sim::Script>(result));
    RC_ASSERT(std::get<sim::Script>(result).execution == execution);
  }));
}

}  // namespace
}  // namespace farsan
