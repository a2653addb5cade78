// Operations that differ from the one before in nothing but their places are added to it, as long as that makes no difference.
#include <gtest/gtest.h>

#include "support/engine_pair.h"

namespace farsan::engine {
namespace {

using Found = test::SitePairs;

constexpr model::Address kWindow = 65536;
constexpr model::Address kBuffers = 4096;
constexpr std::uint32_t kPut = 1;
constexpr std::uint32_t kStore = 2;
constexpr std::uint32_t kOther = 3;
constexpr model::LockId kLock{7};

struct World : test::EnginePair {
  World() { owner.expose({kWindow, kWindow + 4096}); }

  static model::Interval buffer(std::uint64_t i) { return {kBuffers + 8 * i, kBuffers + 8 * i + 8}; }
  static model::Interval remote(std::uint64_t i) { return {kWindow + 8 * i, kWindow + 8 * i + 8}; }

  Process::Like put_from_buffer(std::uint64_t i, std::optional<model::LockId> gate = {}) {
    model::Issue issue{{++operations}, {}};
    issue.operation.gate = gate;
    issue.operation.target = {1};
    issue.operation.source = model::ByteRanges::contiguous(buffer(i).begin, 8);
    issue.operation.remote = model::ByteRanges::contiguous(remote(i).begin, 8);
    origin.issue(0, issue, {kPut}, Naming::Anonymous);
    return origin.like_the_last(model::Part::Source);
  }
  Process::Like two_puts() {
    EXPECT_EQ(put_from_buffer(0).operation, nullptr);
    return put_from_buffer(1);
  }
  /// One, which is complete.
  Process::Like put_and_flush() {
    const Process::Like like = put_from_buffer(0);
    origin.flush(0, {});
    return like;
  }
  bool more(const Process::Like& like, std::uint64_t i) {
    return origin.issue_more(like, {++operations}, buffer(i), remote(i));
  }
  void store_at_origin(std::uint64_t i) {
    origin.touch(0, {model::AccessKind::Store, {0}, model::ByteRanges::contiguous(buffer(i).begin, 8)}, {kStore});
  }
  void store_at_owner(std::uint64_t i) {
    owner.touch(0, {model::AccessKind::Store, {1}, model::ByteRanges::contiguous(remote(i).begin, 8)}, {kStore});
  }
};

TEST(IssueMore, OneOperationHoldsThemAll) {
  World world;
  const Process::Like like = world.two_puts();
  ASSERT_NE(like.operation, nullptr);
  for (std::uint64_t i = 2; i < 10; ++i) EXPECT_TRUE(world.more(like, i));
  EXPECT_EQ(world.origin.open_operations(), 1U);
  EXPECT_EQ(world.finish(), Found{});
}

TEST(IssueMore, RacesAtTheTarget) {
  World world;
  EXPECT_TRUE(world.more(world.two_puts(), 5));
  world.store_at_owner(4);
  world.origin.flush(0, {});
  EXPECT_EQ(world.races.found, Found{});
  world.store_at_owner(5);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}}));
}

TEST(IssueMore, RacesAtTheOrigin) {
  World world;
  EXPECT_TRUE(world.more(world.two_puts(), 5));
  world.store_at_origin(4);
  EXPECT_EQ(world.races.found, Found{});
  world.store_at_origin(5);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}}));
}

TEST(IssueMore, RacesWithItself) {
  World world;
  const Process::Like like = world.two_puts();
  EXPECT_TRUE(world.more(like, 5));
  EXPECT_TRUE(world.more(like, 5));
  EXPECT_EQ(world.finish(), (Found{{kPut, kPut}}));
}

// Sources that follow each other are not looked at one by one, but for what is written near them.
TEST(IssueMore, RacesWithWhatIsWrittenNearby) {
  for (const std::uint64_t written : {5U, 6U, 7U}) {
    World world;
    const Process::Like like = world.two_puts();
    for (std::uint64_t i = 2; i < 5; ++i) EXPECT_TRUE(world.more(like, i));
    model::Issue get{{++world.operations}, {}};
    get.operation.kind = model::OperationKind::Get;
    get.operation.target = {1};
    get.operation.result = model::ByteRanges::contiguous(World::buffer(written).begin, 8);
    get.operation.remote = model::ByteRanges::contiguous(kWindow + 2048, 8);
    world.origin.issue(0, get, {kOther}, Naming::Anonymous);
    for (const std::uint64_t i : {5U, 7U}) EXPECT_TRUE(world.more(like, i));
    EXPECT_EQ(world.finish(), written == 6 ? Found{} : (Found{{kPut, kOther}})) << written;
  }
}

