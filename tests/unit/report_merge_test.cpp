// Which races become one for the reader, and what is said of it.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

#include "report/explain.h"
#include "report/report.h"
#include "support/fake_job.h"

namespace farsan::report {
namespace {

using model::AccessKind;
using session::Epoch;
using testing_support::FakeJob;
using testing_support::here;
using testing_support::side;

/// Addresses of different lines, and two of one line.
struct Lines {
  const void* put = nullptr;
  const void* store = nullptr;
  const void* end = nullptr;
  const void* twice_left = nullptr;
  const void* twice_right = nullptr;
};
[[gnu::noinline]] Lines lines() {
  Lines found;
  found.put = here();
  found.store = here();
  found.end = here();
  found.twice_left = here(), found.twice_right = here();
  return found;
}
constexpr std::uint32_t kPutLine = __LINE__ - 6;

class ReportMerge : public ::testing::Test {
 protected:
  const Lines at = lines();
  FakeJob job{4};
};

TEST_F(ReportMerge, NoRaceNoEntry) {
  const Report report = job.report();
  EXPECT_TRUE(report.races.empty());
  EXPECT_EQ(report.ranks, 4U);
  EXPECT_EQ(report.program, "/somewhere/program");
  EXPECT_EQ(report.library, "Some MPI 1.2");
}

TEST_F(ReportMerge, TheSamePairOfAllRanksIsOneRace) {
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    const auto put = side(AccessKind::RemoteWrite, (rank + 1) % 4, job.site((rank + 1) % 4, at.put, "MPI_Put"));
    const auto store = side(AccessKind::Store, rank, job.site(rank, at.store));
    if (rank % 2 == 0)
      job.race(rank, put, store).count = 3;
    else
      job.race(rank, store, put).count = 4;
  }
  const Report report = job.report();
  ASSERT_EQ(report.races.size(), 1U);
  const Race& race = report.races[0];
  EXPECT_EQ(race.count, 14U);
  EXPECT_EQ(race.owner_ranks, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(race.kind, model::RaceKind::Remote);
  EXPECT_EQ(race.accesses[0].call, "MPI_Put");
  EXPECT_EQ(race.accesses[0].at.line, kPutLine);
  EXPECT_EQ(race.accesses[1].call, "");
  EXPECT_EQ(race.accesses[1].at.line, kPutLine + 1);
}

TEST_F(ReportMerge, ALoadAndAStoreOfOneLineAreOneAndTheStoreIsShown) {
  const auto put = side(AccessKind::RemoteWrite, 1, job.site(1, at.put, "MPI_Put"));
  job.race(0, put, side(AccessKind::Load, 0, job.site(0, at.twice_left)));
  job.race(0, put, side(AccessKind::Store, 0, job.site(0, at.twice_right)));
  job.race(0, put, side(AccessKind::Load, 0, job.site(0, at.twice_left)));
  const Report report = job.report();
  ASSERT_EQ(report.races.size(), 1U);
  EXPECT_EQ(report.races[0].count, 3U);
  EXPECT_EQ(report.races[0].accesses[1].type, AccessKind::Store);
}

TEST_F(ReportMerge, OperandsAndResultOfOneCallAreOne) {
  const auto site = job.site(0, at.put, "MPI_Fetch_and_op");
  const auto store = side(AccessKind::Store, 0, job.site(0, at.store));
  job.race(0, side(AccessKind::BufferRead, 0, site), store);
  job.race(0, side(AccessKind::BufferWrite, 0, site), store);
  const Report report = job.report();
  ASSERT_EQ(report.races.size(), 1U);
  EXPECT_EQ(report.races[0].accesses[0].type, AccessKind::BufferWrite);
}

TEST_F(ReportMerge, OfOneProcessTheOneThatWasIssuedFirstComesFirst) {
  for (const AccessKind kind : {AccessKind::RemoteWrite, AccessKind::BufferWrite}) {
    FakeJob other(2);
    auto upper = side(kind, 1, other.site(1, at.put, "MPI_Get"), Epoch::LockAll);
    auto lower = side(kind, 1, other.site(1, at.end, "MPI_Put"), Epoch::LockAll);
    upper.issued = 12;
    lower.issued = 11;
    other.race(0, upper, lower);
    const Report report = other.report();
    EXPECT_EQ(report.races.at(0).accesses[0].call, "MPI_Put");
    EXPECT_NE(report.races[0].mend.find("before the next"), std::string::npos) << report.races[0].mend;
  }
}

TEST_F(ReportMerge, RacesOfTwoKindsBetweenTwoLinesAreOneWithTheMendsOfBoth) {
  const auto first = job.site(1, at.put, "MPI_Accumulate");
  const auto second = job.site(1, at.end, "MPI_Get");
  const auto issued = [](session::RaceSide side, std::uint64_t number) {
    side.issued = number;
    return side;
  };
  job.race(0, issued(side(AccessKind::RemoteAtomicWrite, 1, first, Epoch::LockAll), 1),
           issued(side(AccessKind::RemoteRead, 1, second, Epoch::LockAll), 2));
  session::Race& buffers = job.race(1, issued(side(AccessKind::BufferRead, 1, first, Epoch::LockAll), 1),
                                    issued(side(AccessKind::BufferWrite, 1, second, Epoch::LockAll), 2));
  buffers.kind = model::RaceKind::LocalBuffer;
  const Report report = job.report();
  ASSERT_EQ(report.races.size(), 1U);
  const Race& race = report.races[0];
  EXPECT_EQ(race.kind, model::RaceKind::Remote);
  EXPECT_EQ(race.count, 2U);
  EXPECT_NE(race.explanation.find(" Besides, a local buffer race: MPI_Accumulate at"), std::string::npos)
      << race.explanation;
  EXPECT_NE(race.mend.find(" For the local buffer race: Call MPI_Win_flush_local"), std::string::npos) << race.mend;
}

TEST_F(ReportMerge, ProcessesAreCountedAsTheOwnerOfTheMemoryIs) {
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    job[rank].header().numbers[static_cast<std::size_t>(session::Model::Mpi)] = 1 + rank;
    job[rank].header().numbers[static_cast<std::size_t>(session::Model::Shmem)] = 1 + (3 - rank);
  }
  job.race(1, side(AccessKind::RemoteWrite, 0, job.site(0, at.put, "MPI_Put"), Epoch::Lock),
           side(AccessKind::RemoteWrite, 2, job.site(2, at.end, "shmem_long_put"), Epoch::Quiet));
  const Race race = job.report().races.at(0);
  EXPECT_NE(race.explanation.find("the same bytes of rank 1"), std::string::npos) << race.explanation;
  EXPECT_NE(race.explanation.find("shmem_long_put of PE 1 at"), std::string::npos) << race.explanation;
  EXPECT_NE(race.mend.find("MPI_Win_flush(1, win)"), std::string::npos) << race.mend;
  EXPECT_NE(race.mend.find("shmem_quiet"), std::string::npos) << race.mend;
}

TEST_F(ReportMerge, OtherCallsOrLinesAreOthers) {
  const auto put = side(AccessKind::RemoteWrite, 1, job.site(1, at.put, "MPI_Put"));
  const auto get = side(AccessKind::RemoteWrite, 1, job.site(1, at.put, "MPI_Get"));
  job.race(0, put, side(AccessKind::Store, 0, job.site(0, at.store)));
  job.race(0, put, side(AccessKind::Store, 0, job.site(0, at.end)));
  job.race(0, get, side(AccessKind::Store, 0, job.site(0, at.end)));
  const Report report = job.report();
  ASSERT_EQ(report.races.size(), 3U);
  std::set<std::string> ids;
  for (const Race& race : report.races) {
    ids.insert(race.id);
    EXPECT_EQ(race.id.size(), 16U);
  }
  EXPECT_EQ(ids.size(), 3U);
  EXPECT_EQ(report.races[0].accesses[1].at.line, kPutLine + 1);
  EXPECT_EQ(report.races[2].accesses[1].at.line, kPutLine + 2);
}

TEST_F(ReportMerge, AnIdDependsOnNothingButThePair) {
  const auto make = [&](std::uint32_t origin, std::uint32_t owner) {
    FakeJob other(4);
    other.race(owner, side(AccessKind::Store, owner, other.site(owner, at.store)),
               side(AccessKind::RemoteWrite, origin, other.site(origin, at.put, "MPI_Put")));
    return other.report().races.at(0).id;
  };
  EXPECT_EQ(make(1, 0), make(2, 3));
}

TEST_F(ReportMerge, TheMemoryHasOffsetsAndItsOrigin) {
  session::Race& race = job.race(2, side(AccessKind::RemoteWrite, 1, job.site(1, at.put, "MPI_Put")),
                                 side(AccessKind::Load, 2, job.site(2, at.store)));
  race.memory_name = job[2].add_text("halo");
  race.allocated_at = job.site(2, at.end, "MPI_Win_allocate");
  const Memory memory = job.report().races.at(0).memory;
  EXPECT_EQ(memory.kind, session::MemoryKind::Window);
  EXPECT_EQ(memory.name, "halo");
  EXPECT_EQ(memory.offset, 8U);
  EXPECT_EQ(memory.size, 8U);
  ASSERT_TRUE(memory.allocated_at);
  EXPECT_EQ(memory.allocated_at->call, "MPI_Win_allocate");
  EXPECT_EQ(memory.allocated_at->line, kPutLine + 2);
}

TEST_F(ReportMerge, WhoFindsARaceNeedNotOwnTheMemory) {
  const auto put = side(AccessKind::RemoteWrite, 0, job.site(0, at.put, "MPI_Put"));
  session::Race& race = job.race(0, put, put);
  race.owner = 2;
  race.allocated_at = job.site(0, at.end, "MPI_Win_allocate");
  const Report report = job.report();
  ASSERT_EQ(report.races.size(), 1U);
  EXPECT_EQ(report.races[0].owner_rank, 2U);
  EXPECT_EQ(report.races[0].owner_ranks, std::vector<std::uint32_t>{2});
  ASSERT_TRUE(report.races[0].memory.allocated_at);
  EXPECT_EQ(report.races[0].memory.allocated_at->call, "MPI_Win_allocate");
  race.owner = 77;  // of nobody: not a whole race
  EXPECT_TRUE(job.report().races.empty());
}

TEST_F(ReportMerge, TheRegionEndsWhereTheOperationWasCompleted) {
  auto put = side(AccessKind::RemoteWrite, 1, job.site(1, at.put, "MPI_Put"), Epoch::LockAll);
  put.end_rank = 1;
  put.end_epoch = 77;
  job.began(1, 77, job.site(1, at.end, "MPI_Win_unlock_all"));
  job.race(0, put, side(AccessKind::Load, 0, job.site(0, at.store)));
  const Report report = job.report();
  ASSERT_TRUE(report.races.at(0).region);
  const Region& region = *report.races[0].region;
  EXPECT_EQ(region.began.call, "MPI_Put");
  EXPECT_EQ(region.began.line, kPutLine);
  ASSERT_TRUE(region.ended);
  EXPECT_EQ(region.ended->place.call, "MPI_Win_unlock_all");
  EXPECT_EQ(region.ended->place.line, kPutLine + 2);
  EXPECT_EQ(region.ended->rank, 1U);
}

TEST_F(ReportMerge, AnOperationHasItsQueueOrTheCallThatMadeItsContext) {
  auto write = side(AccessKind::RemoteWrite, 1, job.site(1, at.put, "gaspi_write"), Epoch::QueueWrite);
  write.scope = 1 + 3;
  job.race(0, write, side(AccessKind::Load, 0, job.site(0, at.store)));
  auto put = side(AccessKind::RemoteWrite, 1, job.site(1, at.put, "shmem_ctx_put32"), Epoch::ContextQuiet);
  put.scope = 2;
  job[1].header().contexts[2] = job.site(1, at.end, "shmem_ctx_create");
  job.race(0, put, side(AccessKind::Load, 0, job.site(0, at.store)));
  auto wild = side(AccessKind::RemoteWrite, 1, job.site(1, at.put, "shmem_ctx_put64"), Epoch::ContextQuiet);
  wild.scope = ~0U;
  job.race(0, wild, side(AccessKind::Load, 0, job.site(0, at.store)));
  const Report report = job.report();
  for (const Race& race : report.races) {
    const Access& access = race.accesses[0];
    EXPECT_EQ(access.queue, access.call == "gaspi_write" ? std::optional(3U) : std::nullopt);
    ASSERT_EQ(access.context.has_value(), access.call == "shmem_ctx_put32");
    if (access.context) {
      EXPECT_EQ(access.context->call, "shmem_ctx_create");
      EXPECT_EQ(access.context->line, kPutLine + 2);
    }
  }
  EXPECT_EQ(report.races.size(), 3U);
}

TEST_F(ReportMerge, AnEpochThatTheRingHasForgottenLeavesTheRank) {
  auto put = side(AccessKind::RemoteWrite, 1, job.site(1, at.put, "MPI_Put"), Epoch::LockAll);
  put.end_rank = 1;
  put.end_epoch = 77;
  job.began(1, 77 + session::kEpochsKept, job.site(1, at.end, "MPI_Win_unlock_all"));
  job.race(0, put, side(AccessKind::Load, 0, job.site(0, at.store)));
  const Report report = job.report();
  ASSERT_TRUE(report.races.at(0).region->ended);
  EXPECT_EQ(report.races[0].region->ended->place, Place{});
}

// --- Damage -----------------------------------------------------------------------------------------------------------

TEST_F(ReportMerge, EntriesThatAreNotWhollyWrittenAreSkipped) {
  const auto put = side(AccessKind::RemoteWrite, 1, job.site(1, at.put, "MPI_Put"));
  const auto store = side(AccessKind::Store, 0, job.site(0, at.store));
  job.race(0, put, store).count = 0;
  job.race(0, put, store).kind = static_cast<model::RaceKind>(17);
  job.race(0, put, store).memory = static_cast<session::MemoryKind>(17);
  job.race(0, put, store).sides[1].kind = static_cast<AccessKind>(200);
  job.race(0, put, store).sides[0].epoch_kind = static_cast<Epoch>(200);
  job.race(0, put, store).sides[0].rank = 4;
  job.race(0, put, store).end = 0;
  EXPECT_TRUE(job.report().races.empty());
}

TEST_F(ReportMerge, WildNumbersNeverLeadOutsideASegment) {
  auto put = side(AccessKind::RemoteWrite, 1, UINT32_MAX);
  put.end_epoch = UINT64_MAX;
  put.end_rank = UINT32_MAX;
  auto store = side(AccessKind::Store, 0, job.site(0, reinterpret_cast<const void*>(1), "MPI_Put"));
  job[0].site(store.site).call = UINT16_MAX;
  job[0].site(store.site).stack = UINT32_MAX;
  session::Race& race = job.race(0, put, store);
  race.memory_name = {UINT32_MAX, UINT32_MAX};
  race.allocated_at = UINT32_MAX;
  session::Header& header = job[0].header();
  header.race_count = UINT32_MAX;
  header.module_count = UINT32_MAX;
  header.call_count = UINT32_MAX;
  header.site_count = UINT32_MAX;
  header.program = {UINT32_MAX - 3, 8};
  job[1].header().ranks = UINT32_MAX;
  job[2].header().magic = 0;
  job[3].header().rank = UINT32_MAX;
  const Report report = job.report();
  ASSERT_EQ(report.races.size(), 1U);
  EXPECT_EQ(report.races[0].accesses[0].at, Frame{});
}

TEST_F(ReportMerge, AStackOfAMillionFramesIsCut) {
  const auto put = side(AccessKind::RemoteWrite, 1, job.site(1, at.put, "MPI_Put"));
  const auto site = job.site(0, at.store, "", {at.end});
  const std::uint64_t many = 1'000'000;
  std::memcpy(job[0].at(session::kStringsAt + std::uint64_t{job[0].site(site).stack} * 8), &many, 8);
  job.race(0, put, side(AccessKind::Store, 0, site));
  EXPECT_LT(job.report().races.at(0).accesses[1].stack.size(), 1000U);
}

TEST_F(ReportMerge, SegmentsThatAreMissingCostTheirPositionsOnly) {
  job.race(0, side(AccessKind::RemoteWrite, 1, job.site(1, at.put, "MPI_Put")),
           side(AccessKind::Store, 0, job.site(0, at.store)));
  const session::Segment* const first = &job[0];
  const Report report = make_report({&first, 1});
  ASSERT_EQ(report.races.size(), 1U);
  EXPECT_EQ(report.ranks, 4U);
  EXPECT_EQ(report.races[0].accesses[0].call, "");
  EXPECT_EQ(report.races[0].accesses[1].at.line, kPutLine + 1);
}

}  // namespace
}  // namespace farsan::report
