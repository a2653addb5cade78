// The oracle on executions of a few events each: what a common mutex excuses.
#include <utility>

#include "oracle/oracle_fixture.h"

namespace farsan::oracle {
namespace {

using namespace testing_support;

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

}  // namespace
}  // namespace farsan::oracle