// The same source many times, and in any order.
TEST(IssueMore, SourcesOverlap) {
  for (const bool stored : {true, false}) {
    World world;
    const Process::Like like = world.two_puts();
    for (std::uint64_t i = 2; i < 9; ++i)
      EXPECT_TRUE(world.origin.issue_more(like, {++world.operations}, World::buffer(i * 3 % 5), World::remote(i)));
    world.store_at_origin(stored ? 4 : 5);
    EXPECT_EQ(world.finish(), stored ? (Found{{kPut, kStore}}) : Found{});
  }
}

TEST(IssueMore, NotAfterACompletion) {
  World world;
  const Process::Like like = world.two_puts();
  world.origin.flush(0, {});
  EXPECT_FALSE(world.more(like, 5));
}

TEST(IssueMore, NotAfterASignalOrAWait) {
  World world;
  Process::Like like = world.two_puts();
  (void)world.origin.signal(0);
  EXPECT_FALSE(world.more(like, 5));
  like = world.two_puts();
  world.meet();
  EXPECT_FALSE(world.more(like, 5));
}

TEST(IssueMore, NotWhenItHasTravelled) {
  World world;
  const Process::Like like = world.two_puts();
  world.origin.send_writes();
  EXPECT_FALSE(world.more(like, 5));
}

TEST(IssueMore, NotUnderAnotherMutex) {
  World world;
  const Process::Like like = world.two_puts();
  world.origin.acquire(0, {1});
  EXPECT_FALSE(world.more(like, 5));
}

// Two lines of a loop, for example.
TEST(IssueMore, InTurnsWithAnotherOneToTheSameTarget) {
  World world;
  const Process::Like like = world.two_puts();
  for (std::uint64_t i = 2; i < 100; ++i) {
    world.put(World::remote(100 + i), kOther);
    EXPECT_TRUE(world.more(like, i));
    (void)world.put_from_buffer(200 + i);
  }
  EXPECT_EQ(world.origin.open_operations(), 2U);
  world.store_at_owner(150);
  world.store_at_owner(50);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}, {kStore, kOther}}));
}

TEST(IssueMore, InTurnsWithAnotherOneToTheSameBytes) {
  World world;
  const Process::Like like = world.two_puts();
  world.put(World::remote(5), kOther);
  EXPECT_TRUE(world.more(like, 5));
  EXPECT_EQ(world.finish(), (Found{{kPut, kOther}}));
}

// An operation to the own memory that waits for a lock begins an epoch.
TEST(IssueMore, NotInALaterEpoch) {
  World world;
  world.origin.lock(kLock);
  const Process::Like like = world.two_puts();
  model::Issue own{{++world.operations}, {}};
  own.operation.target = {0};
  own.operation.remote = model::ByteRanges::contiguous(kWindow, 8);
  own.operation.gate = kLock;
  world.origin.issue(0, own, {kOther}, Naming::Anonymous);
  EXPECT_FALSE(world.more(like, 5));
}

// --- One after the other, each alone ---------------------------------------------------------------------------------

TEST(IssueMore, AloneAgain) {
  World world;
  const Process::Like like = world.put_and_flush();
  EXPECT_EQ(like.operation, nullptr);
  EXPECT_TRUE(world.more(like, 5));
  EXPECT_EQ(world.origin.open_operations(), 1U);
  world.origin.flush(0, {});
  EXPECT_EQ(world.origin.open_operations(), 0U);
  (void)world.origin.signal(0);
  EXPECT_TRUE(world.more(like, 6));
  EXPECT_EQ(world.finish(), Found{});
}

TEST(IssueMore, AloneRacesAtTheTarget) {
  World world;
  const Process::Like like = world.put_and_flush();
  EXPECT_TRUE(world.more(like, 5));
  world.origin.flush(0, {});
  world.store_at_owner(5);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}}));
}

