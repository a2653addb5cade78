// The oracle on executions of a few events each: what happened before what.
#include <utility>

#include "oracle/oracle_fixture.h"

namespace farsan::oracle {
namespace {

using namespace testing_support;

using HappenedBefore = Oracle;

TEST_F(HappenedBefore, IsProgramOrderInAUnitAndNothingElse) {
  const auto a = run.at(P0, load(P0, X));
  const auto b = run.at(P1, load(P1, X));
  const auto c = run.at(P0, load(P0, X));
  const Relations r = judge();
  EXPECT_TRUE(r.hb(a, c));
  EXPECT_FALSE(r.hb(c, a));
  EXPECT_FALSE(r.hb(a, a));
  EXPECT_FALSE(r.hb(a, b));
  EXPECT_FALSE(r.hb(b, c));
}

TEST_F(HappenedBefore, FollowsATokenToEveryWaitThatTakesIt) {
  const auto signal = run.at(P0, Signal{{1}});
  const auto other = run.at(P0, Signal{{2}});
  const auto first = run.at(P1, Wait{{{1}}});
  const auto second = run.at(P2, Wait{{{1}}});
  const Relations r = judge();
  EXPECT_TRUE(r.hb(signal, first));
  EXPECT_TRUE(r.hb(signal, second));
  EXPECT_FALSE(r.hb(other, first));
  EXPECT_FALSE(r.hb(first, second));
}

TEST_F(HappenedBefore, FollowsANotificationToWaitsOfBothKinds) {
  const auto notify = run.at(P0, Notify{{1}, P1, kScope, {}});
  const auto target_wait = run.at(P1, TargetWait{{{1}}});
  const auto wait = run.at(P2, Wait{{{1}}});
  const Relations r = judge();
  EXPECT_TRUE(r.hb(notify, target_wait));
  EXPECT_TRUE(r.hb(notify, wait));
}

TEST_F(HappenedBefore, IsTransitiveOverSeveralProcesses) {
  const auto a = run.at(P0, load(P0, X));
  run.synchronise(P0, P1);
  run.synchronise(P1, P2);
  const auto b = run.at(P2, load(P2, X));
  EXPECT_TRUE(judge().hb(a, b));
}

class CollectiveOrder : public Oracle {
 protected:
  /// Everybody enters, everybody leaves; says whether the leave of `to` happens after the enter of `from`.
  bool ordered(Collective described, std::uint32_t from, std::uint32_t to) {
    ExecutionBuilder all;
    const auto members = static_cast<std::uint32_t>(described.members.size());
    const CollectiveId id = all.collective(std::move(described));
    for (std::uint32_t place = 0; place < members; ++place) all.at(ProcessId{place}, Enter{id, place});
    for (std::uint32_t place = 0; place < members; ++place) all.at(ProcessId{place}, Leave{id, place});
    EXPECT_TRUE(problems(all.execution()).empty());
    return Relations(all.execution()).hb(from, members + to);
  }
};

TEST_F(CollectiveOrder, AllToAllOrdersEverybodyAfterEverybody) {
  const Collective c{CollectiveKind::AllToAll, std::vector<Member>(3), 0};
  for (std::uint32_t from = 0; from < 3; ++from)
    for (std::uint32_t to = 0; to < 3; ++to) EXPECT_TRUE(ordered(c, from, to));
}

TEST_F(CollectiveOrder, OneToAllOrdersEverybodyAfterTheRoot) {
  const Collective c{CollectiveKind::OneToAll, std::vector<Member>(3), 1};
  EXPECT_TRUE(ordered(c, 1, 0));
  EXPECT_TRUE(ordered(c, 1, 2));
  EXPECT_FALSE(ordered(c, 0, 1));
  EXPECT_FALSE(ordered(c, 0, 2));
}

TEST_F(CollectiveOrder, AllToOneOrdersTheRootAfterEverybody) {
  const Collective c{CollectiveKind::AllToOne, std::vector<Member>(3), 1};
  EXPECT_TRUE(ordered(c, 0, 1));
  EXPECT_TRUE(ordered(c, 2, 1));
  EXPECT_FALSE(ordered(c, 1, 0));
  EXPECT_FALSE(ordered(c, 0, 2));
}

TEST_F(CollectiveOrder, ScanOrdersHigherPlacesAfterLowerOnes) {
  const Collective c{CollectiveKind::Scan, std::vector<Member>(3), 0};
  EXPECT_TRUE(ordered(c, 0, 1));
  EXPECT_TRUE(ordered(c, 0, 2));
  EXPECT_FALSE(ordered(c, 1, 0));
  EXPECT_FALSE(ordered(c, 2, 1));
}

TEST_F(CollectiveOrder, ExemptsMembersThatContributeOrReceiveNothing) {
  const Collective c{CollectiveKind::AllToAll, {{false, true}, {true, false}, {true, true}}, 0};
  EXPECT_FALSE(ordered(c, 0, 2));
  EXPECT_FALSE(ordered(c, 2, 1));
  EXPECT_TRUE(ordered(c, 1, 0));
  EXPECT_TRUE(ordered(c, 2, 0));
}

TEST_F(HappenedBefore, OrdersAnExclusiveHolderAfterAllEarlierUnlocks) {
  for (const LockMode earlier : {LockMode::Shared, LockMode::Exclusive}) {
    ExecutionBuilder locks;
    locks.at(P0, Lock{kLock, earlier});
    locks.at(P0, Acquired{kLock});
    const auto unlock = locks.at(P0, Unlock{kLock});
    const auto ask = locks.at(P1, Lock{kLock, LockMode::Exclusive});
    const auto acquired = locks.at(P1, Acquired{kLock});
    const Relations r(locks.execution());
    EXPECT_TRUE(r.hb(unlock, acquired));
    EXPECT_FALSE(r.hb(unlock, ask));
  }
}

TEST_F(HappenedBefore, OrdersASharedHolderAfterExclusiveUnlocksOnly) {
  for (const LockMode earlier : {LockMode::Shared, LockMode::Exclusive}) {
    ExecutionBuilder locks;
    locks.at(P0, Lock{kLock, earlier});
    locks.at(P0, Acquired{kLock});
    const auto unlock = locks.at(P0, Unlock{kLock});
    locks.at(P1, Lock{kLock, LockMode::Shared});
    const auto acquired = locks.at(P1, Acquired{kLock});
    EXPECT_EQ(Relations(locks.execution()).hb(unlock, acquired), earlier == LockMode::Exclusive);
  }
}

TEST_F(HappenedBefore, DoesNotRelateDifferentLocks) {
  run.at(P0, Lock{kLock});
  run.at(P0, Acquired{kLock});
  const auto unlock = run.at(P0, Unlock{kLock});
  run.at(P1, Lock{{8}});
  const auto acquired = run.at(P1, Acquired{{8}});
  EXPECT_FALSE(judge().hb(unlock, acquired));
}

TEST_F(HappenedBefore, PutsAUnitBetweenItsForkAndItsJoin) {
  const auto fork = run.at(P0, Fork{1});
  const auto aside = run.at(P0, load(P0, X));
  const auto first = run.at(T1, load(P0, X));
  const auto last = run.at(T1, load(P0, X));
  const auto join = run.at(P0, Join{1});
  const Relations r = judge();
  EXPECT_TRUE(r.hb(fork, first));
  EXPECT_TRUE(r.hb(last, join));
  EXPECT_FALSE(r.hb(aside, first));
  EXPECT_FALSE(r.hb(first, aside));
}

TEST_F(HappenedBefore, PassesThroughAUnitThatDidNothing) {
  run.at(P0, Fork{1});
  const auto fork = run.at(P0, Fork{2});
  const auto join = run.at(T1, Join{2});
  EXPECT_TRUE(judge().hb(fork, join));
}

TEST_F(HappenedBefore, IgnoresMutexes) {
  run.at(P0, Fork{1});
  run.at(P0, Acquire{kMutex});
  const auto release = run.at(P0, Release{kMutex});
  const auto acquire = run.at(T1, Acquire{kMutex});
  EXPECT_FALSE(judge().hb(release, acquire));
}

}  // namespace
}  // namespace farsan::oracle
