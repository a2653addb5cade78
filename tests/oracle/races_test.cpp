// The oracle on executions of a few events each: what a race says, and every cell of the conflict tables.
#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "oracle/oracle_fixture.h"

namespace farsan::oracle {
namespace {

using namespace testing_support;

// --- What a race says ------------------------------------------------------------------------------------------------

using RaceReport = Oracle;

TEST_F(RaceReport, NamesBothAccessesTheOwnerAndExactlyTheCommonBytes) {
  Operation strided = put(P1, BUF, X);
  strided.remote = ByteRanges({Stripe{X, 4, 16, 3}});  // X, X+16, X+32: 4 bytes each
  const auto op = run.issue(P0, strided);
  const auto touched = run.at(P1, load(P1, X + 2, 16));
  const std::vector<Interval> expected = {{X + 2, X + 4}, {X + 16, X + 18}};
  ASSERT_EQ(races().size(), 1U);
  EXPECT_EQ(races()[0], (Race{remote_of(op), touch_at(touched), RaceKind::Remote, P1, expected}));
}

TEST_F(RaceReport, JoinsBytesOfBlocksThatContinueEachOther) {
  Operation pieces = put(P1, BUF, X);
  pieces.remote = ByteRanges({Stripe{X, 4, 4, 1}, Stripe{X + 4, 4, 4, 1}});
  run.issue(P0, pieces);
  run.at(P1, load(P1, X, 16));
  ASSERT_EQ(races().size(), 1U);
  EXPECT_EQ(races()[0].bytes, (std::vector<Interval>{{X, X + 8}}));
}

TEST_F(RaceReport, FindsNoneInDifferentMemoryOrDifferentBytes) {
  run.issue(P0, put(P1, BUF, X));
  run.at(P2, load(P2, X));
  run.at(P1, load(P1, X + kWord));
  EXPECT_TRUE(races().empty());
}

TEST_F(RaceReport, FindsNoneInTheGapsOfAStripe) {
  Operation strided = put(P1, BUF, X);
  strided.remote = ByteRanges({Stripe{X, 4, 8, 4}});
  run.issue(P0, strided);
  run.at(P1, Touch{AccessKind::Store, P1, ByteRanges({Stripe{X + 4, 4, 8, 4}})});
  EXPECT_TRUE(races().empty());
}

TEST_F(RaceReport, TellsTheKindsApart) {
  fork_two();
  run.at(T1, store(P0, X));
  run.at(T2, store(P0, X));
  run.issue(P0, put(P1, BUF, ELSE));
  run.at(P0, store(P0, BUF));
  run.at(P1, load(P1, ELSE));
  const std::vector<Race> found = races();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].kind, RaceKind::Thread);
  EXPECT_EQ(found[1].kind, RaceKind::LocalBuffer);
  EXPECT_EQ(found[2].kind, RaceKind::Remote);
}

TEST_F(RaceReport, CountsLoadsAndStoresOfAnotherProcessesMemory) {
  run.at(P0, store(P1, X));
  run.at(P1, load(P1, X));
  ASSERT_EQ(races().size(), 1U);
  EXPECT_EQ(races()[0].kind, RaceKind::Thread);
  EXPECT_EQ(races()[0].owner, P1);
}

TEST_F(RaceReport, FindsAnOperationThatRacesWithItself) {
  const auto op = run.issue(P0, put(P0, X, X + 4));
  ASSERT_EQ(races().size(), 1U);
  EXPECT_EQ(races()[0], (Race{source_of(op), remote_of(op), RaceKind::Remote, P0, {{X + 4, X + 8}}}));
}

TEST_F(RaceReport, FindsNoneBetweenAnOperationAndWhatHappenedBeforeIt) {
  run.at(P1, store(P1, X));
  run.synchronise(P1, P0);
  run.at(P0, store(P0, BUF));
  run.issue(P0, put(P1, BUF, X));
  EXPECT_TRUE(races().empty());
}