TEST(IssueMore, AloneRacesAtTheOrigin) {
  World world;
  const Process::Like like = world.put_and_flush();
  EXPECT_TRUE(world.more(like, 5));
  world.store_at_origin(4);
  EXPECT_EQ(world.races.found, Found{});
  world.store_at_origin(5);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}}));
}

TEST(IssueMore, AloneOnlyWhereItIs) {
  World world;
  const Process::Like like = world.put_and_flush();
  EXPECT_TRUE(world.more(like, 5));
  EXPECT_FALSE(world.more(like, 6));
  world.origin.flush(0, {});
  world.two_puts();
  EXPECT_FALSE(world.more(like, 6));
}

TEST(IssueMore, AloneNotFromABufferInUse) {
  World world;
  const Process::Like like = world.put_and_flush();
  world.origin.expose(World::buffer(5));
  EXPECT_FALSE(world.more(like, 5));
}

TEST(IssueMore, AloneNotWithOtherCircumstances) {
  World world;
  const Process::Like like = world.put_and_flush();
  world.origin.acquire(0, {1});
  EXPECT_FALSE(world.more(like, 5));
}

// What there was of its target and window may be gone: they are many.
TEST(IssueMore, AloneNotAfterManyOthers) {
  World world;
  const Process::Like like = world.put_and_flush();
  for (std::uint32_t scope = 1; scope <= 40; ++scope) {
    model::Issue issue{{++world.operations}, {}};
    issue.operation.target = {1};
    issue.operation.scope = {scope};
    issue.operation.source = model::ByteRanges::contiguous(World::buffer(0).begin, 8);
    issue.operation.remote = model::ByteRanges::contiguous(World::remote(scope).begin, 8);
    world.origin.issue(0, issue, {kOther}, Naming::Anonymous);
    world.origin.flush(0, {});
  }
  EXPECT_FALSE(world.more(like, 5));
  EXPECT_EQ(world.finish(), Found{});
}

// It comes after the fences that there have been since.
TEST(IssueMore, AloneBehindAFence) {
  for (const bool fenced : {true, false}) {
    World world;
    const Process::Like like = world.put_and_flush();
    EXPECT_TRUE(world.more(like, 5));
    world.origin.flush(0, {model::CompletionKind::LocalFlush, std::nullopt, {}});
    world.origin.send_writes();  // it will never be complete there
    if (fenced) world.origin.fence(0, {{}, {}});
    EXPECT_TRUE(world.more(like, 5));
    EXPECT_EQ(world.finish(), fenced ? Found{} : (Found{{kPut, kPut}}));
  }
}

// It waits for the lock as the one before did: what the owner does before that is before it, in the second epoch only.
TEST(IssueMore, AloneBehindTheSameLock) {
  World world;
  world.origin.lock(kLock);
  const Process::Like like = world.put_from_buffer(0, kLock);
  ASSERT_TRUE(like);
  world.origin.acquired(0, kLock, model::LockMode::Exclusive, model::Clock(2));
  world.origin.flush(0, {});
  (void)world.origin.unlock(0, kLock, model::LockMode::Exclusive);

  world.origin.lock(kLock);
  EXPECT_TRUE(world.more(like, 5));
  world.store_at_owner(0);
  world.store_at_owner(5);
  world.origin.acquired(0, kLock, model::LockMode::Exclusive, world.owner.signal(0).full());
  world.origin.flush(0, {});
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}})) << "that of the first epoch";
}

// --- The same again, which nobody can tell from the last one ------------------------------------------------------------

struct Repeating : World {
  Process::Like like = put_and_flush();

  void again() {
    EXPECT_TRUE(more(like, 0));
    origin.flush(0, {});
  }
  [[nodiscard]] model::Epoch now() const { return origin.now(0); }
};

TEST(SaidAgain, NothingIsTold) {
  Repeating world;
  const model::Epoch before = world.now();
  for (int i = 0; i < 100; ++i) world.again();
  EXPECT_EQ(world.now(), before);
  EXPECT_EQ(world.origin.open_operations(), 0U);
  world.store_at_owner(0);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}}));
}

TEST(SaidAgain, IsOrderedByASignalAfterIt) {
  Repeating world;
  world.again();
  world.meet();
  world.store_at_owner(0);
  EXPECT_EQ(world.finish(), Found{});
}

