// The oracle on executions of a few events each: one or more per rule, per cell of the conflict tables, and per excuse.
// If one of these is wrong, every comparison of the engine with the oracle is.
#include "oracle/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <tuple>

#include "support/execution_builder.h"

namespace farsan::oracle {
namespace {

using namespace testing_support;

constexpr Address X = 0x100;    // what is fought over
constexpr Address BUF = 0x200;  // a buffer
constexpr Address ELSE = 0x300;
constexpr ScopeId kScope{0};
constexpr ScopeId kOtherScope{1};
constexpr LockId kLock{7};
constexpr MutexId kMutex{3};
constexpr UnitId T1{P0, 1};
constexpr UnitId T2{P0, 2};

AccessRef touch_at(EventIndex e) { return {e, std::nullopt}; }
AccessRef source_of(EventIndex e) { return {e, Part::Source}; }
AccessRef result_of(EventIndex e) { return {e, Part::Result}; }
AccessRef remote_of(EventIndex e) { return {e, Part::Remote}; }

class Oracle : public ::testing::Test {
 protected:
  /// Every execution here is meant to be possible.
  Relations judge() {
    for (const Problem& p : problems(run.execution())) ADD_FAILURE() << "event " << p.event << ": " << p.what;
    return Relations(run.execution());
  }
  std::vector<Race> races() { return judge().races(); }

  /// Two threads besides the first one.
  void fork_two() {
    run.at(P0, Fork{1});
    run.at(P0, Fork{2});
  }

