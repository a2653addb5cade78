// What atomics of the program leave at objects in shared memory: several processes of a job, played by one.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "support/node.h"

namespace farsan::transport {
namespace {

using Object = AtomicCells::Object;
constexpr std::uint32_t kSharers = 3;

class Atomics : public ::testing::Test {
 protected:
  model::UnitClock& clock(std::uint32_t rank) { return clocks_[rank]; }
  AtomicCells& cells(std::uint32_t rank) { return node_[rank].atomics(); }

  void replace(std::uint32_t rank, Object object) {
    const auto held = cells(rank).hold(object);
    cells(rank).replace(held, clock(rank).snapshot());
    AtomicCells::let_go(held);
    clock(rank).tick();
  }
  void join(std::uint32_t rank, Object object) {
    const auto held = cells(rank).hold(object);
    cells(rank).join(held, clock(rank).snapshot());
    AtomicCells::let_go(held);
    clock(rank).tick();
  }
  void clear(std::uint32_t rank, Object object) {
    const auto held = cells(rank).hold(object);
    cells(rank).clear(held);
    AtomicCells::let_go(held);
  }
  /// Of whose clocks something is there that the rank does not know.
  std::vector<std::uint32_t> news(std::uint32_t rank, Object object) {
    const auto held = cells(rank).hold(object);
    const model::Clock left = cells(rank).left_at(held, clock(rank));
    AtomicCells::let_go(held);
    std::vector<std::uint32_t> of;
    for (std::uint32_t other = 0; other < kSharers; ++other)
      if (left.at({model::ProcessId{other}, 0}) > 0) of.push_back(other);
    return of;
  }

  static constexpr Object kFlag{1, 0x1000, 4};
  using Ranks = std::vector<std::uint32_t>;