TEST(SaidAgain, NotAfterASignal) {
  Repeating world;
  world.meet();
  world.again();
  world.store_at_owner(0);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}}));
}

TEST(SaidAgain, NotAfterAWait) {
  Repeating world;
  const model::Snapshot of_owner = world.owner.signal(0);
  world.origin.wait(0, std::span(&of_owner, 1));
  const model::Epoch before = world.now();
  world.again();
  EXPECT_NE(world.now(), before);
}

// It is open when it is signalled.
TEST(SaidAgain, NotWithASignalInBetween) {
  Repeating world;
  EXPECT_TRUE(world.more(world.like, 0));
  world.meet();
  world.origin.flush(0, {});
  world.store_at_owner(0);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}}));
}

TEST(SaidAgain, NotElsewhere) {
  Repeating world;
  EXPECT_TRUE(world.more(world.like, 1));
  world.origin.flush(0, {});
  world.store_at_owner(1);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}}));
}

// The other one is open when it begins, and to the same bytes through another window.
TEST(SaidAgain, NotBesideAnother) {
  Repeating world;
  model::Issue other{{++world.operations}, {}};
  other.operation.target = {1};
  other.operation.scope = {2};
  other.operation.remote = model::ByteRanges::contiguous(World::remote(0).begin, 8);
  world.origin.issue(0, other, {kOther}, Naming::Anonymous);
  world.again();
  EXPECT_EQ(world.finish(), (Found{{kPut, kOther}}));
}

TEST(SaidAgain, RacesAtTheOrigin) {
  Repeating world;
  world.again();
  world.store_at_origin(0);
  EXPECT_TRUE(world.more(world.like, 0));
  EXPECT_EQ(world.races.found, Found{});
  world.store_at_origin(0);
  EXPECT_EQ(world.races.found, (Found{{kPut, kStore}}));
  world.origin.flush(0, {});
  world.store_at_owner(0);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}}));
}

TEST(SaidAgain, IsNotCompleteWithoutAFlush) {
  Repeating world;
  world.again();
  EXPECT_TRUE(world.more(world.like, 0));
  world.meet();
  world.store_at_owner(0);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}}));
}

struct InEpochs : World {
  Process::Like like;
  model::Clock left;  ///< by any holder

  void begin() { origin.lock(kLock); }
  void end() {
    origin.acquired(0, kLock, model::LockMode::Exclusive, left);
    origin.flush(0, {});
    left.merge(origin.unlock(0, kLock, model::LockMode::Exclusive).full());
  }
  InEpochs() {
    begin();
    like = put_from_buffer(0, kLock);
    end();
  }
  bool again() {
    begin();
    const bool is_more = more(like, 0);
    const model::Epoch before = origin.now(0);
    end();
    return is_more && origin.now(0) == before + 1;  // of the unlock
  }
  void epoch_of_owner(std::uint64_t i) {
    owner.lock(kLock);
    owner.acquired(0, kLock, model::LockMode::Exclusive, left);
    store_at_owner(i);
    left.merge(owner.unlock(0, kLock, model::LockMode::Exclusive).full());
  }
};

TEST(SaidAgain, InLockEpochs) {
  InEpochs world;
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(world.again());
  world.epoch_of_owner(0);
  EXPECT_EQ(world.finish(), Found{});
}

TEST(SaidAgain, NotWhenAnotherHadTheLock) {
  InEpochs world;
  EXPECT_TRUE(world.again());
  world.epoch_of_owner(1);
  EXPECT_FALSE(world.again());
  world.store_at_owner(0);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}}));
}

// What it left at the lock is there for others, and what comes next is not of the epoch.
TEST(SaidAgain, NotAfterTheEpoch) {
  InEpochs world;
  world.origin.lock(kLock);
  world.origin.acquired(0, kLock, model::LockMode::Exclusive, world.left);
  world.left.merge(world.origin.unlock(0, kLock, model::LockMode::Exclusive).full());
  world.owner.lock(kLock);
  world.owner.acquired(0, kLock, model::LockMode::Exclusive, world.left);
  EXPECT_TRUE(world.more(world.like, 0));
  world.origin.flush(0, {});
  world.store_at_owner(0);
  EXPECT_EQ(world.finish(), (Found{{kPut, kStore}}));
}

}  // namespace
}  // namespace farsan::engine
