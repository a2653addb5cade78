// A record that repeats an earlier one takes its place: whatever is still to come is judged as if both were there.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "support/engine_pair.h"

namespace farsan::engine {
namespace {

using Found = test::SitePairs;

constexpr model::Interval kBytes{4096, 8192};
constexpr model::Interval kHere{4096, 4104};
constexpr model::Interval kThere{5000, 5008};

struct World : test::EnginePair {
  World() { owner.expose(kBytes); }
  void put_and_flush(model::Interval bytes, std::uint32_t site) {
    put(bytes, site);
    origin.flush(0, {model::CompletionKind::RemoteFlush, {}, model::Group()});
  }
  void owner_hears(const model::Snapshot& of_someone) { owner.wait(0, std::span(&of_someone, 1)); }
  /// All that is on its way arrives, and nobody knows that it is complete.
  void deliver() { owner_hears(owner.signal(0)); }
};

/// The origin puts here, there and here again, and the owner, which knows of the first two, stores.
Found after_store_to(model::Interval bytes, bool all_came_early) {
  World world;
  world.put_and_flush(kHere, 1);
  world.put_and_flush(kThere, 2);
  const model::Snapshot told = world.origin.signal(0);
  world.put_and_flush(kHere, 1);
  if (all_came_early) world.deliver();
  world.owner_hears(told);
  world.owner.store<8>(bytes.begin, {7});
  return world.finish();
}

TEST(RepeatedRecords, OthersBetweenTheTwoAreStillComplete) {
  for (const bool early : {true, false}) EXPECT_EQ(after_store_to(kThere, early), Found{}) << early;
}

TEST(RepeatedRecords, TheRepetitionIsNotCompleteWithTheFirst) {
  for (const bool early : {true, false}) EXPECT_EQ(after_store_to(kHere, early), (Found{{1, 7}})) << early;
}

TEST(RepeatedRecords, OneEntryIsLeftOfMany) {
  World world;
  for (int i = 0; i < 50; ++i) {
    world.put_and_flush(kHere, 1);
    world.put_and_flush(kThere, 2);
    if (i % 3 == 0) world.meet();
  }
  world.meet();
  EXPECT_EQ(world.owner.memory().table().indexed(), 2U);
  world.owner.store<8>(kHere.begin, {7});
  EXPECT_EQ(world.finish(), Found{});
}

/// The owner's table after atomic loads of one line at many places, with elements of this size.
std::size_t left_of_atomics(std::uint32_t size) {
  World world;
  const model::Atomicity atomicity{.type = {1}, .size = size, .domain = {1}};
  for (std::uint64_t i = 0; i < 50; ++i)
    world.origin.touch(
        0, {model::AccessKind::Load, {1}, model::ByteRanges::contiguous(kBytes.begin + 12 * i, 8), atomicity}, {1});
  world.meet();
  return world.owner.memory().table().indexed();
}

TEST(RepeatedRecords, AtomicsWhoseElementsNeedNotCoincideAreOne) {
  EXPECT_EQ(left_of_atomics(1), 1U);
  EXPECT_EQ(left_of_atomics(8), 50U);
}

/// The origin puts the same under a lock again and again; the owner hears of it, but not of its completion.
std::size_t left_of_many_under(std::span<const model::LockId> locks) {
  World world;
  for (int i = 0; i < 50; ++i) {
    for (const model::LockId lock : locks) {
      world.origin.lock(lock);
      world.origin.acquired(0, lock, model::LockMode::Exclusive, model::Clock());
      world.put_and_flush(kHere, 1);
      (void)world.origin.unlock(0, lock, model::LockMode::Exclusive);
    }
  }
  world.deliver();
  return world.owner.memory().live_operations();
}

TEST(RepeatedRecords, OneIsLeftOfManyUnderALockThatNobodyElseTook) {
  const model::LockId locks[] = {{1}, {2}};
  EXPECT_EQ(left_of_many_under({locks, 1}), 1U);
  EXPECT_EQ(left_of_many_under({locks, 2}), 100U) << "who takes one lock knows nothing of what follows under the other";
}

/// A put that the owner waits for, and answers.
void hand_over(World& world) {
  world.origin.fence(0, {{}, model::Group()});
  model::Notify notify{};
  notify.target = {1};
  const Announcement announced = world.origin.notify(0, notify);
  world.owner.target_wait(0, std::span(&announced, 1));
  const model::Snapshot answer = world.owner.signal(0);
  world.origin.wait(0, std::span(&answer, 1));
}

TEST(RepeatedRecords, OneEntryIsLeftOfManyThatFencesTellApart) {
  World world;
  for (int i = 0; i < 50; ++i) {
    world.put(kHere, 1);
    hand_over(world);
  }
  EXPECT_LT(world.owner.memory().live_operations(), 40U);
  EXPECT_EQ(world.owner.memory().table().indexed(), 1U);
  world.owner.store<8>(kHere.begin, {7});
  EXPECT_EQ(world.finish(), Found{});
}

TEST(RepeatedRecords, WhatOnlyTheSecondFencePutsInOrderRacesWithTheFirst) {
  World world;
  const auto put_that_is_performed = [&] {
    model::Issue issue{{++world.operations}, {}};
    issue.operation.target = {1};
    issue.operation.remote = model::ByteRanges::contiguous(kHere.begin, kHere.size());
    world.origin.issue(0, issue, {1}, Naming::Performed);
    world.origin.complete(0, {issue.id, model::CompletionKind::FullComplete});
    const model::Snapshot told = world.origin.signal(0);
    world.owner_hears(told);
  };
  put_that_is_performed();
  put_that_is_performed();
  world.put(kHere, 2);
  put_that_is_performed();  // nothing orders this one and the put
  world.origin.fence(0, {{}, model::Group()});
  put_that_is_performed();
  EXPECT_EQ(world.finish(), (Found{{1, 2}}));
}

/// The companies of the entries that an update and then this atomic leave.
std::set<std::uint8_t> companies_of(model::Operation other, model::Admission admission) {
  World world;
  model::Atomicity sum{{1}, 8, 1, {}, admission, model::AtomicOrders::all()};
  model::Operation update;
  update.kind = model::OperationKind::Update;
  update.atomicity = sum;
  sum.operation = other.kind == model::OperationKind::Fetch ? model::Atomicity::kReadOnly : sum.operation;
  sum.orders = {};
  other.atomicity = sum;
  world.operate(update, kHere, 1);
  world.operate(std::move(other), kHere, 2);
  world.origin.flush(0, model::kFullFlush, {}, model::Group());
  world.meet();
  std::set<std::uint8_t> found;
  const OperationTable& table = world.owner.memory().table();
  table.for_each([&](EntryId id) { found.insert(table[id].company); });
  return found;
}

// Each would be compared with thousands of the others else.
TEST(Companies, AtomicsThatExcuseEachOtherAreOfOneWhetherOrNotTheyFetch) {
  model::Operation fetch;
  fetch.kind = model::OperationKind::Fetch;
  EXPECT_EQ(companies_of(fetch, model::Admission::AnyOperation).size(), 1U);
  model::Operation fetch_update;
  fetch_update.kind = model::OperationKind::FetchUpdate;
  EXPECT_EQ(companies_of(fetch_update, model::Admission::SameOperation).size(), 1U);
  EXPECT_EQ(companies_of(fetch, model::Admission::SameOperation).size(), 2U);
}

class CountReports final : public RaceSink {
 public:
  void report(const Race& /*race*/) override { ++count; }
  std::size_t count = 0;
};

TEST(MergedPuts, ToOnePlaceAreNotComparedEachWithEach) {
  constexpr std::size_t kPuts = 1000;
  CountReports races;
  sim::DelayingTransport transport{2, sim::Delivery::Prompt, 1};
  Process origin{{0}, 2, transport, races};
  for (std::size_t i = 0; i < kPuts; ++i) {
    model::Issue issue{{i + 1}, {}};
    issue.operation.target = {1};
    issue.operation.remote = model::ByteRanges::contiguous(kHere.begin, kHere.size());
    origin.issue(0, issue, {1}, Naming::Anonymous);
  }
  origin.flush(0, {model::CompletionKind::RemoteFlush, {}, model::Group()});
  EXPECT_EQ(races.count, kPuts - 1);
}

}  // namespace
}  // namespace farsan::engine
