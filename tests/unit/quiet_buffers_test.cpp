// Buffers that nothing comes near are kept aside. What the random executions do not have: memory that becomes reachable for others, or
// ceases to be, while something is open there.
#include <gtest/gtest.h>

#include "support/engine_pair.h"

namespace farsan::engine {
namespace {

using Found = test::SitePairs;

constexpr model::Interval kBytes{4096, 8192};
constexpr model::Interval kBuffer{kBytes.begin, kBytes.begin + 8};
constexpr std::uint32_t kPut = 1;
constexpr std::uint32_t kGet = 2;
constexpr std::uint32_t kStore = 3;
constexpr model::OperationId kGetId{1000};

struct World : test::EnginePair {
  /// The owner gets something into its buffer.
  void get() {
    model::Issue issue{kGetId, {}};
    issue.operation.kind = model::OperationKind::Get;
    issue.operation.target = {0};
    issue.operation.result = model::ByteRanges::contiguous(kBuffer.begin, kBuffer.size());
    issue.operation.remote = model::ByteRanges::contiguous(kBytes.end, kBuffer.size());
    owner.issue(0, issue, {kGet}, Naming::Named);
  }
  void put_and_flush() {
    put(kBuffer, kPut);
    origin.flush(0, {});
  }
};

TEST(QuietBuffers, AreNoEntriesUntilSomethingComesNear) {
  World world;
  world.get();
  EXPECT_EQ(world.owner.memory().live_operations(), 0U);
  world.owner.touch(0, {model::AccessKind::Store, {1}, model::ByteRanges::contiguous(kBuffer.end, 8)}, {kStore});
  EXPECT_EQ(world.owner.memory().live_operations(), 0U);
  world.owner.touch(0, {model::AccessKind::Store, {1}, model::ByteRanges::contiguous(kBuffer.begin, 8)}, {kStore});
  EXPECT_EQ(world.owner.memory().live_operations(), 1U);
  EXPECT_EQ(world.finish(), (Found{{kGet, kStore}}));
}

TEST(QuietBuffers, AreOverWhenTheyAreComplete) {
  World world;
  world.get();
  world.owner.complete(0, {kGetId});
  world.owner.touch(0, {model::AccessKind::Store, {1}, model::ByteRanges::contiguous(kBuffer.begin, 8)}, {kStore});
  EXPECT_EQ(world.owner.memory().live_operations(), 0U);
  EXPECT_EQ(world.owner.open_operations(), 0U);
  EXPECT_EQ(world.finish(), Found{});
}

// Of a message the buffer is all there is: it is complete in any order, and a flush of somebody else's operations is nothing to it.
TEST(QuietBuffers, OfMessagesAreOverOneByOne) {
  constexpr model::ScopeId kMessages{0};
  constexpr model::ScopeId kWindow{1};
  World world;
  const auto receive = [&](std::uint64_t id) {
    model::Issue issue{{id}, {}};
    issue.operation.kind = model::OperationKind::Receive;
    issue.operation.target = {1};
    issue.operation.scope = kMessages;
    issue.operation.result = model::ByteRanges::contiguous(kBytes.begin + 8 * id, 8);
    world.owner.issue(0, issue, {static_cast<std::uint32_t>(id)}, Naming::Named);
  };
  const auto store = [&](std::uint64_t id, std::uint32_t site) {
    world.owner.touch(0, {model::AccessKind::Store, {1}, model::ByteRanges::contiguous(kBytes.begin + 8 * id, 8)},
                      {site});
  };
  for (std::uint64_t id = 10; id < 14; ++id) receive(id);
  EXPECT_EQ(world.owner.open_operations(), 4U);
  EXPECT_EQ(world.owner.memory().live_operations(), 0U);
  for (const std::uint64_t id : {11U, 10U, 13U}) world.owner.complete(0, {{id}});
  world.owner.flush(0, model::kFullFlush, kWindow, model::Group());
  EXPECT_EQ(world.owner.open_operations(), 1U);
  for (const std::uint64_t id : {10U, 11U, 13U}) store(id, 100);
  EXPECT_EQ(world.owner.memory().live_operations(), 0U);
  store(12, 101);
  EXPECT_EQ(world.owner.memory().live_operations(), 1U);
  world.owner.complete(0, {{12}});
  store(12, 102);
  EXPECT_EQ(world.finish(), (Found{{12, 101}}));
}

TEST(QuietBuffers, BecomeEntriesWhenTheirMemoryIsExposed) {
  World world;
  world.get();
  world.owner.expose(kBytes);
  world.meet();
  world.put_and_flush();
  // Nothing has been heard of the put yet, and nothing orders it after the get.
  world.owner.complete(0, {kGetId});
  world.meet();
  EXPECT_EQ(world.finish(), (Found{{kPut, kGet}}));
}

TEST(QuietBuffers, AreNotQuietWhereOthersReachedLately) {
  World world;
  world.owner.expose(kBytes);
  world.meet();
  world.put_and_flush();
  const model::Snapshot told = world.origin.signal(0);
  // The put has arrived, but the owner does not know that it is complete when it takes its memory back and uses it.
  const model::Snapshot nothing_new = world.owner.clock(0).snapshot();
  world.owner.wait(0, std::span(&nothing_new, 1));
  EXPECT_EQ(world.owner.memory().live_operations(), 1U);
  world.owner.conceal(kBytes);
  world.get();
  world.owner.wait(0, std::span(&told, 1));
  world.owner.complete(0, {kGetId});
  EXPECT_EQ(world.finish(), (Found{{kPut, kGet}}));
}

TEST(QuietBuffers, MeetWhatOnlyTheirOwnerCanTellOf) {
  World world;
  world.get();
  model::OperationAccess access;
  access.site = {kPut};
  access.issue = world.origin.clock(0).snapshot();
  access.with = model::make_ref<const model::Circumstances>();
  access.ranges = model::ByteRanges::contiguous(kBuffer.begin, 8);
  world.origin.flush(0, {});
  access.completions.add(world.origin.clock(0).here());
  const model::Snapshot told = world.origin.signal(0);
  world.owner.heard_of({0}, std::move(access));
  world.owner.wait(0, std::span(&told, 1));
  world.owner.complete(0, {kGetId});
  EXPECT_EQ(world.finish(), (Found{{kPut, kGet}}));
}

}  // namespace
}  // namespace farsan::engine
