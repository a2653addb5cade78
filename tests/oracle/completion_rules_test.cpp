// The oracle on executions of a few events each: the rules R1 to R10, each with and without its premises.
#include <set>
#include <vector>

#include "oracle/oracle_fixture.h"

namespace farsan::oracle {
namespace {

using namespace testing_support;

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
  const auto done = run.at(P0, Complete{run.last_id()});
  const Relations r = judge();
  EXPECT_TRUE(r.co(result_of(read), done));
  EXPECT_TRUE(r.co(remote_of(read), done));
  EXPECT_FALSE(r.co(result_of(other), done));
  EXPECT_FALSE(r.co(remote_of(other), done));
}

TEST_F(Rules, R9DoesNotCompleteTheRemoteWrite) {
  const auto op = run.issue(P0, put(P1, BUF, X));
  const auto done = run.at(P0, Complete{run.last_id()});
  const Relations r = judge();
  EXPECT_TRUE(r.co(source_of(op), done));
  EXPECT_FALSE(r.co(remote_of(op), done));
}

TEST_F(Rules, R9CompletesTheRemoteWriteIfItIsFull) {
  const auto other = run.issue(P0, put(P1, ELSE, X + kWord));
  const auto op = run.issue(P0, put(P1, BUF, X));
  const auto done = run.at(P0, Complete{run.last_id(), CompletionKind::FullComplete});
  const Relations r = judge();
  EXPECT_TRUE(r.co(source_of(op), done));
  EXPECT_TRUE(r.co(remote_of(op), done));
  EXPECT_FALSE(r.co(remote_of(other), done));
}

TEST_F(Rules, R9NeedsTheIssueToHaveHappenedBefore) {
  fork_two();
  const auto op = run.issue(T1, put(P1, BUF, X));
  const auto done = run.at(T2, Complete{run.last_id()});
  EXPECT_FALSE(judge().co(source_of(op), done));
}

TEST_F(Rules, R9CompletesTheBuffersOfSendsAndReceives) {
  Operation send;
  send.kind = OperationKind::Send;
  send.target = P1;
  send.source = bytes(BUF);
  const auto op = run.issue(P0, send);
  const auto done = run.at(P0, Complete{run.last_id()});
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

}  // namespace
}  // namespace farsan::oracle
