// The oracle on executions of a few events each: operations behind a lock that is not yet acquired.
#include "oracle/oracle_fixture.h"

namespace farsan::oracle {
namespace {

using namespace testing_support;

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

TEST_F(Gates, OpenedBySignalsOrderTheOperationAfterThemButNotTheCaller) {
  run.at(P2, Lock{kLock});
  const auto behind = run.issue(P2, gated(put(P1, BUF, X), kLock));
  const auto before = run.at(P1, store(P1, X));
  run.at(P1, Signal{{1}});
  const auto opened = run.at(P2, Opened{kLock, {{1}}});
  const Relations r = judge();
  EXPECT_TRUE(r.co_start(touch_at(before), remote_of(behind)));
  EXPECT_FALSE(r.co(touch_at(before), opened));
  EXPECT_TRUE(r.races().empty());
}

TEST_F(Gates, OpenedBySignalsOrderNothingThatComesAfterTheSignal) {
  run.at(P2, Lock{kLock});
  run.issue(P2, gated(put(P1, BUF, X), kLock));
  run.at(P1, Signal{{1}});
  run.at(P1, store(P1, X));
  run.at(P2, Opened{kLock, {{1}}});
  EXPECT_EQ(races().size(), 1U);
}

}  // namespace
}  // namespace farsan::oracle