TEST_F(RaceReport, FindsAPutThatWasCompletedOnlyLocally) {
  run.issue(P0, put(P1, BUF, X));
  run.at(P0, local_flush());
  run.synchronise(P0, P1);
  run.at(P1, load(P1, X));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(RaceReport, FindsAStoreOfAThreadThatDidNotSynchronise) {
  // The other thread's barrier says nothing to this one.
  run.issue(P1, put(P0, BUF, X));
  run.at(P1, remote_flush());
  run.at(P0, Fork{1});
  run.synchronise(UnitId{P1, 0}, UnitId{P0, 0});
  run.at(P0, load(P0, X));
  const auto racing = run.at(T1, load(P0, X));
  ASSERT_EQ(races().size(), 1U);
  EXPECT_EQ(races()[0].second, touch_at(racing));
}

// --- Conflict tables -------------------------------------------------------------------------------------------------

enum class Cell : std::uint8_t { Fine, Races };

struct Pair {
  AccessKind row;
  AccessKind column;
  Cell cell;
};

void PrintTo(const Pair& pair, std::ostream* out) { *out << name(pair.row) << " and " << name(pair.column); }

std::string pair_name(const ::testing::TestParamInfo<Pair>& pair) {
  std::string words = std::string(name(pair.param.row)) + "_with_" + name(pair.param.column);
  std::replace(words.begin(), words.end(), '-', '_');
  return words;
}

/// An action whose access of this kind touches X of `owner`, and whose other accesses disturb nobody.
Action access_to_x(AccessKind kind, ProcessId owner, std::uint32_t number) {
  const Address own = ELSE + number * 0x100;
  const OperationId id{number};
  switch (kind) {
    case AccessKind::Load: return load(owner, X);
    case AccessKind::Store: return store(owner, X);
    case AccessKind::BufferRead: return Issue{id, put(P2, X, own)};
    case AccessKind::BufferWrite: return Issue{id, get(P2, X, own)};
    case AccessKind::RemoteRead: return Issue{id, get(owner, own, X)};
    case AccessKind::RemoteWrite: return Issue{id, put(owner, own, X)};
    case AccessKind::RemoteAtomicRead: return Issue{id, fetch(owner, X)};
    case AccessKind::RemoteAtomicWrite: return Issue{id, update(owner, X)};
  }
  return {};
}

class BufferTable : public Oracle, public ::testing::WithParamInterface<Pair> {};

TEST_P(BufferTable, HoldsForConcurrentUnitsOfTheOrigin) {
  const Pair pair = GetParam();
  fork_two();
  // Two threads, except where both are the program's own: the table speaks of one thread there.
  const UnitId second = is_local(pair.row) && is_local(pair.column) ? T1 : T2;
  run.at(T1, access_to_x(pair.row, P0, 0));
  run.at(second, access_to_x(pair.column, P0, 1));
  EXPECT_EQ(races().size(), pair.cell == Cell::Races ? 1U : 0U);
}

TEST_P(BufferTable, HoldsForAnOperationAndWhatFollowsItInOneUnit) {
  const Pair pair = GetParam();
  run.at(P0, access_to_x(pair.row, P0, 0));
  run.at(P0, access_to_x(pair.column, P0, 1));
  const std::vector<Race> found = races();
  const bool complete_at_once = is_local(pair.row);
  ASSERT_EQ(found.size(), pair.cell == Cell::Races && !complete_at_once ? 1U : 0U);
  for (const Race& race : found) EXPECT_EQ(race.kind, RaceKind::LocalBuffer);
}

INSTANTIATE_TEST_SUITE_P(T21, BufferTable,
                         ::testing::Values(Pair{AccessKind::Load, AccessKind::Load, Cell::Fine},
                                           Pair{AccessKind::Load, AccessKind::Store, Cell::Fine},
                                           Pair{AccessKind::Load, AccessKind::BufferRead, Cell::Fine},
                                           Pair{AccessKind::Load, AccessKind::BufferWrite, Cell::Races},
                                           Pair{AccessKind::Store, AccessKind::Load, Cell::Fine},
                                           Pair{AccessKind::Store, AccessKind::Store, Cell::Fine},
                                           Pair{AccessKind::Store, AccessKind::BufferRead, Cell::Races},
                                           Pair{AccessKind::Store, AccessKind::BufferWrite, Cell::Races},
                                           Pair{AccessKind::BufferRead, AccessKind::Load, Cell::Fine},
                                           Pair{AccessKind::BufferRead, AccessKind::Store, Cell::Races},
                                           Pair{AccessKind::BufferRead, AccessKind::BufferRead, Cell::Fine},
                                           Pair{AccessKind::BufferRead, AccessKind::BufferWrite, Cell::Races},
                                           Pair{AccessKind::BufferWrite, AccessKind::Load, Cell::Races},
                                           Pair{AccessKind::BufferWrite, AccessKind::Store, Cell::Races},
                                           Pair{AccessKind::BufferWrite, AccessKind::BufferRead, Cell::Races},
                                           Pair{AccessKind::BufferWrite, AccessKind::BufferWrite, Cell::Races}),
                         pair_name);

class TargetTable : public Oracle, public ::testing::WithParamInterface<Pair> {};

TEST_P(TargetTable, HoldsForConcurrentProcessesAtTheTarget) {
  const Pair pair = GetParam();
  const ProcessId first = is_local(pair.row) ? P1 : P0;
  const ProcessId second = is_local(pair.column) ? P1 : P2;
  run.at(first, access_to_x(pair.row, P1, 0));
  run.at(second, access_to_x(pair.column, P1, 1));
  const std::vector<Race> found = races();
  ASSERT_EQ(found.size(), pair.cell == Cell::Races ? 1U : 0U);
  for (const Race& race : found) EXPECT_EQ(race.kind, RaceKind::Remote);
}

INSTANTIATE_TEST_SUITE_P(
    T22, TargetTable,
    ::testing::Values(Pair{AccessKind::Load, AccessKind::Load, Cell::Fine},
                      Pair{AccessKind::Load, AccessKind::Store, Cell::Fine},
                      Pair{AccessKind::Load, AccessKind::RemoteRead, Cell::Fine},
                      Pair{AccessKind::Load, AccessKind::RemoteWrite, Cell::Races},
                      Pair{AccessKind::Load, AccessKind::RemoteAtomicRead, Cell::Fine},
                      Pair{AccessKind::Load, AccessKind::RemoteAtomicWrite, Cell::Races},
                      Pair{AccessKind::Store, AccessKind::Load, Cell::Fine},
                      Pair{AccessKind::Store, AccessKind::Store, Cell::Fine},
                      Pair{AccessKind::Store, AccessKind::RemoteRead, Cell::Races},
                      Pair{AccessKind::Store, AccessKind::RemoteWrite, Cell::Races},
                      Pair{AccessKind::Store, AccessKind::RemoteAtomicRead, Cell::Races},
                      Pair{AccessKind::Store, AccessKind::RemoteAtomicWrite, Cell::Races},
                      Pair{AccessKind::RemoteRead, AccessKind::Load, Cell::Fine},
                      Pair{AccessKind::RemoteRead, AccessKind::Store, Cell::Races},
                      Pair{AccessKind::RemoteRead, AccessKind::RemoteRead, Cell::Fine},
                      Pair{AccessKind::RemoteRead, AccessKind::RemoteWrite, Cell::Races},
                      Pair{AccessKind::RemoteRead, AccessKind::RemoteAtomicRead, Cell::Fine},
                      Pair{AccessKind::RemoteRead, AccessKind::RemoteAtomicWrite, Cell::Races},
                      Pair{AccessKind::RemoteWrite, AccessKind::Load, Cell::Races},
                      Pair{AccessKind::RemoteWrite, AccessKind::Store, Cell::Races},
                      Pair{AccessKind::RemoteWrite, AccessKind::RemoteRead, Cell::Races},
                      Pair{AccessKind::RemoteWrite, AccessKind::RemoteWrite, Cell::Races},
                      Pair{AccessKind::RemoteWrite, AccessKind::RemoteAtomicRead, Cell::Races},
                      Pair{AccessKind::RemoteWrite, AccessKind::RemoteAtomicWrite, Cell::Races},
                      Pair{AccessKind::RemoteAtomicRead, AccessKind::Load, Cell::Fine},
                      Pair{AccessKind::RemoteAtomicRead, AccessKind::Store, Cell::Races},
                      Pair{AccessKind::RemoteAtomicRead, AccessKind::RemoteRead, Cell::Fine},
                      Pair{AccessKind::RemoteAtomicRead, AccessKind::RemoteWrite, Cell::Races},
                      Pair{AccessKind::RemoteAtomicRead, AccessKind::RemoteAtomicRead, Cell::Fine},
                      Pair{AccessKind::RemoteAtomicRead, AccessKind::RemoteAtomicWrite, Cell::Fine},
                      Pair{AccessKind::RemoteAtomicWrite, AccessKind::Load, Cell::Races},
                      Pair{AccessKind::RemoteAtomicWrite, AccessKind::Store, Cell::Races},
                      Pair{AccessKind::RemoteAtomicWrite, AccessKind::RemoteRead, Cell::Races},
                      Pair{AccessKind::RemoteAtomicWrite, AccessKind::RemoteWrite, Cell::Races},
                      Pair{AccessKind::RemoteAtomicWrite, AccessKind::RemoteAtomicRead, Cell::Fine},
                      Pair{AccessKind::RemoteAtomicWrite, AccessKind::RemoteAtomicWrite, Cell::Fine}),
    pair_name);

}  // namespace
}  // namespace farsan::oracle
