// Which executions could not have happened, and that the possible ones are left alone.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "model/execution.h"
#include "support/execution_builder.h"

namespace farsan::model {
namespace {

using namespace testing_support;

constexpr Address X = 0x100;
constexpr Address BUF = 0x200;
constexpr ScopeId kOtherScope{1};
constexpr LockId kLock{7};
constexpr MutexId kMutex{3};
constexpr UnitId T1{P0, 1};
constexpr UnitId T2{P0, 2};

class Validity : public ::testing::Test {
 protected:
  void expect_possible() {
    for (const Problem& p : problems(run.execution())) ADD_FAILURE() << "event " << p.event << ": " << p.what;
  }
  /// Exactly one problem, there and with these words.
  void expect_problem(std::size_t event, const std::string& what) {
    const std::vector<Problem> found = problems(run.execution());
    ASSERT_EQ(found.size(), 1U) << (found.empty() ? "nothing" : found[1].what);
    EXPECT_EQ(found[0].event, event);
    EXPECT_EQ(found[0].what, what);
  }

  ExecutionBuilder run;
};

TEST_F(Validity, AnEmptyExecutionIsPossible) { expect_possible(); }

// --- Processes and ranges --------------------------------------------------------------------------------------------

TEST_F(Validity, EveryProcessNamedMustExist) {
  const ProcessId nobody{3};
  const std::string what = "there is no process 3, only 3 of them";
  const std::initializer_list<Action> actions = {load(nobody, X), Issue{{}, put(nobody, BUF, X)},
                                                 Notify{{1}, nobody, {}, {}}, Fence{{}, Group({P1, nobody})},
                                                 flush(CompletionKind::RemoteFlush, {}, Group({nobody}))};
  for (const Action& action : actions) {
    run = ExecutionBuilder(3);
    expect_problem(run.at(P0, action), what);
  }
  run = ExecutionBuilder(3);
  expect_problem(run.at(nobody, load(P0, X)), what);
}

TEST_F(Validity, ATouchLoadsOrStores) {
  expect_problem(run.at(P0, Touch{AccessKind::RemoteWrite, P0, bytes(X)}),
                 "a touch must be a load or a store, not a remote-write");
}

TEST_F(Validity, ElementsOfAtomicsOfTheProgramHaveBytes) {
  Touch touch{AccessKind::Store, P0, bytes(X), Atomicity{}};
  run.at(P0, touch);
  expect_possible();
  touch.atomicity->size = 0;
  expect_problem(run.at(P0, touch), "the elements of an atomic have no bytes");
}

TEST_F(Validity, BlocksOfAStripeDoNotOverlap) {
  expect_problem(run.at(P0, Touch{AccessKind::Load, P0, ByteRanges({Stripe{X, 8, 4, 2}})}),
                 "blocks of 8 bytes overlap at a stride of 4");
}

// --- Operations ------------------------------------------------------------------------------------------------------

TEST_F(Validity, OperationNumbersAreUnique) {
  run.at(P0, Issue{{5}, put(P1, BUF, X)});
  expect_problem(run.at(P1, Issue{{5}, put(P1, BUF, X)}), "operation 5 is issued twice");
}

TEST_F(Validity, AnOperationHasOnlyThePartsOfItsKind) {
  Operation op = put(P1, BUF, X);
  op.result = bytes(BUF);
  expect_problem(run.issue(P0, op), "operation 0 (put) cannot have a result access");
}

TEST_F(Validity, SendsAndReceivesHaveNoRemoteAccess) {
  Operation op;
  op.kind = OperationKind::Send;
  op.source = bytes(BUF);
  run.issue(P0, op);
  expect_possible();
  op.remote = bytes(X);
  expect_problem(run.issue(P0, op), "operation 1 (send) cannot have a remote access");
}

TEST_F(Validity, AtomicsHaveAnAtomicityAndOthersDoNot) {
  Operation atomic = update(P1, X);
  atomic.atomicity.reset();
  expect_problem(run.issue(P0, atomic), "operation 0 (update) must have an atomicity");
  run = ExecutionBuilder();
  Operation plain = put(P1, BUF, X);
  plain.atomicity = Atomicity{};
  expect_problem(run.issue(P0, plain), "operation 0 (put) must not have an atomicity");
}

TEST_F(Validity, ElementsOfAtomicsHaveBytes) {
  Operation op = update(P1, X);
  op.atomicity->size = 0;
  expect_problem(run.issue(P0, op), "the elements of operation 0 have no bytes");
}

TEST_F(Validity, AFetchOnlyReadsAndAnUpdateDoesNot) {
  run.issue(P0, fetch(P1, X));
  run.issue(P0, update(P1, X, 4));
  expect_possible();
  Operation op = fetch(P1, X);
  op.atomicity->operation = 2;
  expect_problem(run.issue(P0, op), "operation 2 (fetch) must be read-only");
  run = ExecutionBuilder();
  expect_problem(run.issue(P0, update(P1, X, Atomicity::kReadOnly)), "operation 0 (update) must not be read-only");
}

TEST_F(Validity, AFlushIsNotALocalComplete) {
  expect_problem(run.at(P0, flush(CompletionKind::LocalComplete)),
                 "a flush cannot be a local complete, which names one operation");
}

TEST_F(Validity, ACompleteIsNotAFlush) {
  run.issue(P0, put(P1, BUF, X));
  expect_problem(run.at(P0, Complete{run.last_id(), CompletionKind::RemoteFlush}),
                 "a remote flush does not complete one operation alone");
}

TEST_F(Validity, LocalCompleteNamesAnEarlierOperationOfTheProcess) {
  run.at(P0, Fork{1});
  run.issue(P0, put(P1, BUF, X));
  run.at(T1, Complete{run.last_id()});
  expect_possible();
  expect_problem(run.at(P1, Complete{run.last_id()}), "operation 0 is completed, but process 1 has not issued it");
}

// --- Tokens ----------------------------------------------------------------------------------------------------------

TEST_F(Validity, ATokenIsDepositedBeforeItIsTaken) {
  const auto wait = run.at(P1, Wait{{{3}}});
  run.at(P0, Signal{{3}});
  expect_problem(wait, "token 3 is taken before any signal deposits it");
}

TEST_F(Validity, ATokenIsDepositedOnceAndTakenOften) {
  run.at(P0, Signal{{3}});
  run.at(P1, Wait{{{3}}});
  run.at(P2, Wait{{{3}, {3}}});
  expect_possible();
  expect_problem(run.at(P0, Notify{{3}, P1, {}, {}}), "token 3 is deposited twice");
}

TEST_F(Validity, ATargetWaitTakesNotificationsToItsProcessOnly) {
  run.at(P0, Notify{{1}, P1, {}, {}});
  run.at(P1, TargetWait{{{1}}});
  run.at(P2, Wait{{{1}}});
  expect_possible();
  expect_problem(run.at(P2, TargetWait{{{1}}}), "a target wait of process 2 takes token 1, which notifies process 1");
}

TEST_F(Validity, ATargetWaitTakesNoSignal) {
  run.at(P0, Signal{{1}});
  expect_problem(run.at(P1, TargetWait{{{1}}}), "a target wait takes token 1, which no notification deposited");
}

TEST_F(Validity, ANotificationCarriesAnEarlierRemoteWriteToItsTarget) {
  run.issue(P0, put(P1, BUF, X));
  run.at(P0, Notify{{1}, P1, {}, run.last_id()});
  expect_possible();
  const struct {
    ProcessId caller;
    Notify notify;
    const char* what;
  } wrong[] = {
      {P0, {{2}, P1, {}, OperationId{9}}, "a notification carries operation 9, but process 0 has not issued it"},
      {P1, {{2}, P1, {}, OperationId{0}}, "a notification carries operation 0, but process 1 has not issued it"},
      {P0, {{2}, P2, {}, OperationId{0}}, "a notification to process 2 carries operation 0 to process 1"},
      {P0, {{2}, P1, kOtherScope, OperationId{0}}, "a notification in scope 1 carries operation 0 of scope 0"},
  };
  for (const auto& row : wrong) {
    run = ExecutionBuilder();
    run.issue(P0, put(P1, BUF, X));
    expect_problem(run.at(row.caller, row.notify), row.what);
  }
  run = ExecutionBuilder();
  run.issue(P0, get(P1, BUF, X));
  expect_problem(run.at(P0, Notify{{1}, P1, {}, run.last_id()}),
                 "a notification carries operation 0, which writes nothing at its target");
}

// --- Collectives -----------------------------------------------------------------------------------------------------

TEST_F(Validity, AMemberLeavesAfterThoseItDependsOnHaveEntered) {
  const CollectiveId id = run.collective(CollectiveKind::AllToAll, 2);
  run.at(P0, Enter{id, 0});
  const auto early = run.at(P0, Leave{id, 0});
  run.at(P1, Enter{id, 1});
  run.at(P1, Leave{id, 1});
  expect_problem(early, "place 0 leaves collective 0 before place 1 has entered");
}

TEST_F(Validity, AMemberLeavesEarlyIfItDependsOnNobody) {
  const CollectiveId id = run.collective(CollectiveKind::OneToAll, 2, 1);
  run.at(P1, Enter{id, 1});
  run.at(P1, Leave{id, 1});
  run.at(P0, Enter{id, 0});
  run.at(P0, Leave{id, 0});
  expect_possible();
}

TEST_F(Validity, AMemberEntersBeforeItLeavesAndDoesBothOnce) {
  const CollectiveId id = run.collective(CollectiveKind::AllToAll, 1);
  expect_problem(run.at(P0, Leave{id, 0}), "place 0 leaves collective 0 before it has entered");
  run = ExecutionBuilder();
  run.collective(CollectiveKind::AllToAll, 1);
  run.at(P0, Enter{id, 0});
  run.at(P0, Leave{id, 0});
  expect_possible();
  expect_problem(run.at(P0, Enter{id, 0}), "place 0 enters collective 0 twice");
  run.execution().events.pop_back();
  expect_problem(run.at(P0, Leave{id, 0}), "place 0 leaves collective 0 twice");
}

TEST_F(Validity, CollectivesPlacesAndRootsMustExist) {
  const CollectiveId id = run.collective(CollectiveKind::AllToAll, 2);
  expect_problem(run.at(P0, Enter{id, 2}), "collective 0 has no place 2");
  run.execution().events.clear();
  expect_problem(run.at(P0, Enter{{1}, 0}), "there is no collective 1");
  run.execution().events.clear();
  run.execution().collectives[0].kind = CollectiveKind::OneToAll;
  run.execution().collectives[0].root = 2;
  expect_problem(run.at(P0, Enter{id, 0}), "the root of collective 0 is place 2, which it does not have");
}

// --- Locks -----------------------------------------------------------------------------------------------------------

TEST_F(Validity, AProcessUsesALockOnceAtATime) {
  run.at(P0, Fork{1});
  run.at(P0, Lock{kLock});
  run.at(T1, Acquired{kLock});
  run.at(P0, Unlock{kLock});
  run.at(P0, Lock{kLock});
  expect_possible();
  expect_problem(run.at(T1, Lock{kLock}), "process 0 asks for lock 7, which it holds or has asked for already");
}

TEST_F(Validity, ALockIsAcquiredOnceBetweenLockAndUnlock) {
  expect_problem(run.at(P0, Acquired{kLock}), "process 0 acquires lock 7 without asking for it");
  run = ExecutionBuilder();
  run.at(P0, Lock{kLock});
  run.at(P0, Acquired{kLock});
  expect_problem(run.at(P0, Acquired{kLock}), "process 0 acquires lock 7 twice");
}

TEST_F(Validity, ALockIsGivenBackOnlyByWhoAcquiredIt) {
  run.at(P0, Lock{kLock});
  expect_problem(run.at(P0, Unlock{kLock}), "process 0 unlocks lock 7, which it has not acquired");
}

TEST_F(Validity, AGateIsOpenedByDepositsOfALockThatIsAskedForAndNotHeld) {
  run.at(P1, Signal{{1}});
  run.at(P0, Lock{kLock});
  run.at(P0, Opened{kLock, {{1}}});
  run.at(P0, Lock{kLock});
  expect_possible();
  expect_problem(run.at(P0, Opened{kLock, {{2}}}), "token 2 is taken before any signal deposits it");
  run = ExecutionBuilder();
  expect_problem(run.at(P0, Opened{kLock, {}}),
                 "process 0 opens the gate of lock 7, which it has not asked for or holds");
}

TEST_F(Validity, ConflictingHoldersExcludeEachOther) {
  for (const LockMode first : {LockMode::Shared, LockMode::Exclusive})
    for (const LockMode second : {LockMode::Shared, LockMode::Exclusive}) {
      run = ExecutionBuilder();
      run.at(P0, Lock{kLock, first});
      run.at(P1, Lock{kLock, second});
      run.at(P0, Acquired{kLock});
      const auto acquired = run.at(P1, Acquired{kLock});
      if (first == LockMode::Shared && second == LockMode::Shared)
        expect_possible();
      else
        expect_problem(acquired, "process 1 acquires lock 7 while process 0 holds it");
    }
}

TEST_F(Validity, ALockIsFreeAgainAfterUnlock) {
  run.at(P0, Lock{kLock});
  run.at(P0, Acquired{kLock});
  run.at(P1, Lock{kLock});
  run.at(P0, Unlock{kLock});
  run.at(P1, Acquired{kLock});
  expect_possible();
}

class Gated : public Validity {
 protected:
  /// Asks for the lock and issues; nothing is acquired yet.
  void issue_gated(const Operation& op) {
    run = ExecutionBuilder();
    run.at(P0, Lock{kLock});
    run.issue(P0, gated(op, kLock));
  }
};

TEST_F(Gated, AnOperationLiesBetweenLockAndUnlock) {
  const std::string what = "operation 0 is gated by lock 7, which process 0 has not asked for";
  expect_problem(run.issue(P0, gated(put(P1, BUF, X), kLock)), what);
  run = ExecutionBuilder();
  run.at(P0, Lock{kLock});
  run.at(P0, Acquired{kLock});
  run.at(P0, Unlock{kLock});
  expect_problem(run.issue(P0, gated(put(P1, BUF, X), kLock)), what);
}

TEST_F(Gated, ARemoteAccessIsNotCompleteBeforeAcquired) {
  const std::string what = "operation 0 is completed before lock 7, which gates it, is acquired";
  issue_gated(put(P1, BUF, X));
  expect_problem(run.at(P0, remote_flush()), what);
  issue_gated(put(P1, BUF, X));
  expect_problem(run.at(P0, collective_flush()), what);
  issue_gated(get(P1, BUF, X));
  expect_problem(run.at(P0, local_flush()), what);
  issue_gated(get(P1, BUF, X));
  expect_problem(run.at(P0, Complete{run.last_id()}), what);
}

TEST_F(Gated, CompletionThatDoesNotReachTheRemoteAccessIsPossibleBeforeAcquired) {
  issue_gated(put(P1, BUF, X));
  run.at(P0, local_flush());
  run.at(P0, Complete{run.last_id()});
  run.at(P0, flush(CompletionKind::RemoteFlush, kOtherScope));
  run.at(P0, flush(CompletionKind::RemoteFlush, {}, Group({P2})));
  run.at(P1, remote_flush());
  expect_possible();
}

TEST_F(Gated, ARemoteAccessIsCompleteAfterAcquired) {
  issue_gated(put(P1, BUF, X));
  run.at(P0, Acquired{kLock});
  run.at(P0, remote_flush());
  run.at(P0, Unlock{kLock});
  expect_possible();
}

TEST_F(Gated, AnOperationIsNotAnnouncedBeforeAcquired) {
  const std::string what = "a notification announces operation 0 before lock 7, which gates it, is acquired";
  issue_gated(put(P1, BUF, X));
  expect_problem(run.at(P0, Notify{{1}, P1, {}, run.last_id()}), what);
  issue_gated(put(P1, BUF, X));
  expect_problem(run.at(P0, Notify{{1}, P1, {}, {}}), what);
  issue_gated(put(P1, BUF, X));
  run.at(P0, Notify{{1}, P2, {}, {}});
  run.at(P0, Notify{{2}, P1, kOtherScope, {}});
  run.at(P1, Notify{{3}, P1, {}, {}});
  expect_possible();
}

// --- Units and mutexes -----------------------------------------------------------------------------------------------

TEST_F(Validity, AUnitRunsBetweenForkAndJoin) {
  run.at(P0, Fork{1});
  run.at(T1, load(P0, X));
  run.at(P0, Join{1});
  expect_possible();
  expect_problem(run.at(T1, load(P0, X)), "unit 1 of process 0 runs after it is joined");
  run = ExecutionBuilder();
  run.at(P1, Fork{1});
  expect_problem(run.at(T1, load(P0, X)), "unit 1 of process 0 runs before it is forked");
}

TEST_F(Validity, AUnitIsForkedOnceAndNeverTheFirst) {
  expect_problem(run.at(P0, Fork{0}), "unit 0 of process 0 exists from the start and cannot be forked");
  run = ExecutionBuilder();
  run.at(P0, Fork{1});
  run.at(P0, Join{1});
  expect_problem(run.at(P0, Fork{1}), "unit 1 of process 0 is forked twice");
}

TEST_F(Validity, AUnitIsJoinedOnceByAnother) {
  run.at(P0, Fork{1});
  run.at(P0, Fork{2});
  run.at(T2, Join{1});
  expect_possible();
  expect_problem(run.at(P0, Join{1}), "unit 1 of process 0 is joined twice");
  run.execution().events.pop_back();
  expect_problem(run.at(T2, Join{2}), "unit 2 of process 0 joins itself");
  run.execution().events.pop_back();
  expect_problem(run.at(P0, Join{3}), "unit 3 of process 0 is joined, but was never forked");
}

TEST_F(Validity, AJoinedUnitHoldsNoMutex) {
  run.at(P0, Fork{1});
  run.at(T1, Acquire{kMutex});
  expect_problem(run.at(P0, Join{1}), "unit 1 of process 0 is joined while it holds mutex 3");
}

TEST_F(Validity, AMutexIsAcquiredOnlyIfFreeAndReleasedOnlyByItsHolder) {
  run.at(P0, Fork{1});
  run.at(P0, Acquire{kMutex});
  run.at(P1, Acquire{kMutex});
  run.at(P0, Release{kMutex});
  run.at(T1, Acquire{kMutex});
  expect_possible();
  expect_problem(run.at(P0, Acquire{kMutex}), "unit 0 of process 0 acquires mutex 3, which unit 1 of process 0 holds");
  run.execution().events.pop_back();
  expect_problem(run.at(P0, Release{kMutex}), "unit 0 of process 0 releases mutex 3, which it does not hold");
}

TEST_F(Validity, AllProblemsAreFoundNotJustTheFirst) {
  run.at(P1, Wait{{{3}}});
  run.at(P0, Unlock{kLock});
  EXPECT_EQ(problems(run.execution()).size(), 2U);
}

}  // namespace
}  // namespace farsan::model
