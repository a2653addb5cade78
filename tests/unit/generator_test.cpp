// The generator of random executions: whatever the choices, the result is possible, and worth testing with.
#include "support/generator.h"

#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "support/generator_statistics.h"
#include "support/repetition.h"

namespace farsan::testing_support {
namespace {

constexpr std::uint64_t kSeeds = 3000;

std::string first_problem(const model::Execution& execution) {
  const auto problems = model::problems(execution);
  return problems.empty() ? "" : "event " + std::to_string(problems.front().event) + ": " + problems.front().what;
}

/// Without every `n`th choice.
std::vector<Choice> thinned(const std::vector<Choice>& choices, std::size_t n) {
  std::vector<Choice> rest;
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (i % n != n - 1) rest.push_back(choices[i]);
  return rest;
}

/// As shrinking would leave them: one field of every choice lowered.
std::vector<Choice> lowered(std::vector<Choice> choices, std::size_t field) {
  constexpr std::array kFields = {&Choice::verb,  &Choice::who,    &Choice::peer,   &Choice::thing,
                                  &Choice::local, &Choice::remote, &Choice::layout, &Choice::detail};
  for (Choice& choice : choices) choice.*kFields[field] = field % 2 == 0 ? 0 : choice.*kFields[field] / 2;
  return choices;
}

bool inside_a_variable(const model::Execution& execution, const model::ByteRanges& ranges, bool exposed) {
  for (const model::Variable& v : execution.variables) {
    const model::Interval bytes = ranges.bounds();
    if (v.bytes.begin <= bytes.begin && bytes.end <= v.bytes.end) return v.exposed || !exposed;
  }
  return ranges.empty();
}

TEST(Generator, MakesOnlyPossibleExecutions) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Shape shape = random_shape(seed);
    EXPECT_EQ(first_problem(generate(random_choices(seed, shape.groups), shape)), "") << "seed " << seed;
  }
}

TEST(Repetition, MakesOnlyPossibleExecutions) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) ASSERT_EQ(first_problem(repetition(seed)), "") << "seed " << seed;
}

TEST(Generator, MakesOnlyPossibleExecutionsFromShrunkChoices) {
  for (std::uint64_t seed = 0; seed < kSeeds / 10; ++seed) {
    const Shape shape = random_shape(seed);
    const std::vector<Choice> choices = random_choices(seed, shape.groups);
    for (std::size_t n = 1; n <= 5; ++n)
      EXPECT_EQ(first_problem(generate(thinned(choices, n), shape)), "") << "seed " << seed << ", without every " << n;
    for (std::size_t field = 0; field < kChoiceNumbers; ++field)
      EXPECT_EQ(first_problem(generate(lowered(choices, field), shape)), "") << "seed " << seed << ", field " << field;
  }
}

TEST(Generator, MakesAPossibleExecutionOfAnyShape) {
  Shape shape;
  shape.processes = 100;
  shape.units = 0;
  shape.scopes = 0;
  shape.memory = 1;
  shape.weights = {};
  EXPECT_EQ(first_problem(generate(random_choices(1, 100), shape)), "");
}

TEST(Generator, MakesTheSameExecutionOfTheSameChoices) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Shape shape = random_shape(seed);
    const std::vector<Choice> choices = random_choices(seed, shape.groups);
    std::vector<std::uint32_t> numbers;
    for (const Choice& c : choices)
      numbers.insert(numbers.end(), {c.verb, c.who, c.peer, c.thing, c.local, c.remote, c.layout, c.detail});
    EXPECT_EQ(generate(choices, shape), generate(choices, shape)) << "seed " << seed;
    EXPECT_EQ(generate(choices, shape), generate(numbers, shape)) << "seed " << seed;
  }
}

TEST(Generator, MakesALoadByTheFirstProcessOfZeros) {
  const model::Execution execution = generate(std::array<Choice, 1>{}, Shape{});
  ASSERT_EQ(execution.events.size(), 1U);
  EXPECT_EQ(execution.events[0].unit, model::UnitId{});
  const auto* touch = std::get_if<model::Touch>(&execution.events[0].action);
  ASSERT_NE(touch, nullptr);
  const model::Address first = execution.variables[0].bytes.begin;
  EXPECT_EQ(*touch, (model::Touch{model::AccessKind::Load, {}, model::ByteRanges::contiguous(first, 4)}));
}