 private:
  testing_support::Node node_{kSharers};
  std::vector<model::UnitClock> clocks_ = [] {
    std::vector<model::UnitClock> all;
    for (std::uint32_t rank = 0; rank < kSharers; ++rank) all.emplace_back(model::UnitId{{rank}, 0}, kSharers);
    return all;
  }();
};

TEST_F(Atomics, LeaveNothingBeforeTheFirstRelease) {
  EXPECT_EQ(news(2, kFlag), Ranks{});
  clear(0, kFlag);
  EXPECT_EQ(news(2, kFlag), Ranks{});
}

TEST_F(Atomics, LeaveTheClockOfAReleaseToEverybodyElse) {
  replace(0, kFlag);
  EXPECT_EQ(news(1, kFlag), Ranks{0});
  EXPECT_EQ(news(2, kFlag), Ranks{0});
  EXPECT_EQ(news(0, kFlag), Ranks{});
}

TEST_F(Atomics, AStoreTakesThePlaceOfWhatWasThere) {
  replace(0, kFlag);
  replace(2, kFlag);
  EXPECT_EQ(news(1, kFlag), Ranks{2});
  clear(2, kFlag);
  EXPECT_EQ(news(1, kFlag), Ranks{});
}

TEST_F(Atomics, AnUpdateAddsToIt) {
  replace(0, kFlag);
  join(2, kFlag);
  EXPECT_EQ(news(1, kFlag), (Ranks{0, 2}));
}

TEST_F(Atomics, WhatIsKnownIsNoNews) {
  replace(0, kFlag);
  clock(1).merge(clock(0).snapshot());
  EXPECT_EQ(news(1, kFlag), Ranks{});
  EXPECT_EQ(news(2, kFlag), Ranks{0});
}

TEST_F(Atomics, OfOtherObjectsAndOwnersAreApart) {
  replace(0, kFlag);
  EXPECT_EQ(news(2, {1, 0x1004, 4}), Ranks{});
  EXPECT_EQ(news(2, {1, 0x0ffc, 4}), Ranks{});
  EXPECT_EQ(news(2, {0, 0x1000, 4}), Ranks{});
}

TEST_F(Atomics, OfTwoWidthsMeet) {
  replace(0, {1, 0x1004, 4});
  EXPECT_EQ(news(2, {1, 0x1000, 8}), Ranks{0});
  EXPECT_EQ(news(2, {1, 0x1000, 4}), Ranks{});
  // A part of the wide value stays when a narrow one is stored; the narrow one goes with a wide one.
  replace(0, {1, 0x2000, 8});
  clear(2, {1, 0x2000, 4});
  EXPECT_EQ(news(1, {1, 0x2000, 8}), Ranks{0});
  replace(0, {1, 0x3000, 4});
  clear(2, {1, 0x3000, 8});
  EXPECT_EQ(news(1, {1, 0x3000, 4}), Ranks{});
}

TEST_F(Atomics, AreForgottenWithTheMemory) {
  replace(0, kFlag);
  replace(0, {1, 0x2000, 4});
  cells(1).forget(0x1000, 0x1100);
  EXPECT_EQ(news(2, kFlag), Ranks{});
  EXPECT_EQ(news(2, {1, 0x2000, 4}), Ranks{0});
  replace(0, {1, 0x1008, 4});
  EXPECT_EQ(news(2, {1, 0x1008, 4}), Ranks{0});
  EXPECT_EQ(news(2, kFlag), Ranks{});
}

TEST_F(Atomics, OfManyObjectsAreToldApart) {
  for (std::uint64_t i = 0; i < 4096; ++i) replace(static_cast<std::uint32_t>(i % 2), {1, 0x1000 + 8 * i, 8});
  for (std::uint64_t i = 0; i < 4096; ++i)
    EXPECT_EQ(news(2, {1, 0x1000 + 8 * i, 8}), Ranks{static_cast<std::uint32_t>(i % 2)});
}

// What one costs must not grow with their number: a walk over all of them would take many seconds here.
TEST_F(Atomics, OfVeryManyObjectsAreFoundAtOnce) {
  constexpr std::uint64_t kObjects = 200'000;
  for (std::uint64_t i = 0; i < kObjects; ++i) replace(0, {1, 0x1000 + 8 * i, 8});
  for (std::uint64_t i = 0; i < kObjects; i += 1000) EXPECT_EQ(news(2, {1, 0x1000 + 8 * i, 8}), Ranks{0});
  cells(1).forget(0x1000, 0x1000 + 4 * kObjects);
  EXPECT_EQ(news(2, {1, 0x1000, 8}), Ranks{});
  EXPECT_EQ(news(2, {1, 0x1000 + 8 * (kObjects - 1), 8}), Ranks{0});
}

TEST_F(Atomics, AHandlerThatComesInBetweenDoesNotWait) {
  const auto held = cells(0).hold(kFlag);
  replace(0, kFlag);
  EXPECT_EQ(news(0, kFlag), Ranks{});
  AtomicCells::let_go(held);
  EXPECT_EQ(news(2, kFlag), Ranks{0});
}

TEST_F(Atomics, AProcessThatDiedWithOneKeepsNobodyWaiting) {
  const int child = ::fork();
  if (child == 0) ::_exit(0);
  ASSERT_GT(child, 0);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  std::vector<session::Segment> segments;
  segments.push_back(*session::Segment::create(0, 1, std::uint64_t{1} << 20));
  Arena arena(segments[0]);
  const Offset heads = arena.take(AtomicCells::kHeadsSize);
  AtomicCells dead(0, child, segments, arena, heads);
  AtomicCells alive(0, ::getpid(), segments, arena, heads);
  constexpr Object kOne{0, 0x1000, 4};
  const auto lost = dead.hold(kOne);
  const auto held = alive.hold(kOne);
  alive.replace(held, clock(0).snapshot());
  // Had it only been slow, it would not have it to give back.
  AtomicCells::let_go(lost);
  const auto* const first = reinterpret_cast<const AtomicCells::Head*>(segments[0].at(heads));
  const auto is_mine = [](const AtomicCells::Head& head) { return head.holder.load() == ::getpid(); };
  EXPECT_EQ(std::count_if(first, first + AtomicCells::kHeads, is_mine), 1);
  AtomicCells::let_go(held);
}

}  // namespace
}  // namespace farsan::transport