  ExecutionBuilder run;
};

// --- Happened-before -------------------------------------------------------------------------------------------------

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

// --- R1 to R10 -------------------------------------------------------------------------------------------------------

using Rules = Oracle;

TEST_F(Rules, R1CarriesCompletionAlongHappenedBefore) {
  const auto op = run.issue(P0, put(P1, BUF, X));
  const auto before = run.at(P0, load(P0, ELSE));
  const auto done = run.at(P0, remote_flush());
  const auto elsewhere = run.at(P1, load(P1, ELSE));
  const auto told = run.synchronise(P0, P1);
  const auto after = run.at(P1, load(P1, X));
  const Relations r = judge();
  EXPECT_FALSE(r.co(remote_of(op), op));
  EXPECT_FALSE(r.co(remote_of(op), before));
  EXPECT_TRUE(r.co(remote_of(op), done));
  EXPECT_FALSE(r.co(remote_of(op), elsewhere));
  EXPECT_TRUE(r.co(remote_of(op), told));
  EXPECT_TRUE(r.co(remote_of(op), after));
  EXPECT_TRUE(r.races().empty());
}

TEST_F(Rules, R2CompletesLoadsAndStoresAtOnce) {
  const auto touched = run.at(P0, store(P0, X));
  const auto next = run.at(P0, load(P0, X));
  const auto elsewhere = run.at(P1, load(P1, X));
  const auto told = run.synchronise(P0, P1);
  const Relations r = judge();
  EXPECT_FALSE(r.co(touch_at(touched), touched));
  EXPECT_TRUE(r.co(touch_at(touched), next));
  EXPECT_FALSE(r.co(touch_at(touched), elsewhere));
  EXPECT_TRUE(r.co(touch_at(touched), told));
}

class Completions : public Oracle {
 protected:
  /// Which accesses of a put, a get, a fetching update and a fetch this action of the same unit completes.
  std::set<AccessKind> completed_by(const Flush& action) {
    ExecutionBuilder all;
    std::vector<EventIndex> issued = {all.issue(P0, put(P1, BUF, X)), all.issue(P0, get(P1, BUF, X))};
    Operation fetching = update(P1, X);
    fetching.kind = OperationKind::FetchUpdate;
    fetching.source = fetching.result = bytes(BUF);
    issued.push_back(all.issue(P0, fetching));
    issued.push_back(all.issue(P0, fetch(P1, X)));
    const auto done = all.at(P0, action);
    EXPECT_TRUE(problems(all.execution()).empty());
    const Relations r(all.execution());
    std::set<AccessKind> complete;
    std::set<AccessKind> open;
    for (const Access& m : r.facts().accesses()) (r.co(m.ref, done) ? complete : open).insert(m.kind);
    for (const AccessKind kind : open) EXPECT_FALSE(complete.contains(kind)) << name(kind);
    return complete;
  }
};

TEST_F(Completions, R3CollectiveFlushCompletesBufferAndRemoteAccesses) {
  EXPECT_EQ(completed_by(collective_flush()),
            (std::set{AccessKind::BufferRead, AccessKind::BufferWrite, AccessKind::RemoteRead, AccessKind::RemoteWrite,
                      AccessKind::RemoteAtomicRead, AccessKind::RemoteAtomicWrite}));
}

TEST_F(Completions, R4LocalFlushCompletesBufferAccessesAndRemoteReads) {
  EXPECT_EQ(completed_by(local_flush()), (std::set{AccessKind::BufferRead, AccessKind::BufferWrite,
                                                   AccessKind::RemoteRead, AccessKind::RemoteAtomicRead}));
}

TEST_F(Completions, R5RemoteFlushCompletesRemoteAccessesAndBufferReads) {
  EXPECT_EQ(completed_by(remote_flush()),
            (std::set{AccessKind::BufferRead, AccessKind::RemoteRead, AccessKind::RemoteWrite,
                      AccessKind::RemoteAtomicRead, AccessKind::RemoteAtomicWrite}));
}

TEST_F(Completions, ReachOnlyTheScopeAndTheTargetsNamed) {
  for (const CompletionKind kind :
       {CompletionKind::CollectiveFlush, CompletionKind::LocalFlush, CompletionKind::RemoteFlush}) {
    EXPECT_TRUE(completed_by(flush(kind, kOtherScope)).empty());
    EXPECT_TRUE(completed_by(flush(kind, {}, Group({P0, P2}))).empty());
    EXPECT_FALSE(completed_by(flush(kind, kScope, Group({P1}))).empty());
  }
}

TEST_F(Completions, ReachOnlyTheOperationsOfTheCallingProcess) {
  const auto op = run.issue(P0, put(P2, BUF, X));
  run.synchronise(P0, P1);
  const auto done = run.at(P1, collective_flush());
  EXPECT_FALSE(judge().co(remote_of(op), done));
}

TEST_F(Completions, ReachOperationsOfOtherUnitsThatHappenedBefore) {
  fork_two();
  const auto known = run.issue(T1, put(P1, BUF, X));
  run.synchronise(T1, T2);
  const auto unknown = run.issue(T1, put(P1, BUF, X));
  const auto done = run.at(T2, remote_flush());
  const Relations r = judge();
  EXPECT_TRUE(r.co(remote_of(known), done));
  EXPECT_FALSE(r.co(remote_of(unknown), done));
}

TEST_F(Rules, R6OrdersWritesAroundAFence) {
  const auto first = run.issue(P0, put(P1, BUF, X));
  run.at(P0, Fence{kScope, {}});
  const auto second = run.issue(P0, put(P1, BUF, X));
  const Relations r = judge();
  EXPECT_TRUE(r.fo(remote_of(first), second));
  EXPECT_FALSE(r.fo(remote_of(second), first));
  EXPECT_FALSE(r.co(remote_of(first), second));
  EXPECT_TRUE(r.races().empty());
}

TEST_F(Rules, R6DoesNotOrderWritesOnOneSideOfAFence) {
  run.at(P0, Fence{kScope, {}});
  const auto first = run.issue(P0, put(P1, BUF, X));
  const auto second = run.issue(P0, put(P1, BUF, X));
  run.at(P0, Fence{kScope, {}});
  EXPECT_FALSE(judge().fo(remote_of(first), second));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(Rules, R6DoesNotOrderReads) {
  run.issue(P0, get(P1, BUF, X));
  run.at(P0, Fence{kScope, {}});
  run.issue(P0, put(P1, ELSE, X));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(Rules, R6OrdersAtomicWritesToo) {
  const auto first = run.issue(P0, update(P1, X));
  run.at(P0, Fence{kScope, {}});
  const auto second = run.issue(P0, put(P1, BUF, X));
  EXPECT_TRUE(judge().fo(remote_of(first), second));
  EXPECT_TRUE(races().empty());
}

TEST_F(Rules, R6NeedsOneScopeForBothWritesAndTheFence) {
  for (const auto& [first, fence, second] : std::vector<std::tuple<ScopeId, ScopeId, ScopeId>>{
           {kOtherScope, kScope, kScope}, {kScope, kOtherScope, kScope}, {kScope, kScope, kOtherScope}}) {
    ExecutionBuilder writes;
    writes.issue(P0, put(P1, BUF, X, first));
    writes.at(P0, Fence{fence, {}});
    writes.issue(P0, put(P1, BUF, X, second));
    EXPECT_EQ(oracle::races(writes.execution()).size(), 1U);
  }
}

TEST_F(Rules, R6NeedsTheTargetInTheFencesGroup) {
  run.issue(P0, put(P1, BUF, X));
  run.at(P0, Fence{kScope, Group({P2})});
  run.issue(P0, put(P1, BUF, X));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(Rules, R6DoesNotOrderWritesToDifferentTargetsOrOfDifferentOrigins) {
  const auto first = run.issue(P0, put(P1, BUF, X));
  run.at(P0, Fence{kScope, {}});
  const auto to_other_target = run.issue(P0, put(P2, BUF, X));
  run.synchronise(P0, P2);
  const auto of_other_origin = run.issue(P2, put(P1, BUF, X));
  const Relations r = judge();
  EXPECT_FALSE(r.fo(remote_of(first), to_other_target));
  EXPECT_FALSE(r.fo(remote_of(first), of_other_origin));
}

TEST_F(Rules, R7CompletesFencedWritesAtTheTargetsWait) {
  const auto op = run.issue(P0, put(P1, BUF, X));
  run.at(P0, Fence{kScope, {}});
  const auto notify = run.at(P0, Notify{{1}, P1, kScope, {}});
  const auto wait = run.at(P1, TargetWait{{{1}}});
  run.at(P1, load(P1, X));
  const Relations r = judge();
  EXPECT_TRUE(r.fo(remote_of(op), notify));
  EXPECT_TRUE(r.co(remote_of(op), wait));
  EXPECT_TRUE(r.races().empty());
}

TEST_F(Rules, R7NeedsTheFence) {
  run.issue(P0, put(P1, BUF, X));
  run.at(P0, Notify{{1}, P1, kScope, {}});
  run.at(P1, TargetWait{{{1}}});
  run.at(P1, load(P1, X));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(Rules, R7NeedsAWaitForThatVeryNotification) {
  run.at(P0, Notify{{1}, P1, kScope, {}});
  const auto op = run.issue(P0, put(P1, BUF, X));
  run.at(P0, Fence{kScope, {}});
  run.at(P0, Notify{{2}, P1, kScope, {}});
  const auto wait = run.at(P1, TargetWait{{{1}}});
  EXPECT_FALSE(judge().co(remote_of(op), wait));
}

TEST_F(Rules, R7NeedsATargetWaitNotJustAnyWait) {
  run.issue(P0, put(P1, BUF, X));
  run.at(P0, Fence{kScope, {}});
  run.at(P0, Notify{{1}, P1, kScope, {}});
  run.at(P1, Wait{{{1}}});
  run.at(P1, load(P1, X));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(Rules, R7NeedsTheNotificationInTheScopeOfTheWrite) {
  run.issue(P0, put(P1, BUF, X));
  run.at(P0, Fence{kScope, {}});
  run.at(P0, Notify{{1}, P1, kOtherScope, {}});
  run.at(P1, TargetWait{{{1}}});
  run.at(P1, load(P1, X));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(Rules, R7SaysNothingAboutWritesToOthersThanTheNotified) {
  const auto op = run.issue(P0, put(P2, BUF, X));
  run.at(P0, Fence{kScope, {}});
  run.at(P0, Notify{{1}, P1, kScope, {}});
  const auto wait = run.at(P1, TargetWait{{{1}}});
  EXPECT_FALSE(judge().co(remote_of(op), wait));
}

TEST_F(Rules, R8AnnouncesTheWriteThatTheNotificationCarriesAndNoOther) {
  const auto other = run.issue(P0, put(P1, ELSE, X));
  const auto op = run.issue(P0, put(P1, BUF, X + kWord));
  run.at(P0, Notify{{1}, P1, kScope, run.last_id()});
  const auto wait = run.at(P1, TargetWait{{{1}}});
  const Relations r = judge();
  EXPECT_TRUE(r.co(remote_of(op), wait));
  EXPECT_FALSE(r.co(remote_of(other), wait));
}

TEST_F(Rules, R9CompletesTheBuffersAndTheReadOfOneOperation) {
  const auto other = run.issue(P0, get(P1, ELSE, X));
  const auto read = run.issue(P0, get(P1, BUF, X));
  const auto done = run.at(P0, LocalComplete{run.last_id()});
  const Relations r = judge();
  EXPECT_TRUE(r.co(result_of(read), done));
  EXPECT_TRUE(r.co(remote_of(read), done));
  EXPECT_FALSE(r.co(result_of(other), done));
  EXPECT_FALSE(r.co(remote_of(other), done));
}

TEST_F(Rules, R9DoesNotCompleteTheRemoteWrite) {
  const auto op = run.issue(P0, put(P1, BUF, X));
  const auto done = run.at(P0, LocalComplete{run.last_id()});
  const Relations r = judge();
  EXPECT_TRUE(r.co(source_of(op), done));
  EXPECT_FALSE(r.co(remote_of(op), done));
}

TEST_F(Rules, R9NeedsTheIssueToHaveHappenedBefore) {
  fork_two();
  const auto op = run.issue(T1, put(P1, BUF, X));
  const auto done = run.at(T2, LocalComplete{run.last_id()});
  EXPECT_FALSE(judge().co(source_of(op), done));
}

TEST_F(Rules, R9CompletesTheBuffersOfSendsAndReceives) {
  Operation send;
  send.kind = OperationKind::Send;
  send.target = P1;
  send.source = bytes(BUF);
  const auto op = run.issue(P0, send);
  const auto done = run.at(P0, LocalComplete{run.last_id()});
  run.at(P0, store(P0, BUF));
  const Relations r = judge();
  EXPECT_TRUE(r.co(source_of(op), done));
  EXPECT_TRUE(r.races().empty());
}

TEST_F(Rules, R10CompletesTheBufferReadWithTheRemoteWrite) {
  const auto op = run.issue(P0, put(P1, BUF, X));
  run.at(P0, Notify{{1}, P1, kScope, run.last_id()});
  const auto wait = run.at(P1, TargetWait{{{1}}});
  const auto back = run.synchronise(P1, P0);
  run.at(P0, store(P0, BUF));
  const Relations r = judge();
  EXPECT_TRUE(r.co(source_of(op), wait));
  EXPECT_TRUE(r.co(source_of(op), back));
  EXPECT_TRUE(r.races().empty());
}

TEST_F(Rules, R10DoesNotHelpANotificationThatHasNothingToDoWithTheWrite) {
  run.issue(P0, put(P1, BUF, X));
  run.at(P0, Notify{{1}, P1, kScope, {}});
  run.at(P1, TargetWait{{{1}}});
  run.synchronise(P1, P0);
  run.at(P0, store(P0, BUF));
  ASSERT_EQ(races().size(), 1U);
  EXPECT_EQ(races()[0].kind, RaceKind::LocalBuffer);
}

TEST_F(Rules, R10DoesNotCompleteTheResult) {
  Operation fetching = update(P1, X);
  fetching.kind = OperationKind::FetchUpdate;
  fetching.source = bytes(ELSE);
  fetching.result = bytes(BUF);
  const auto op = run.issue(P0, fetching);
  run.at(P0, Notify{{1}, P1, kScope, run.last_id()});
  const auto wait = run.at(P1, TargetWait{{{1}}});
  const Relations r = judge();
  EXPECT_TRUE(r.co(source_of(op), wait));
  EXPECT_FALSE(r.co(result_of(op), wait));
}

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

// --- Atomics ---------------------------------------------------------------------------------------------------------

class Atomics : public Oracle {
 protected:
  /// Number of races of two operations that two origins issue concurrently.
  std::size_t races_of(const Operation& one, const Operation& other) {
    ExecutionBuilder both;
    both.issue(P0, one);
    both.issue(P2, other);
    EXPECT_TRUE(problems(both.execution()).empty());
    return oracle::races(both.execution()).size();
  }
  /// The same by one origin, one after the other.
  std::size_t races_in_order(const Operation& one, const Operation& other) {
    ExecutionBuilder both;
    both.issue(P0, one);
    both.issue(P0, other);
    EXPECT_TRUE(problems(both.execution()).empty());
    return oracle::races(both.execution()).size();
  }
  static Operation changed(Operation op, auto change) {
    change(*op.atomicity);
    return op;
  }
};

TEST_F(Atomics, RaceIfTheirTypesOrSizesDiffer) {
  const auto type = [](Atomicity& a) { a.type = {2}; };
  const auto size = [](Atomicity& a) { a.size = 4; };
  EXPECT_EQ(races_of(update(P1, X), changed(update(P1, X), type)), 1U);
  EXPECT_EQ(races_of(update(P1, X), changed(update(P1, X), size)), 1U);
}

TEST_F(Atomics, RaceIfTheirElementsAreShifted) {
  EXPECT_EQ(races_of(update(P1, X), update(P1, X + 4)), 1U);
  Operation three = update(P1, X - 2 * kWord);
  three.remote = bytes(X - 2 * kWord, 3 * kWord);
  EXPECT_EQ(races_of(update(P1, X), three), 0U);
  EXPECT_EQ(races_of(three, update(P1, X)), 0U);
}

TEST_F(Atomics, RaceIfTheirDomainsDiffer) {
  EXPECT_EQ(races_of(update(P1, X), changed(update(P1, X), [](Atomicity& a) { a.domain = {2}; })), 1U);
}

TEST_F(Atomics, RaceUnlessBothSidesAdmitTheOperations) {
  const auto with = [](Admission admission) { return [=](Atomicity& a) { a.admission = admission; }; };
  const Operation sum = update(P1, X, 1);
  const Operation product = update(P1, X, 2);
  const Operation read = fetch(P1, X);
  const struct {
    Admission admission;
    std::size_t equal, different, reading;
  } expected[] = {
      {Admission::AnyOperation, 0, 0, 0}, {Admission::SameOrNone, 0, 1, 0}, {Admission::SameOperation, 0, 1, 1}};
  for (const auto& row : expected) {
    const Operation strict = changed(sum, with(row.admission));
    EXPECT_EQ(races_of(strict, sum), row.equal);
    EXPECT_EQ(races_of(strict, product), row.different);
    EXPECT_EQ(races_of(product, strict), row.different);
    EXPECT_EQ(races_of(strict, read), row.reading);
    EXPECT_EQ(races_of(read, strict), row.reading);
  }
}

TEST_F(Atomics, OfOneOriginAreOrderedIfBothAskForIt) {
  const auto strict = [](Atomicity& a) { a.admission = Admission::SameOperation; };
  const auto ordered = [](Atomicity& a) { a.ordered = true; };
  const Operation sum = changed(update(P1, X, 1), strict);
  const Operation product = changed(update(P1, X, 2), strict);
  EXPECT_EQ(races_in_order(sum, product), 1U);
  EXPECT_EQ(races_in_order(changed(sum, ordered), product), 1U);
  EXPECT_EQ(races_in_order(changed(sum, ordered), changed(product, ordered)), 0U);
  EXPECT_EQ(races_of(changed(sum, ordered), changed(product, ordered)), 1U);
}

TEST_F(Atomics, OfOneOriginAreNotOrderedAcrossScopesTypesOrGrids) {
  const auto prepare = [](Atomicity& a) {
    a.ordered = true;
    a.admission = Admission::SameOperation;
  };
  const Operation sum = changed(update(P1, X, 1), prepare);
  const Operation product = changed(update(P1, X, 2), prepare);
  Operation elsewhere = product;
  elsewhere.scope = kOtherScope;
  EXPECT_EQ(races_in_order(sum, elsewhere), 1U);
  EXPECT_EQ(races_in_order(sum, changed(product, [](Atomicity& a) { a.type = {2}; })), 1U);
  Operation shifted = product;
  shifted.remote = bytes(X + 4);
  EXPECT_EQ(races_in_order(sum, shifted), 1U);
}

TEST_F(Atomics, OfConcurrentThreadsAreNotOrdered) {
  const auto prepare = [](Atomicity& a) {
    a.ordered = true;
    a.admission = Admission::SameOperation;
  };
  fork_two();
  run.issue(T1, changed(update(P1, X, 1), prepare));
  run.issue(T2, changed(update(P1, X, 2), prepare));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(Atomics, OfDifferentOriginsAreNotOrderedByTheirIssues) {
  const auto prepare = [](Atomicity& a) {
    a.ordered = true;
    a.admission = Admission::SameOperation;
  };
  run.issue(P0, changed(update(P1, X, 1), prepare));
  run.synchronise(P0, P2);
  run.issue(P2, changed(update(P1, X, 2), prepare));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(Atomics, AreJudgedBlockByBlock) {
  // One block on the grid of the other operation, one off it.
  Operation scattered = update(P1, X);
  scattered.remote = ByteRanges({Stripe{X, 8, 8, 1}, Stripe{X + 20, 8, 8, 1}});
  Operation row = update(P1, X);
  row.remote = bytes(X, 4 * kWord);
  run.issue(P0, scattered);
  run.issue(P2, row);
  ASSERT_EQ(races().size(), 1U);
  EXPECT_EQ(races()[0].bytes, (std::vector<Interval>{{X + 20, X + 28}}));
}

TEST_F(Atomics, RaceAtAByteIfAnyOfSeveralBlocksThereIsNotExcused) {
  Operation twice = update(P1, X);
  twice.remote = ByteRanges({Stripe{X, 8, 8, 1}, Stripe{X + 4, 8, 8, 1}});
  run.issue(P0, twice);
  run.issue(P2, update(P1, X));
  ASSERT_EQ(races().size(), 1U);
  EXPECT_EQ(races()[0].bytes, (std::vector<Interval>{{X + 4, X + 8}}));
}

TEST_F(Atomics, AreNotAtomicInTheBufferNorToTheProgram) {
  run.issue(P0, update(P1, X));
  run.at(P1, load(P1, X));
  EXPECT_EQ(races().size(), 1U);
}

// --- Gates -----------------------------------------------------------------------------------------------------------

class Gates : public Oracle {
 protected:
  /// P0 puts to X in an epoch of its own and gives the lock back.
  void first_epoch(LockMode mode) {
    run.at(P0, Lock{kLock, mode});
    run.at(P0, Acquired{kLock});
    first = run.issue(P0, gated(put(P1, BUF, X), kLock));
    run.at(P0, remote_flush());
    run.at(P0, Unlock{kLock});
  }
  EventIndex first = 0;
};

TEST_F(Gates, OrderTheRemoteAccessAfterEarlierEpochsEvenIfIssuedBefore) {
  run.at(P2, Lock{kLock});
  const auto second = run.issue(P2, gated(put(P1, BUF, X), kLock));
  first_epoch(LockMode::Exclusive);
  run.at(P2, Acquired{kLock});
  const Relations r = judge();
  EXPECT_FALSE(r.co(remote_of(first), second));
  EXPECT_TRUE(r.co_start(remote_of(first), remote_of(second)));
  EXPECT_TRUE(r.races().empty());
}

TEST_F(Gates, OrderNothingWithoutTheGateOnTheOperation) {
  run.at(P2, Lock{kLock});
  run.issue(P2, put(P1, BUF, X));
  first_epoch(LockMode::Exclusive);
  run.at(P2, Acquired{kLock});
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(Gates, OrderNothingUntilTheLockIsAcquired) {
  run.at(P2, Lock{kLock});
  run.issue(P2, gated(put(P1, BUF, X), kLock));
  first_epoch(LockMode::Exclusive);
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(Gates, OrderSharedEpochsAfterExclusiveOnesOnly) {
  for (const LockMode mode : {LockMode::Shared, LockMode::Exclusive}) {
    run = ExecutionBuilder();
    run.at(P2, Lock{kLock, LockMode::Shared});
    run.issue(P2, gated(put(P1, BUF, X), kLock));
    first_epoch(mode);
    run.at(P2, Acquired{kLock});
    EXPECT_EQ(races().size(), mode == LockMode::Exclusive ? 0U : 1U);
  }
}

TEST_F(Gates, DoNotHoldTheBufferBack) {
  // The epoch before reads into the very buffer: its owner may use it at once, gate or no gate.
  run.at(P0, Lock{kLock});
  run.issue(P0, gated(put(P1, BUF, X), kLock));
  run.at(P2, Lock{kLock});
  run.at(P2, Acquired{kLock});
  const auto touched = run.at(P2, store(P0, BUF));
  run.at(P2, Unlock{kLock});
  run.at(P0, Acquired{kLock});
  ASSERT_EQ(races().size(), 1U);
  EXPECT_EQ(races()[0].second, touch_at(touched));
}

TEST_F(Gates, DoNotOrderTheCallersOwnAccessesAfterTheLockCall) {
  // P2's lock call need not wait: its load through a shared pointer is not after P0's epoch.
  first_epoch(LockMode::Exclusive);
  run.at(P2, Lock{kLock});
  const auto early = run.at(P2, load(P1, X));
  run.at(P2, Acquired{kLock});
  run.at(P2, load(P1, X));
  ASSERT_EQ(races().size(), 1U);
  EXPECT_EQ(races()[0].second, touch_at(early));
}

TEST_F(Gates, DoNotExcuseWhatTheEarlierEpochLeftIncomplete) {
  run.at(P2, Lock{kLock});
  run.issue(P2, gated(put(P1, BUF, X), kLock));
  run.at(P0, Lock{kLock});
  run.at(P0, Acquired{kLock});
  run.issue(P0, gated(put(P1, BUF, X), kLock));
  run.at(P0, Unlock{kLock});
  run.at(P2, Acquired{kLock});
  EXPECT_EQ(races().size(), 1U);
}

// --- Mutual exclusion ------------------------------------------------------------------------------------------------

class MutualExclusion : public Oracle {
 protected:
  void under(UnitId unit, MutexId mutex, Action action) {
    run.at(unit, Acquire{mutex});
    run.at(unit, std::move(action));
    run.at(unit, Release{mutex});
  }
};

TEST_F(MutualExclusion, ExcusesTouchesUnderACommonMutex) {
  fork_two();
  under(T1, kMutex, store(P0, X));
  under(T2, kMutex, store(P0, X));
  EXPECT_TRUE(races().empty());
}

TEST_F(MutualExclusion, DoesNotExcuseDifferentMutexes) {
  fork_two();
  under(T1, kMutex, store(P0, X));
  under(T2, {4}, store(P0, X));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(MutualExclusion, DoesNotExcuseMutexesOfDifferentProcesses) {
  under({P0, 0}, kMutex, store(P1, X));
  under({P1, 0}, kMutex, store(P1, X));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(MutualExclusion, DoesNotExcuseWhatIsOutsideOnOneSide) {
  fork_two();
  under(T1, kMutex, load(P0, ELSE));
  run.at(T1, store(P0, X));
  under(T2, kMutex, store(P0, X));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(MutualExclusion, DoesNotCoverWhatOthersDoMeanwhile) {
  fork_two();
  run.at(T2, Acquire{kMutex});
  run.at(T1, store(P0, X));
  run.at(T2, Release{kMutex});
  under(T2, kMutex, store(P0, X));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(MutualExclusion, CoversAnOperationFromItsIssueToACompletionUnderTheSameHold) {
  fork_two();
  for (const UnitId unit : {T1, T2}) {
    run.at(unit, Acquire{kMutex});
    run.issue(unit, put(P1, BUF, X));
    run.at(unit, remote_flush());
    run.at(unit, Release{kMutex});
  }
  EXPECT_TRUE(races().empty());
}

TEST_F(MutualExclusion, DoesNotCoverAnOperationThatOutlivesTheHold) {
  fork_two();
  for (const UnitId unit : {T1, T2}) {
    under(unit, kMutex, Issue{{unit.index}, put(P1, BUF, X)});
    under(unit, kMutex, remote_flush());
  }
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(MutualExclusion, CoversOnlyThePartsThatTheCompletionCompletes) {
  fork_two();
  run.at(T1, Acquire{kMutex});
  run.issue(T1, put(P1, BUF, X));
  run.at(T1, local_flush());
  run.at(T1, Release{kMutex});
  run.at(T2, Acquire{kMutex});
  run.issue(T2, put(P1, ELSE, X));
  run.at(T2, store(P0, BUF));
  run.at(T2, remote_flush());
  run.at(T2, Release{kMutex});
  const std::vector<Race> found = races();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, RaceKind::Remote);
}

TEST_F(MutualExclusion, CoversAnOperationThatAnotherUnitCompletedIfTheReleaseComesAfterThat) {
  fork_two();
  run.at(T1, Acquire{kMutex});
  run.issue(T1, put(P1, BUF, X));
  run.synchronise(T1, UnitId{P0, 0});
  run.at(P0, remote_flush());
  run.synchronise(UnitId{P0, 0}, T1);
  run.at(T1, Release{kMutex});
  under(T2, kMutex, store(P0, BUF));
  EXPECT_TRUE(races().empty());
}

TEST_F(MutualExclusion, DoesNotCoverAnOperationThatAnotherUnitCompletedUnknownToTheRelease) {
  fork_two();
  run.at(T1, Acquire{kMutex});
  run.issue(T1, put(P1, BUF, X));
  run.synchronise(T1, UnitId{P0, 0});
  run.at(P0, remote_flush());
  run.at(T1, Release{kMutex});
  under(T2, kMutex, store(P0, BUF));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(MutualExclusion, CoversAnOperationUnderAMutexThatIsNeverReleased) {
  fork_two();
  under(T2, kMutex, store(P0, BUF));
  run.at(T1, Acquire{kMutex});
  run.issue(T1, put(P1, BUF, X));
  EXPECT_TRUE(races().empty());
}

TEST_F(MutualExclusion, DoesNotExcuseWhatAUnitDoesToItselfUnderOneHold) {
  run.at(P0, Acquire{kMutex});
  run.issue(P0, put(P1, BUF, X));
  run.at(P0, store(P0, BUF));
  run.at(P0, remote_flush());
  run.at(P0, Release{kMutex});
  EXPECT_EQ(races().size(), 1U);
}

// --- The blocks, checked byte by byte --------------------------------------------------------------------------------

/// Whether some block pair at this byte is of elements that do not coincide.
bool byte_conflicts(const ByteRanges& a, const ByteRanges& b, Address byte) {
  bool conflicts = false;
  a.for_each_block([&](Interval x) {
    b.for_each_block([&](Interval y) {
      const bool both = x.begin <= byte && byte < x.end && y.begin <= byte && byte < y.end;
      conflicts = conflicts || (both && x.begin % kWord != y.begin % kWord);
    });
  });
  return conflicts;
}

TEST_F(Atomics, ConflictAtExactlyTheBytesWhereABlockPairIsNotExcused) {
  std::mt19937 random(1);
  const auto ranges = [&] {
    const std::uint64_t block = 4 * (1 + random() % 5);
    return ByteRanges({Stripe{X + 4 * (random() % 8), block, block + 4 * (random() % 3), 1 + random() % 4},
                       Stripe{X + 4 * (random() % 24), 8, 8, 1}});
  };
  for (int round = 0; round < 2000; ++round) {
    Operation one = update(P1, X);
    Operation other = update(P1, X);
    one.remote = ranges();
    other.remote = ranges();
    ExecutionBuilder both;
    const auto a = both.issue(P0, one);
    const auto b = both.issue(P2, other);
    const std::vector<Interval> found = Relations(both.execution()).conflict(remote_of(a), remote_of(b));
    for (Address byte = X - 8; byte < X + 256; ++byte) {
      const bool inside = std::any_of(found.begin(), found.end(),
                                      [&](const Interval& piece) { return piece.begin <= byte && byte < piece.end; });
      ASSERT_EQ(inside, byte_conflicts(one.remote, other.remote, byte)) << "round " << round;
    }
    for (std::size_t i = 1; i < found.size(); ++i) ASSERT_LT(found[i - 1].end, found[i].begin);
  }
}

}  // namespace
}  // namespace farsan::oracle
