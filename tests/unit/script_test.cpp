// What a script means: text to events.
#include "sim/script.h"

#include <gtest/gtest.h>

#include "support/script_text.h"

namespace farsan::sim {
namespace {

using namespace model;
using testing_support::read;

const std::string kMemory = "memory x 64\nmemory buf 16 private\n";

/// The script of one row per cell of a two-column table.
Script read_cells(const std::vector<std::string>& rows) {
  std::string text = kMemory + "P0 | P1\n";
  for (const std::string& row : rows) text += row + '\n';
  return read(text);
}

template <class T>
T action(const Script& script, std::size_t event) {
  if (event < script.execution.events.size())
    if (const auto* found = std::get_if<T>(&script.execution.events[event].action)) return *found;
  ADD_FAILURE() << "event " << event << " is something else";
  return {};
}

Address x() { return read_cells({}).execution.variables.at(0).bytes.begin; }
Address buf() { return read_cells({}).execution.variables.at(1).bytes.begin; }

TEST(Script, MemoryLiesApartUnlessItsPlaceIsGiven) {
  const Script script = read("memory a 3\nmemory b 8 private\nmemory c 8 at 0x100\nmemory \"d e\" 1\nP0\n");
  const auto& v = script.execution.variables;
  ASSERT_EQ(v.size(), 4u);
  EXPECT_EQ(v[0].bytes.size(), 3u);
  EXPECT_GT(v[1].bytes.begin, v[0].bytes.end);
  EXPECT_TRUE(v[0].exposed);
  EXPECT_FALSE(v[1].exposed);
  EXPECT_EQ(v[2].bytes, (Interval{256, 264}));
  EXPECT_EQ(v[3].name, "d e");
}

TEST(Script, TheFirstCommentSaysWhatItIsAbout) {
  EXPECT_EQ(read("# One.\n#  Two.\n\n# Not this.\nP0\n").comment, "One.\n Two.\n");
  EXPECT_EQ(read("P0\n# Not this.\n").comment, "");
}

TEST(Script, ARowHappensFromLeftToRight) {
  const Script script = read_cells({"load x | store x", "        | load x", "store x"});
  ASSERT_EQ(script.execution.events.size(), 4u);
  EXPECT_EQ(script.execution.events[0].unit.process.value, 0u);
  EXPECT_EQ(script.execution.events[1].unit.process.value, 1u);
  EXPECT_EQ(script.execution.events[2].unit.process.value, 1u);
  EXPECT_EQ(script.positions[1], (Position{4, 10}));
  EXPECT_EQ(script.labels[1], "store x");
}

TEST(Script, ColumnsAreThreadsWhereTheHeadSaysSoAndCellsMayNameAnother) {
  const Script script = read(kMemory + "P0 | P0 t2 | P1\nfork t2; fork t3\n | load x\n | | load x\nt3: load x\n");
  ASSERT_EQ(script.execution.events.size(), 5u);
  EXPECT_EQ(script.execution.processes, 2u);
  EXPECT_EQ(script.execution.events[2].unit, (UnitId{{0}, 2}));
  EXPECT_EQ(script.execution.events[3].unit, (UnitId{{1}, 0}));
  EXPECT_EQ(script.execution.events[4].unit, (UnitId{{0}, 3}));
}

TEST(Script, ManyProcessesAreListed) {
  const Script script = read(kMemory + "processes 100\nP99: load x | P3: fork t1\nP3 t1: store x\n");
  EXPECT_EQ(script.execution.processes, 100u);
  ASSERT_EQ(script.execution.events.size(), 3u);
  EXPECT_EQ(script.execution.events[0].unit, (UnitId{{99}, 0}));
  EXPECT_EQ(script.execution.events[2].unit, (UnitId{{3}, 1}));
}

TEST(Script, RangesAreHalfOpenAndMayBeStriped) {
  const Script script = read_cells({"load x[4..8)+x[16..20)*3/16+buf of P1", "store nothing", "load [4096..4100)"});
  const auto touch = action<Touch>(script, 0);
  EXPECT_EQ(touch.owner.value, 1u);
  const ByteRanges expected({{x() + 4, 4, 4, 1}, {x() + 16, 4, 16, 3}, {buf(), 16, 16, 1}});
  EXPECT_EQ(touch.ranges, expected);
  EXPECT_TRUE(action<Touch>(script, 1).ranges.empty());
  EXPECT_EQ(action<Touch>(script, 2).ranges, ByteRanges::contiguous(4096, 4));
}

TEST(Script, OperationsMoveDataAlongTheArrow) {
  const Script script = read_cells({"put buf[0..4) -> P1 x[0..4) in w", "get buf[4..8) <- P1 x[4..8) in v",
                                    "send buf to P1", "receive buf from P1 in w"});
  const auto put = action<Issue>(script, 0);
  EXPECT_EQ(put.id.value, 0u);
  EXPECT_EQ(put.operation.kind, OperationKind::Put);
  EXPECT_EQ(put.operation.source, ByteRanges::contiguous(buf(), 4));
  EXPECT_EQ(put.operation.remote, ByteRanges::contiguous(x(), 4));
  EXPECT_EQ(put.operation.target.value, 1u);
  const auto get = action<Issue>(script, 1);
  EXPECT_EQ(get.operation.result, ByteRanges::contiguous(buf() + 4, 4));
  EXPECT_EQ(get.operation.remote, ByteRanges::contiguous(x() + 4, 4));
  EXPECT_NE(get.operation.scope, put.operation.scope);
  const auto send = action<Issue>(script, 2);
  EXPECT_EQ(send.operation.source.size(), 16u);
  EXPECT_EQ(script.names.scopes.at(send.operation.scope.value), "p2p");
  EXPECT_EQ(action<Issue>(script, 3).operation.result.size(), 16u);
  EXPECT_EQ(action<Issue>(script, 3).operation.scope, put.operation.scope);
}

TEST(Script, LoadsAndStoresMayBeAtomic) {
  const Script script = read_cells({"load x[4..8) of P1 as int32", "store x as int64:16 domain far", "store x"});
  const auto load = action<Touch>(script, 0);
  EXPECT_EQ(load.owner.value, 1u);
  ASSERT_TRUE(load.atomicity);
  EXPECT_EQ(load.atomicity->size, 4u);
  EXPECT_EQ(load.atomicity->domain.value, 0u);
  const auto store = action<Touch>(script, 1);
  ASSERT_TRUE(store.atomicity);
  EXPECT_EQ(store.atomicity->size, 16u);
  EXPECT_NE(store.atomicity->domain, load.atomicity->domain);
  EXPECT_FALSE(action<Touch>(script, 2).atomicity);
}

TEST(Script, AtomicsHaveATypeAReductionAndManners) {
  const Script script =
      read("type pair 16\n" + kMemory +
           "P0 | P1\n"
           "update value -> P1 x[0..4) in w as int32 op sum\n"
           "fetch_update buf -> P1 x[0..16) into x[16..32) in w as pair op mine domain far admits same ordered\n"
           "fetch buf[0..8) <- P1 x[0..8) in w admits same_or_none as type9:8\n");
  const Atomicity plain = *action<Issue>(script, 0).operation.atomicity;
  EXPECT_EQ(plain.size, 4u);
  EXPECT_EQ(plain.operation, 1u);
  EXPECT_EQ(plain.domain.value, 0u);
  EXPECT_EQ(plain.admission, Admission::AnyOperation);
  EXPECT_FALSE(plain.orders.any());
  const Operation full = action<Issue>(script, 1).operation;
  EXPECT_EQ(full.source.size(), 16u);
  EXPECT_EQ(full.result.size(), 16u);
  EXPECT_EQ(full.atomicity->size, 16u);
  EXPECT_NE(full.atomicity->operation, Atomicity::kReadOnly);
  EXPECT_NE(full.atomicity->operation, plain.operation);
  EXPECT_NE(full.atomicity->domain, plain.domain);
  EXPECT_EQ(full.atomicity->admission, Admission::SameOperation);
  EXPECT_TRUE(full.atomicity->orders == AtomicOrders::all());
  const Atomicity fetched = *action<Issue>(script, 2).operation.atomicity;
  EXPECT_EQ(fetched.type.value, 9u);
  EXPECT_EQ(fetched.size, 8u);
  EXPECT_EQ(fetched.operation, Atomicity::kReadOnly);
  EXPECT_EQ(fetched.admission, Admission::SameOrNone);
}

TEST(Script, CompletionNamesScopeAndTargets) {
  const Script script =
      read_cells({"local_flush", "remote_flush in w to P1", "collective_flush to P0,P1", "local_flush to nobody",
                  "fence in w to P0", "a = put buf -> P1 x[0..16) in w", "complete a"});
  EXPECT_EQ(action<Flush>(script, 0), (Flush{CompletionKind::LocalFlush, std::nullopt, Group()}));
  EXPECT_EQ(action<Flush>(script, 1), (Flush{CompletionKind::RemoteFlush, ScopeId{0}, Group({ProcessId{1}})}));
  EXPECT_EQ(action<Flush>(script, 2),
            (Flush{CompletionKind::CollectiveFlush, std::nullopt, Group({ProcessId{0}, ProcessId{1}})}));
  EXPECT_FALSE(action<Flush>(script, 3).targets.everyone());
  EXPECT_EQ(action<Fence>(script, 4), (Fence{{0}, Group({ProcessId{0}})}));
  EXPECT_EQ(action<Complete>(script, 6).id, action<Issue>(script, 5).id);
}

TEST(Script, AFlushIsALocalAndARemoteOne) {
  const Script script = read_cells({"flush in w to P1"});
  ASSERT_EQ(script.execution.events.size(), 2u);
  EXPECT_EQ(action<Flush>(script, 0), (Flush{CompletionKind::LocalFlush, ScopeId{0}, Group({ProcessId{1}})}));
  EXPECT_EQ(action<Flush>(script, 1), (Flush{CompletionKind::RemoteFlush, ScopeId{0}, Group({ProcessId{1}})}));
  EXPECT_EQ(script.positions[0], script.positions[1]);
  EXPECT_EQ(script.execution.events[0].site, script.execution.events[1].site);
}

TEST(Script, AnUnlockWithAScopeFlushesAndHoldsTheLockBefore) {
  const Script script = read_cells({"lock L exclusive", "put buf -> P1 x[0..16) in w gate L", "unlock L in w to P1"});
  ASSERT_EQ(script.execution.events.size(), 6u);
  EXPECT_EQ(action<Lock>(script, 0).mode, LockMode::Exclusive);
  EXPECT_EQ(action<Issue>(script, 1).operation.gate, action<Lock>(script, 0).id);
  action<Acquired>(script, 2);
  EXPECT_EQ(action<Flush>(script, 3).kind, CompletionKind::LocalFlush);
  EXPECT_EQ(action<Flush>(script, 4).kind, CompletionKind::RemoteFlush);
  action<Unlock>(script, 5);
}

TEST(Script, AnUnlockDoesNotAcquireTwice) {
  EXPECT_EQ(read_cells({"lock L shared waits", "unlock L in w"}).execution.events.size(), 5u);
  EXPECT_EQ(read_cells({"lock L shared", "acquired L", "unlock L"}).execution.events.size(), 3u);
}

TEST(Script, SignalsAndNotificationsAreDeposits) {
  const Script script = read_cells({"signal a; signal b", "| wait a b", "c = put buf -> P1 x[0..16) in w",
                                    "notify n -> P1 in w carrying c", "| target_wait n", "wait nothing"});
  EXPECT_EQ(action<Wait>(script, 2).tokens, (std::vector<TokenId>{{0}, {1}}));
  EXPECT_EQ(action<Notify>(script, 4), (Notify{{2}, {1}, {0}, OperationId{0}}));
  EXPECT_EQ(action<TargetWait>(script, 5).tokens, (std::vector<TokenId>{{2}}));
  EXPECT_TRUE(action<Wait>(script, 6).tokens.empty());
}

TEST(Script, ACollectiveInARowIsEnteredByAllAndThenLeftByAll) {
  const Script script = read_cells({"load x; one_to_all P1 | one_to_all P1 silent deaf"});
  ASSERT_EQ(script.execution.events.size(), 5u);
  EXPECT_EQ(action<Enter>(script, 1), (Enter{{0}, 0}));
  EXPECT_EQ(action<Enter>(script, 2), (Enter{{0}, 1}));
  EXPECT_EQ(action<Leave>(script, 3), (Leave{{0}, 0}));
  EXPECT_EQ(action<Leave>(script, 4), (Leave{{0}, 1}));
  EXPECT_EQ(script.execution.events[1].site, script.execution.events[3].site);
  EXPECT_EQ(script.labels[4], "one_to_all P1 silent deaf");
  const Collective expected{CollectiveKind::OneToAll, {{}, {false, false}}, 1};
  EXPECT_EQ(script.execution.collectives, std::vector<Collective>{expected});
}

TEST(Script, TwoNamedCollectivesFitIntoOneRow) {
  const Script script = read("P0 | P1 | P2 | P3\nall_to_all left | all_to_all left | scan right | scan right\n");
  EXPECT_EQ(script.execution.collectives.size(), 2u);
  EXPECT_EQ(script.execution.events.size(), 8u);
}

TEST(Script, ASplitCollectiveIsDeclared) {
  const Script script = read(
      "collective c all_to_one 3 root 1 silent 0 deaf 1, 2\nP0 | P1 | P2\nenter c | enter c | enter c\n leave c.0 | "
      "leave c | leave c\n");
  ASSERT_EQ(script.execution.collectives.size(), 1u);
  const Collective& c = script.execution.collectives[0];
  EXPECT_EQ(c.kind, CollectiveKind::AllToOne);
  EXPECT_EQ(c.root, 1u);
  EXPECT_EQ(c.members, (std::vector<Member>{{false, true}, {true, false}, {true, false}}));
  EXPECT_EQ(action<Leave>(script, 5), (Leave{{0}, 2}));
}

TEST(Script, UnitsAndMutexes) {
  const Script script = read_cells({"fork t1", "t1: acquire m; release m", "join t1"});
  EXPECT_EQ(action<Fork>(script, 0).child, 1u);
  EXPECT_EQ(action<Acquire>(script, 1).mutex, action<Release>(script, 2).mutex);
  EXPECT_EQ(action<Join>(script, 3).child, 1u);
}

TEST(Script, NamesThatSayANumberHaveIt) {
  const Script script =
      read_cells({"flush in w7", "flush in first", "flush in w0", "signal s4; signal t", "wait s4 t"});
  EXPECT_EQ(action<Flush>(script, 0).scope->value, 7u);
  EXPECT_EQ(action<Flush>(script, 2).scope->value, 1u);  // 0 is taken, by a name that comes later
  EXPECT_EQ(action<Flush>(script, 4).scope->value, 0u);
  EXPECT_EQ(action<Wait>(script, 8).tokens, (std::vector<TokenId>{{4}, {0}}));
  EXPECT_EQ(script.names.scopes, (std::map<std::uint32_t, std::string>{{1, "first"}}));
}

TEST(Script, OperationsAreNumberedByIssueUnlessTheirNameSaysANumber) {
  const Script script =
      read_cells({"o5 = send buf to P1", "send buf to P1", "a = send buf to P1", "complete o5; complete a"});
  EXPECT_EQ(action<Issue>(script, 0).id.value, 5u);
  EXPECT_EQ(action<Issue>(script, 1).id.value, 1u);
  EXPECT_EQ(action<Issue>(script, 2).id.value, 2u);
  EXPECT_EQ(action<Complete>(script, 3).id.value, 5u);
}

TEST(Script, EveryCellIsASiteUnlessItNamesOne) {
  const Script script = read_cells({"load x @loop", "load x", "load x @loop", "load x @1"});
  const auto site = [&](std::size_t e) { return script.execution.events[e].site; };
  EXPECT_EQ(site(0), site(2));
  EXPECT_NE(site(0), site(1));
  EXPECT_EQ(site(3).value, 1u);
  EXPECT_NE(site(1), site(3));
  EXPECT_EQ(script.names.sites.at(site(0).value), "loop");
}

TEST(Script, MarksAreTheVerdict) {
  const Script script = read_cells({"put buf -> P1 x[0..16) in w; local_flush !1 !2 @s | load x !2", "| store x !1"});
  EXPECT_TRUE(script.expects_verdict);
  EXPECT_EQ(script.expected, (std::vector<ExpectedRace>{{0, 2}, {0, 3}}));
}

TEST(Script, AMarkTwiceInACellIsARaceOfOneOperation) {
  const Script script = read_cells({"put x[0..4) -> P0 x[2..6) in w !1 !1"});
  EXPECT_EQ(script.expected, (std::vector<ExpectedRace>{{0, 0}}));
}

TEST(Script, ExpectNoRaceIsAVerdictToo) {
  EXPECT_FALSE(read("P0\n").expects_verdict);
  const Script script = read("expect no race\nP0\n");
  EXPECT_TRUE(script.expects_verdict);
  EXPECT_TRUE(script.expected.empty());
}

TEST(Script, LineBreaksRulesAndCommentsAreOfAnyKind) {
  const Script script =
      read("memory x 4 # here\r\n\r\nP0 | P1 # heads\r\n---+---  # rule\r\n===|===\r\nload x | # nothing\r\n|\n");
  EXPECT_EQ(script.execution.events.size(), 1u);
}

}  // namespace
}  // namespace farsan::sim
