// The oracle on executions of a few events each: which atomics excuse each other, and at which bytes.
#include <algorithm>
#include <random>
#include <vector>

#include "oracle/oracle_fixture.h"

namespace farsan::oracle {
namespace {

using namespace testing_support;

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
  const auto ordered = [](Atomicity& a) { a.orders = AtomicOrders::all(); };
  const Operation sum = changed(update(P1, X, 1), strict);
  const Operation product = changed(update(P1, X, 2), strict);
  EXPECT_EQ(races_in_order(sum, product), 1U);
  EXPECT_EQ(races_in_order(changed(sum, ordered), product), 1U);
  EXPECT_EQ(races_in_order(changed(sum, ordered), changed(product, ordered)), 0U);
  EXPECT_EQ(races_of(changed(sum, ordered), changed(product, ordered)), 1U);
}

TEST_F(Atomics, OfOneOriginAreNotOrderedAcrossScopesTypesOrGrids) {
  const auto prepare = [](Atomicity& a) {
    a.orders = AtomicOrders::all();
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
    a.orders = AtomicOrders::all();
    a.admission = Admission::SameOperation;
  };
  fork_two();
  run.issue(T1, changed(update(P1, X, 1), prepare));
  run.issue(T2, changed(update(P1, X, 2), prepare));
  EXPECT_EQ(races().size(), 1U);
}

TEST_F(Atomics, OfDifferentOriginsAreNotOrderedByTheirIssues) {
  const auto prepare = [](Atomicity& a) {
    a.orders = AtomicOrders::all();
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

Touch atomic(Touch touch, const Atomicity& atomicity) {
  touch.atomicity = atomicity;
  return touch;
}

TEST_F(Atomics, OfTheProgramExcuseEachOther) {
  constexpr Atomicity kOfC{.type = {7}, .domain = {7}};
  run.at(P0, atomic(store(P1, X), kOfC));
  run.at(P1, atomic(load(P1, X), kOfC));
  run.at(P2, atomic(store(P1, X + 4, 4), kOfC));
  EXPECT_EQ(races().size(), 0U);
}

TEST_F(Atomics, OfTheProgramDoNotExcuseWhatIsNone) {
  constexpr Atomicity kOfC{.type = {7}, .domain = {7}};
  run.at(P0, atomic(store(P1, X), kOfC));
  run.at(P1, load(P1, X));
  run.issue(P2, put(P1, BUF, X));
  run.issue(P0, update(P1, X));
  // Each with each, but for those of P0, which come one after the other.
  EXPECT_EQ(races().size(), 5U);
}

TEST_F(Atomics, OfOneDomainExcuseWhetherTheyAreOperationsOrNot) {
  run.at(P0, atomic(store(P1, X), *update(P1, X).atomicity));
  run.issue(P2, update(P1, X));
  EXPECT_EQ(races().size(), 0U);
  run.at(P1, atomic(store(P1, X + 4), *update(P1, X).atomicity));
  EXPECT_EQ(races().size(), 2U);
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