TEST(Generator, KeepsOperationsInsideOfVariablesAndRemoteOnesInExposedMemory) {
  for (std::uint64_t seed = 0; seed < kSeeds / 10; ++seed) {
    const Shape shape = random_shape(seed);
    const model::Execution execution = generate(random_choices(seed, shape.groups), shape);
    for (const model::Event& event : execution.events) {
      if (const auto* touch = std::get_if<model::Touch>(&event.action)) {
        EXPECT_TRUE(inside_a_variable(execution, touch->ranges, touch->owner != event.unit.process));
      }
      if (const auto* issue = std::get_if<model::Issue>(&event.action)) {
        for (const model::Part part : model::kParts)
          EXPECT_TRUE(inside_a_variable(execution, ranges(issue->operation, part), part == model::Part::Remote));
      }
    }
  }
}

TEST(Generator, LeavesOutWhatTheShapeLeavesOut) {
  for (std::uint64_t seed = 0; seed < kSeeds / 10; ++seed) {
    Shape shape = random_shape(seed);
    shape.units = 1;
    shape.foreign = shape.atomics = shape.notifications = shape.collectives = shape.locks = shape.mutexes = false;
    if (shape.style == Style::Tidy) shape.style = Style::Mixed;  // settling is a collective
    for (const model::Event& event : generate(random_choices(seed, shape.groups), shape).events) {
      EXPECT_EQ(event.unit.index, 0U);
      EXPECT_FALSE(std::holds_alternative<model::Notify>(event.action));
      EXPECT_FALSE(std::holds_alternative<model::Enter>(event.action));
      EXPECT_FALSE(std::holds_alternative<model::Lock>(event.action));
      EXPECT_FALSE(std::holds_alternative<model::Acquire>(event.action));
      if (const auto* touch = std::get_if<model::Touch>(&event.action)) {
        EXPECT_EQ(touch->owner, event.unit.process);
      }
      if (const auto* issue = std::get_if<model::Issue>(&event.action)) {
        EXPECT_FALSE(issue->operation.atomicity);
      }
    }
  }
}

TEST(Generator, DrawsSitesFromASmallSetOrGivesEachEventItsOwn) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Shape shape = random_shape(seed);
    shape.sites = static_cast<std::uint32_t>(seed % 3);
    const model::Execution execution = generate(random_choices(seed, shape.groups), shape);
    std::set<model::SiteId> sites;
    for (const model::Event& event : execution.events) sites.insert(event.site);
    EXPECT_LE(sites.size(), shape.sites == 0 ? execution.events.size() : shape.sites);
    if (shape.sites == 0) {
      EXPECT_EQ(sites.size(), execution.events.size());
    }
  }
}

// --- Worth testing with: the oracle is asked what the executions contain ---------------------------------------------

class GeneratorBalance : public testing::Test {
 protected:
  static const Statistics& statistics() {
    static const Statistics collected = collect_statistics(1, 1000);
    return collected;
  }
};

TEST_F(GeneratorBalance, EveryKindOfEventIsFrequent) {
  for (const std::uint64_t count : statistics().events)
    EXPECT_GE(count, statistics().executions / 10) << to_string(statistics());
}

TEST_F(GeneratorBalance, EveryPairOfAccessKindsRacesAndIsOrdered) {
  for (int i = 0; i < model::kAccessKinds; ++i)
    for (int j = i; j < model::kAccessKinds; ++j) {
      const auto a = static_cast<model::AccessKind>(i);
      const auto b = static_cast<model::AccessKind>(j);
      if (!model::may_conflict(a, b)) continue;
      EXPECT_GE(statistics().count(a, b, Fate::Race), 10U) << name(a) << ", " << name(b);
      EXPECT_GE(statistics().count(a, b, Fate::Completed), 10U) << name(a) << ", " << name(b);
    }
}

TEST_F(GeneratorBalance, EveryExcuseOccurs) {
  std::array<std::uint64_t, kFates> fates{};
  for (const auto& row : statistics().pairs)
    for (const auto& pair : row)
      for (std::size_t f = 0; f < kFates; ++f) fates[f] += pair[f];
  for (const std::uint64_t count : fates) EXPECT_GE(count, 10U) << to_string(statistics());
}

TEST_F(GeneratorBalance, ManyExecutionsRaceAndManyDoNot) {
  EXPECT_GE(statistics().racy, statistics().executions * 4 / 10);
  EXPECT_GE(statistics().clean, statistics().executions * 15 / 100);
  EXPECT_LE(statistics().tidy_races, statistics().executions / 100);
}

}  // namespace
}  // namespace farsan::testing_support
