// A target wait that completes some bytes of a put and not the others; and an access of which only the owner of the memory can tell
// where it went.
#include <gtest/gtest.h>

#include <set>

#include "engine/process.h"
#include "sim/transport.h"

namespace farsan::engine {
namespace {

constexpr model::Interval kBytes{4096, 8192};
constexpr model::Address kFlag = kBytes.begin + 64;
constexpr model::SiteId kPut{1};
constexpr model::SiteId kLoad{7};

class Places final : public RaceSink {
 public:
  void report(const Race& race) override { found.insert(race.bytes.begin); }
  std::set<model::Address> found;
};
using Found = std::set<model::Address>;

struct World {
  Places races;
  sim::DelayingTransport transport{2, sim::Delivery::Prompt, 1};
  Process origin{{0}, 2, transport, races};
  Process owner{{1}, 2, transport, races};

  World() { owner.expose(kBytes); }

  /// The origin puts, and the owner takes its notification of these bytes (empty: of all).
  void put_and_take(const model::ByteRanges& bytes, model::Interval part, std::uint64_t number = 1) {
    model::Issue issue{{number}, {}};
    issue.operation.target = {1};
    issue.operation.remote = bytes;
    origin.issue(0, issue, kPut, Naming::Named);
    origin.flush(0, {model::CompletionKind::LocalFlush, {}, model::Group::only({1})});
    Announcement announced = origin.notify(0, {{}, {1}, {}, issue.id});
    announced.part = part;
    owner.target_wait(0, std::span(&announced, 1));
  }
  const Found& finish() {
    for (Process* process : {&origin, &owner}) process->close();
    owner.drain_all(transport);
    owner.conclude();
    return races.found;
  }
};

TEST(PartOfPut, WhatHasNotArrivedRacesAndWhatHasDoesNot) {
  World world;
  world.put_and_take(model::ByteRanges::contiguous(kBytes.begin, 256), {kFlag, kFlag + 8});
  for (const model::Address at : {kFlag - 8, kFlag, kFlag + 8}) world.owner.load<8>(at, kLoad);
  EXPECT_EQ(world.finish(), (Found{kFlag - 8, kFlag + 8}));
}

TEST(PartOfPut, IsAnElementOfAStride) {
  World world;
  world.put_and_take(model::ByteRanges::of({kBytes.begin, 8, 16, 16}), {kFlag, kFlag + 8});
  for (const model::Address at : {kFlag - 16, kFlag - 8, kFlag, kFlag + 16}) world.owner.load<8>(at, kLoad);
  EXPECT_EQ(world.finish(), (Found{kFlag - 16, kFlag + 16}));
}

TEST(PartOfPut, SeveralArriveOneByOne) {
  World world;
  world.put_and_take(model::ByteRanges::contiguous(kBytes.begin, 256), {kFlag, kFlag + 8});
  Announcement again = world.origin.notify(0, {{}, {1}, {}, model::OperationId{1}});
  again.part = {kFlag + 16, kFlag + 24};
  world.owner.target_wait(0, std::span(&again, 1));
  for (const model::Address at : {kFlag, kFlag + 8, kFlag + 16}) world.owner.load<8>(at, kLoad);
  EXPECT_EQ(world.finish(), (Found{kFlag + 8}));
}

TEST(PartOfPut, OfOneThatIsRepeated) {
  World world;
  world.put_and_take(model::ByteRanges::contiguous(kBytes.begin, 256), {});
  const model::Snapshot heard = world.owner.signal(0);
  world.origin.wait(0, std::span(&heard, 1));
  world.put_and_take(model::ByteRanges::contiguous(kBytes.begin, 256), {kFlag, kFlag + 8}, 2);
  for (const model::Address at : {kFlag - 8, kFlag, kFlag + 8}) world.owner.load<8>(at, kLoad);
  EXPECT_EQ(world.finish(), (Found{kFlag - 8, kFlag + 8}));
}

TEST(PartOfPut, WithoutAPartAllHasArrived) {
  World world;
  world.put_and_take(model::ByteRanges::contiguous(kBytes.begin, 256), {});
  world.owner.load<8>(kFlag - 8, kLoad);
  EXPECT_EQ(world.finish(), Found{});
}

TEST(HeardOf, AnAccessThatTheOwnerHasPlacedRacesWithWhatItsOriginDidNotKnow) {
  World world;
  const Announcement announced = world.origin.notify(0, {{}, {1}, {}, model::OperationId{5}});
  world.owner.store<8>(kFlag, kLoad);
  model::OperationAccess access;
  access.kind = model::AccessKind::RemoteWrite;
  access.site = kPut;
  access.operation = model::OperationId{5};
  access.issue = announced.clock;
  access.with = model::make_ref<const model::Circumstances>();
  access.ranges = model::ByteRanges::contiguous(kFlag, 16);
  world.owner.heard_of({0}, access);
  world.owner.target_wait(0, std::span(&announced, 1));
  world.owner.store<8>(kFlag + 8, kLoad);
  EXPECT_EQ(world.finish(), (Found{kFlag}));
}

TEST(Ranges, ArePartedByCutting) {
  model::ByteRanges whole = model::ByteRanges::contiguous(100, 50);
  EXPECT_EQ(whole.cut({110, 120}), model::ByteRanges::contiguous(110, 10));
  EXPECT_EQ(whole.size(), 40U);
  EXPECT_FALSE(whole.overlaps(model::ByteRanges::contiguous(110, 10)));
  EXPECT_TRUE(whole.cut({10, 20}).empty());
  EXPECT_EQ(whole.cut({0, 1000}).size(), 40U);
  EXPECT_TRUE(whole.empty());
  model::ByteRanges striped = model::ByteRanges::of({100, 4, 10, 5});
  EXPECT_EQ(striped.cut({112, 123}).size(), 2U + 3U);
  EXPECT_EQ(striped.size(), 15U);
  EXPECT_EQ(striped.bounds(), (model::Interval{100, 144}));
}

}  // namespace
}  // namespace farsan::engine
