// Memory that goes ends the accesses to it: an operation that nothing completed races with what its memory's owner did before the
// end, and with nothing that is done to the next exposure at the same place.
#include <gtest/gtest.h>

#include "support/engine_pair.h"

namespace farsan::engine {
namespace {

using Found = test::SitePairs;

constexpr model::Interval kBytes{4096, 8192};
constexpr model::SiteId kStore{7};

struct World : test::EnginePair {
  World() { owner.expose(kBytes); }
  void write(std::uint32_t site) { put({kBytes.begin, kBytes.begin + 8}, site); }
  void replace_memory() {
    owner.end_exposure(0, kBytes);
    owner.expose(kBytes);
  }
};

TEST(EndOfExposure, RacesWithWhatWasDoneBeforeItIfTheOwnerHasHeard) {
  World world;
  world.meet();
  world.write(1);
  world.owner.store<8>(kBytes.begin, kStore);
  world.origin.send_writes();
  world.meet();
  world.replace_memory();
  EXPECT_EQ(world.finish(), (Found{{1, 7}}));
}

TEST(EndOfExposure, DoesNotRaceWithWhatIsDoneToTheNextOne) {
  for (const bool heard_in_time : {true, false}) {
    World world;
    world.meet();
    world.write(1);
    if (heard_in_time) world.origin.send_writes();
    world.meet();
    world.replace_memory();
    world.owner.store<8>(kBytes.begin, kStore);
    world.meet();
    world.write(2);
    EXPECT_EQ(world.finish(), Found{}) << heard_in_time;
  }
}

TEST(EndOfExposure, TheNextOneHasRacesOfItsOwn) {
  World world;
  world.write(1);
  world.origin.send_writes();
  world.meet();
  world.replace_memory();
  world.meet();
  world.write(2);
  world.owner.store<8>(kBytes.begin, kStore);
  world.write(3);
  EXPECT_EQ(world.finish(), (Found{{2, 3}, {2, 7}, {3, 7}}));
}

TEST(EndOfExposure, OwnOperationsEndWithIt) {
  World world;
  model::Issue issue{{100}, {}};
  issue.operation.target = {1};
  issue.operation.remote = model::ByteRanges::contiguous(kBytes.begin, 8);
  world.owner.issue(0, issue, {4}, Naming::Anonymous);
  world.replace_memory();
  world.owner.touch(0, {model::AccessKind::Store, {1}, model::ByteRanges::contiguous(kBytes.begin, 8)}, kStore);
  EXPECT_EQ(world.finish(), Found{});
}

struct Scopes : World {
  static constexpr model::ScopeId kLeft{1};
  static constexpr model::ScopeId kKept{2};
  void write_in(model::ScopeId scope, std::uint32_t site, model::OperationKind kind = model::OperationKind::Put) {
    model::Issue issue{{++operations}, {}};
    issue.operation.kind = kind;
    issue.operation.target = {1};
    issue.operation.scope = scope;
    issue.operation.remote = model::ByteRanges::contiguous(kBytes.begin, 8);
    origin.issue(0, issue, {site}, Naming::Anonymous);
  }
  void leave() {
    for (Process* process : {&origin, &owner}) process->leave_scope(kLeft);
    meet();
    for (Process* process : {&origin, &owner}) process->end_scope(0, kLeft);
    owner.conceal(kBytes);
    owner.expose(kBytes);
  }
};

TEST(EndOfScope, WhatIsOpenInItRacesWithWhatWasDoneBefore) {
  for (const model::OperationKind kind : {model::OperationKind::Put, model::OperationKind::Get}) {
    Scopes world;
    world.meet();
    world.write_in(Scopes::kLeft, 1, kind);
    world.owner.store<8>(kBytes.begin, kStore);
    world.leave();
    EXPECT_EQ(world.finish(), (Found{{1, 7}}));
  }
}

TEST(EndOfScope, WhatWasOpenInItDoesNotRaceWithWhatIsDoneLater) {
  Scopes world;
  world.meet();
  world.write_in(Scopes::kLeft, 1);
  world.leave();
  world.owner.store<8>(kBytes.begin, kStore);
  EXPECT_EQ(world.finish(), Found{});
}

TEST(EndOfScope, WhatIsOpenInAnotherStaysOpen) {
  Scopes world;
  world.meet();
  world.write_in(Scopes::kKept, 1);
  world.leave();
  world.owner.store<8>(kBytes.begin, kStore);
  EXPECT_EQ(world.finish(), (Found{{1, 7}}));
}

TEST(NeverComplete, ALoopOfWritesIsReportedOnceForEachOfWhatItRacesWith) {
  World world;
  world.meet();
  for (int i = 0; i < 50; ++i) {
    world.write(1);
    world.origin.send_writes();
    world.meet();
    world.owner.store<8>(kBytes.begin, kStore);
  }
  EXPECT_EQ(world.finish(), (Found{{1, 1}, {1, 7}}));
  EXPECT_LE(world.owner.memory().table().indexed(), 1U);
}

}  // namespace
}  // namespace farsan::engine
