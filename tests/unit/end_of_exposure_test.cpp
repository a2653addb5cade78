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

/// Reads that travel before they are complete, with a buffer that nobody comes near.
struct Reads : World {
  void read(std::uint32_t site, Naming naming = Naming::Anonymous) {
    model::Issue issue{{++operations}, {}};
    issue.operation.kind = model::OperationKind::Get;
    issue.operation.target = {1};
    issue.operation.result = model::ByteRanges::contiguous(64 * operations, 8);
    issue.operation.remote = model::ByteRanges::contiguous(kBytes.begin, 8);
    origin.issue(0, issue, {site}, naming);
  }
  void store() {
    owner.touch(0, {model::AccessKind::Store, {1}, model::ByteRanges::contiguous(kBytes.begin, 8)}, kStore);
  }
};

TEST(SentBeforeTheEnd, AReadThatNothingCompletedRacesWithWhatWasDoneBefore) {
  for (const Naming naming : {Naming::Anonymous, Naming::Named}) {
    Reads world;
    world.meet();
    world.read(1, naming);
    world.origin.send_all();
    world.meet();
    world.store();
    world.replace_memory();
    world.store();
    EXPECT_EQ(world.finish(), (Found{{1, 7}}));
  }
}

TEST(SentBeforeTheEnd, WhatAllGiveUpTogetherRacesWithWhatWasDoneBefore) {
  Reads world;
  world.read(1);
  world.write(2);
  world.origin.send_all();
  world.meet();
  world.store();
  world.owner.end_remote_accesses(0, kBytes);
  world.owner.conceal(kBytes);
  world.owner.expose(kBytes);
  world.store();
  EXPECT_EQ(world.finish(), (Found{{1, 2}, {1, 7}, {2, 7}}));
}

TEST(SentBeforeTheEnd, WhatAllGiveUpTogetherIsOverForThoseWhoKnowOfTheEnd) {
  for (const bool known : {true, false}) {
    World world;
    world.meet();
    world.write(1);
    world.origin.send_all();
    world.meet();
    world.owner.end_remote_accesses(0, kBytes);
    world.owner.conceal(kBytes);
    world.owner.expose(kBytes);
    if (known) world.meet();
    world.write(2);
    EXPECT_EQ(world.finish(), known ? Found{} : (Found{{1, 2}})) << known;
  }
}

TEST(SentBeforeTheEnd, WhatIsOpenElsewhereStaysOpen) {
  World world;
  world.write(1);
  world.origin.send_all();
  world.meet();
  world.owner.end_remote_accesses(0, {kBytes.begin + 64, kBytes.end});
  world.owner.store<8>(kBytes.begin, kStore);
  EXPECT_EQ(world.finish(), (Found{{1, 7}}));
}

TEST(SentBeforeTheEnd, AReadIsCompletedByWhateverFlushComesLater) {
  using enum model::CompletionKind;
  for (const model::CompletionKind kind : {LocalFlush, RemoteFlush, CollectiveFlush}) {
    Reads world;
    world.read(1);
    world.read(1);
    world.origin.send_all();
    world.meet();
    world.origin.flush(0, {kind, std::nullopt, model::Group()});
    world.meet();
    world.store();
    EXPECT_EQ(world.finish(), Found{}) << name(kind);
  }
}

TEST(SentBeforeTheEnd, AReadIsCompletedByName) {
  Reads world;
  world.read(1, Naming::Named);
  world.origin.send_all();
  world.meet();
  world.origin.complete(0, {{world.operations}, model::CompletionKind::LocalComplete});
  world.meet();
  world.store();
  EXPECT_EQ(world.finish(), Found{});
}

TEST(SentBeforeTheEnd, AReadRacesUntilItsCompletionIsKnown) {
  Reads world;
  world.read(1);
  world.origin.send_all();
  world.meet();
  world.origin.flush(0, {model::CompletionKind::LocalFlush, std::nullopt, model::Group()});
  world.store();
  EXPECT_EQ(world.finish(), (Found{{1, 7}}));
}

TEST(SentBeforeTheEnd, NothingIsSentTwice) {
  Reads world;
  world.read(1);
  world.write(2);
  for (int i = 0; i < 2; ++i) world.origin.send_all();
  world.origin.send_writes();
  world.meet();
  world.store();
  EXPECT_EQ(world.finish(), (Found{{1, 2}, {1, 7}, {2, 7}}));
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
