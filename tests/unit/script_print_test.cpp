// An execution prints as a readable table that reads back to the same execution.
#include <gtest/gtest.h>

#include "sim/script.h"
#include "support/generator.h"
#include "support/script_text.h"

namespace farsan::sim {
namespace {

using namespace model;

/// Of executions of the generator, too.
Script read_large(const std::string& text) {
  return testing_support::read(text, Limits{std::size_t{1} << 24, 1'000'000, 20});
}

void expect_round_trip(const Execution& execution) {
  const std::string text = print(execution);
  EXPECT_TRUE(read_large(text).execution == execution) << text;
}

Event at(ProcessId process, Action action, std::uint32_t site = 0) { return {{process, 0}, {site}, std::move(action)}; }

TEST(ScriptPrint, IsAnAlignedTable) {
  const std::string text =
      "# A put and a load.\n"
      "\n"
      "memory x 64\n"
      "memory buf 16 private\n"
      "\n"
      "P0                               | P1\n"
      "---------------------------------|----------------\n"
      "all_to_all                       | all_to_all\n"
      "put buf -> P1 x[0..16) in win !1 |\n"
      "                                 | load x[0..4) !1\n"
      "local_flush in win to P1         |\n"
      "                                 | store x[0..4)*4/16\n";
  EXPECT_EQ(print(read_large(text)).substr(0, 70), text.substr(0, 70));
  const std::string printed = print(read_large(text));
  EXPECT_EQ(print(read_large(printed)), printed);
}

TEST(ScriptPrint, KeepsNamesAndMarks) {
  const std::string text =
      "memory x 8\n"
      "collective meet all_to_all 2\n"
      "\n"
      "P0                                | P1\n"
      "----------------------------------|----------------\n"
      "first = put x -> P1 x in win @a !1 |\n"
      "notify bell -> P1 in win carrying first @a |\n"
      "lock guard exclusive @b |\n"
      "enter meet.0 @c |\n"
      "| enter meet.1 @d\n"
      "| store x @e !1\n";
  const Script script = read_large(text);
  const Script again = read_large(print(script));
  EXPECT_EQ(again.execution, script.execution);
  EXPECT_EQ(again.names, script.names);
  EXPECT_EQ(again.expected, script.expected);
  EXPECT_NE(print(script).find("notify bell -> P1 in win carrying first"), std::string::npos);
}

TEST(ScriptPrint, NamesGiveWayWhereTheyWouldGetOtherNumbers) {
  Script script = read_large("P0\nsignal a\nsignal b\nwait b\n");
  script.execution.events.erase(script.execution.events.begin());  // now `b` would become 0
  EXPECT_EQ(read_large(print(script)).execution, script.execution);
  EXPECT_NE(print(script).find("signal s1"), std::string::npos);
}

TEST(ScriptPrint, SaysThatThereIsNoRace) {
  EXPECT_TRUE(read_large(print(read_large("expect no race\nP0\n"))).expects_verdict);
  EXPECT_FALSE(read_large(print(read_large("P0\n"))).expects_verdict);
}

TEST(ScriptPrint, SitesAreLeftOutWhereTheyAreTheUsualOnes) {
  Execution execution = read_large("memory x 4\nP0 | P1\nload x | load x\nall_to_all | all_to_all\n").execution;
  EXPECT_EQ(print(execution).find('@'), std::string::npos);
  expect_round_trip(execution);
  execution.events[1].site = {7};
  EXPECT_NE(print(execution).find("@7"), std::string::npos);
  expect_round_trip(execution);
  PrintOptions options;
  options.sites = false;
  EXPECT_EQ(print(execution, options).find('@'), std::string::npos);
}

TEST(ScriptPrint, EmptyExecutions) {
  expect_round_trip({});
  expect_round_trip({1, {}, {}, {}});
  expect_round_trip({9, {{"", {5, 5}, true}, {"a|b#\n", {70, 71}, false}, {"value", {1, 2}, true}}, {}, {}});
}

TEST(ScriptPrint, ManyProcessesAreListed) {
  Execution execution{40, {{"x", {0, 4}, true}}, {}, {}};
  execution.events.push_back(at({39}, Touch{AccessKind::Store, {39}, ByteRanges::contiguous(0, 4)}));
  execution.events.push_back(at({39}, Fork{3}, 1));
  execution.events.push_back({{{39}, 3}, {2}, Touch{AccessKind::Load, {1}, ByteRanges::contiguous(1, 4)}});
  EXPECT_NE(print(execution).find("P39 t3: load [1..5) of P1"), std::string::npos);
  expect_round_trip(execution);
}

TEST(ScriptPrint, AtomicsOfTheProgramHaveATypeAndADomain) {
  Execution execution{2, {{"x", {0, 16}, true}}, {}, {}};
  const Atomicity far{.type = {2}, .size = 4, .domain = {3}};
  execution.events.push_back(at({0}, Touch{AccessKind::Store, {0}, ByteRanges::contiguous(0, 4), Atomicity{}}));
  execution.events.push_back(at({1}, Touch{AccessKind::Load, {0}, ByteRanges::contiguous(0, 8), far}, 1));
  EXPECT_NE(print(execution).find("load x[0..8) of P0 as int32 domain d3"), std::string::npos) << print(execution);
  expect_round_trip(execution);
}

TEST(ScriptPrint, ManyThreadsAreNamedInTheirCells) {
  Execution execution{2, {}, {}, {}};
  for (std::uint32_t t = 1; t < 12; ++t) execution.events.push_back(at({0}, Fork{t}, t));
  for (std::uint32_t t = 1; t < 12; ++t)
    execution.events.push_back({{{0}, t}, {t}, Fence{{4}, Group({ProcessId{1}, ProcessId{1}})}});
  EXPECT_NE(print(execution).find("t11: fence in w4 to P1,P1"), std::string::npos);
  expect_round_trip(execution);
}

TEST(ScriptPrint, CollectivesThatFitIntoARowStandInOne) {
  const std::string head = "P0 | P1 | P2\n";
  for (const std::string row :
       {"scan|scan deaf|scan", "one_to_all P2||one_to_all P2", "all_to_one P0|all_to_one P0 silent"}) {
    const Execution execution = read_large(head + row + "\n").execution;
    EXPECT_EQ(print(execution).find("enter"), std::string::npos) << row;
    expect_round_trip(execution);
  }
}

TEST(ScriptPrint, CollectivesThatDoNotFitIntoARowAreSplit) {
  const std::string head = "collective c one_to_all 2 root 1\ncollective d scan 1 root 5\nP0 | P1\n";
  for (const std::string rows :
       {"enter c.1\n|enter c.0\nleave c.1\n|leave c.0\n", "enter c\n|enter c\n|leave c\nleave c\n",
        "enter c\n|enter c\nleave c\n", "enter d\nleave d\n"}) {
    const Execution execution = read_large(head + rows).execution;
    EXPECT_NE(print(execution).find("enter"), std::string::npos) << rows;
    expect_round_trip(execution);
  }
}

TEST(ScriptPrint, CollectivesKeepTheirNumbers) {
  Execution execution = read_large("P0 | P1\nall_to_all | all_to_all\nscan | scan\n").execution;
  std::swap(execution.collectives[0], execution.collectives[1]);
  for (Event& e : execution.events) {
    if (auto* enter = std::get_if<Enter>(&e.action)) enter->id.value ^= 1;
    if (auto* leave = std::get_if<Leave>(&e.action)) leave->id.value ^= 1;
  }
  expect_round_trip(execution);
}

TEST(ScriptPrint, LargeNumbersAreKept) {
  constexpr std::uint32_t kLarge = 4294967295u;
  Execution execution{1, {{"x", {Address{1} << 47, (Address{1} << 47) + 64}, true}}, {}, {}};
  Operation op;
  op.kind = OperationKind::FetchUpdate;
  op.scope = {kLarge};
  op.source = ByteRanges({{(Address{1} << 47) + 8, 4, 20, 2}, {(Address{1} << 47) + 1, 2, 2, 1}});
  op.atomicity = Atomicity{{kLarge}, kLarge, kLarge, {kLarge}, Admission::SameOrNone, AtomicOrders::all()};
  execution.events.push_back(at({0}, Issue{{~std::uint64_t{0}}, op}, kLarge));
  execution.events.push_back(at({0}, Complete{{~std::uint64_t{0}}}, kLarge - 1));
  execution.events.push_back(at({0}, Signal{{kLarge}}));
  execution.events.push_back(at({0}, Acquire{{kLarge}}));
  execution.events.push_back(at({0}, Lock{{kLarge}, LockMode::Shared}));
  expect_round_trip(execution);
}

TEST(ScriptPrint, RandomExecutionsReadBack) {
  using namespace testing_support;
  for (std::uint64_t seed = 0; seed < 300 && !::testing::Test::HasFailure(); ++seed) {
    const Shape shape = random_shape(seed);
    SCOPED_TRACE(seed);
    expect_round_trip(generate(random_choices(seed, shape.groups), shape));
  }
}

}  // namespace
}  // namespace farsan::sim
