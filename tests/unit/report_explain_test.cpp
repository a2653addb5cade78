// The words for each shape of pair and each way of synchronising.
#include <gtest/gtest.h>

#include <string>

#include "report/explain.h"

namespace farsan::report {
namespace {

using model::AccessKind;
using session::Epoch;

class ReportExplain : public ::testing::Test {
 protected:
  static Access access(AccessKind type, const std::string& call, std::uint32_t rank, std::uint32_t line) {
    return {call, type, {"main", "/src/a.c", line, 1, "prog", 0}, rank, 0, {}};
  }
  static Words words(const Access& a, Epoch epoch, const Access& b, std::uint32_t owner,
                     const std::optional<Ending>& ended = std::nullopt, std::string_view process = kRank) {
    return explain({Side{&a, epoch, ended}, Side{&b, Epoch::None, {}}}, owner, process);
  }

  const Access put_buffer = access(AccessKind::BufferRead, "MPI_Put", 0, 20);
  const Access put = access(AccessKind::RemoteWrite, "MPI_Put", 0, 20);
  const Access store = access(AccessKind::Store, "", 0, 22);
  const Access load_there = access(AccessKind::Load, "", 1, 30);
};

TEST_F(ReportExplain, GaspiHasWordsOfItsOwn) {
  const Access write = access(AccessKind::RemoteWrite, "gaspi_write", 0, 20);
  const Access source = access(AccessKind::BufferRead, "gaspi_write", 0, 20);
  const Access read = access(AccessKind::RemoteRead, "gaspi_read", 0, 20);
  const Access atomic = access(AccessKind::RemoteAtomicWrite, "gaspi_atomic_fetch_add", 0, 20);
  const Access store_there = access(AccessKind::Store, "", 1, 30);
  // What completes a write here does not complete it there.
  EXPECT_NE(words(source, Epoch::QueueWrite, store, 0).mend.find("gaspi_wait"), std::string::npos);
  EXPECT_NE(words(write, Epoch::QueueWrite, load_there, 1).mend.find("gaspi_notify_waitsome"), std::string::npos);
  EXPECT_NE(words(read, Epoch::QueueRead, store_there, 1).mend.find("gaspi_wait"), std::string::npos);
  EXPECT_NE(words(atomic, Epoch::QueueAtomic, store_there, 1).mend.find("gaspi_barrier"), std::string::npos);
}

TEST_F(ReportExplain, ShmemReadsAndAtomicsHaveMendsOfTheirOwn) {
  const Access get = access(AccessKind::RemoteRead, "shmem_int_get", 0, 20);
  const Access get_nbi = access(AccessKind::RemoteRead, "shmem_int_get_nbi", 0, 20);
  const Access atomic = access(AccessKind::RemoteAtomicWrite, "shmem_int_atomic_inc", 0, 20);
  const Access store_there = access(AccessKind::Store, "", 1, 30);
  // A fence is not for reads; a blocking one is complete when it returns.
  const Words blocking = words(get, Epoch::Quiet, store_there, 1, Ending{{"shmem_int_get", "/src/a.c", 20}, 0}, kPe);
  EXPECT_NE(blocking.explanation.find("It is complete when the call returns."), std::string::npos);
  EXPECT_TRUE(blocking.mend.starts_with("After shmem_int_get at a.c:20 of PE 0, let PE 1 know"));
  EXPECT_EQ(blocking.mend.find("fence"), std::string::npos);
  const Words open = words(get_nbi, Epoch::Quiet, store_there, 1, Ending{{"shmem_quiet", "/src/a.c", 24}, 0}, kPe);
  EXPECT_NE(open.explanation.find("It is complete only after shmem_quiet"), std::string::npos);
  EXPECT_TRUE(open.mend.starts_with("After shmem_quiet at a.c:24 of PE 0, let PE 1 know"));
  // A flag that is polled.
  EXPECT_TRUE(words(atomic, Epoch::Quiet, load_there, 1, std::nullopt, kPe)
                  .mend.starts_with("At a.c:30, use shmem_wait_until"));
}

TEST_F(ReportExplain, AtomicsOfMpiCanBeReadByAtomics) {
  const Access accumulate = access(AccessKind::RemoteAtomicWrite, "MPI_Accumulate", 0, 20);
  for (const Epoch epoch : {Epoch::Lock, Epoch::LockAll}) {
    const std::string mend = words(accumulate, epoch, load_there, 1, Ending{{"MPI_Win_flush", "/src/a.c", 24}, 0}).mend;
    EXPECT_NE(mend.find("MPI_NO_OP"), std::string::npos);
    EXPECT_NE(mend.find("or, after MPI_Win_flush at a.c:24 of rank 0, let rank 1 know"), std::string::npos) << mend;
  }
  // Epochs that the target takes part in keep the two apart.
  EXPECT_NE(words(accumulate, Epoch::Fence, load_there, 1).mend.find("MPI_Win_fence"), std::string::npos);
}

TEST_F(ReportExplain, QueuesAndContextsAreNamedWhereTheyAreKnown) {
  Access source = access(AccessKind::BufferRead, "gaspi_write", 0, 20);
  EXPECT_EQ(words(source, Epoch::QueueWrite, store, 0).mend, "Call gaspi_wait on its queue between a.c:20 and a.c:22.");
  source.queue = 3;
  EXPECT_EQ(words(source, Epoch::QueueWrite, store, 0).mend, "Call gaspi_wait on queue 3 between a.c:20 and a.c:22.");
  Access write = access(AccessKind::RemoteWrite, "gaspi_write", 0, 20);
  write.queue = 3;
  EXPECT_NE(words(write, Epoch::QueueWrite, load_there, 1).mend.find("call gaspi_notify on queue 3 after a.c:20"),
            std::string::npos);

  Access shmem_put = access(AccessKind::RemoteWrite, "shmem_ctx_int_put", 0, 20);
  EXPECT_NE(words(shmem_put, Epoch::ContextQuiet, load_there, 1, std::nullopt, kPe).mend.find("on its context"),
            std::string::npos);
  shmem_put.context = Place{"shmem_ctx_create", "/src/a.c", 12};
  EXPECT_NE(words(shmem_put, Epoch::ContextQuiet, load_there, 1, std::nullopt, kPe)
                .mend.find("Call shmem_ctx_quiet on the context made at a.c:12 after a.c:20"),
            std::string::npos);
}

// Every shape that an operation of GASPI can be a part of has a mend, and none speaks of another model.
TEST_F(ReportExplain, NoMendOfGaspiSpeaksOfAnotherModel) {
  const std::array firsts = {access(AccessKind::BufferRead, "gaspi_write", 0, 20),
                             access(AccessKind::RemoteWrite, "gaspi_write", 0, 20),
                             access(AccessKind::RemoteRead, "gaspi_read", 0, 20),
                             access(AccessKind::RemoteAtomicWrite, "gaspi_atomic_fetch_add", 0, 20)};
  for (const Epoch epoch : {Epoch::QueueWrite, Epoch::QueueRead, Epoch::QueueAtomic})
    for (const Access& first : firsts)
      for (const std::uint32_t rank : {0U, 1U})
        for (const Access& second :
             {access(AccessKind::Store, "", rank, 30), access(AccessKind::BufferWrite, "gaspi_read", rank, 30),
              access(AccessKind::RemoteWrite, "gaspi_write", rank, 30)}) {
          if (is_buffer(first.type) && (rank != 0 || is_remote(second.type)))
            continue;  // come in another order, or not at all
          const Words said = words(first, epoch, second, 1);
          EXPECT_NE(said.mend, "");
          for (const char* other : {"MPI_", "shmem_"}) {
            EXPECT_EQ(said.mend.find(other), std::string::npos) << said.mend;
            EXPECT_EQ(said.explanation.find(other), std::string::npos) << said.explanation;
          }
        }
}

TEST_F(ReportExplain, OpenShmemHasWordsOfItsOwn) {
  const Access shmem_put = access(AccessKind::RemoteWrite, "shmem_int_put", 0, 20);
  const Words on_default = words(shmem_put, Epoch::Quiet, load_there, 1, std::nullopt, kPe);
  EXPECT_NE(on_default.explanation.find("the memory of PE 1"), std::string::npos) << on_default.explanation;
  EXPECT_NE(on_default.mend.find("shmem_barrier_all"), std::string::npos) << on_default.mend;
  const Words on_context = words(shmem_put, Epoch::ContextQuiet, load_there, 1, std::nullopt, kPe);
  EXPECT_NE(on_context.mend.find("shmem_ctx_quiet"), std::string::npos) << on_context.mend;
  const Words through_pointers = words(store, Epoch::None, load_there, 1, std::nullopt, kPe);
  EXPECT_EQ(through_pointers.mend.find("MPI"), std::string::npos) << through_pointers.mend;
}

TEST_F(ReportExplain, ABufferThatIsStillInUse) {
  const Words said = words(put_buffer, Epoch::LockAll, store, 0);
  EXPECT_EQ(said.explanation,
            "MPI_Put at a.c:20 may read its buffer until it is locally complete; the store at a.c:22 writes it before "
            "that. Nothing completes it in between.");
  EXPECT_EQ(said.mend,
            "Call MPI_Win_flush_local(rank, win) (or MPI_Win_flush, MPI_Win_unlock_all) between a.c:20 and a.c:22.");
}

TEST_F(ReportExplain, EveryWayToCompleteABuffer) {
  EXPECT_EQ(words(put_buffer, Epoch::Fence, store, 0).mend, "Call MPI_Win_fence(0, win) between a.c:20 and a.c:22.");
  EXPECT_EQ(words(put_buffer, Epoch::Lock, store, 0).mend,
            "Call MPI_Win_flush_local(rank, win) (or MPI_Win_flush, MPI_Win_unlock) between a.c:20 and a.c:22.");
  EXPECT_EQ(words(put_buffer, Epoch::Start, store, 0).mend, "Call MPI_Win_complete(win) between a.c:20 and a.c:22.");
  EXPECT_EQ(words(access(AccessKind::BufferRead, "MPI_Isend", 0, 20), Epoch::Request, store, 0).mend,
            "Complete its request with MPI_Wait (or a successful MPI_Test) between a.c:20 and a.c:22.");
}

TEST_F(ReportExplain, ALoopGoesAroundTheEnd) {
  const Access earlier = access(AccessKind::Store, "", 0, 18);
  EXPECT_EQ(words(put_buffer, Epoch::Fence, earlier, 0).mend,
            "Call MPI_Win_fence(0, win) after a.c:20 and before the next a.c:18.");
  const Access same = access(AccessKind::BufferWrite, "MPI_Get", 0, 20);
  EXPECT_EQ(words(same, Epoch::Start, same, 0).mend,
            "Call MPI_Win_complete(win) between one execution of a.c:20 and the next, or use two buffers.");
}

TEST_F(ReportExplain, ACallOfTheCLibraryIsNamed) {
  const Access copy = access(AccessKind::Store, "memcpy", 0, 22);
  EXPECT_NE(words(put_buffer, Epoch::Fence, copy, 0).explanation.find("memcpy at a.c:22 writes it"), std::string::npos);
}

TEST_F(ReportExplain, ATargetThatDoesNotKnow) {
  const Ending unlock{{"MPI_Win_unlock", "/src/a.c", 25}, 0};
  const Words said = words(put, Epoch::Lock, load_there, 1, unlock);
  EXPECT_EQ(
      said.explanation,
      "MPI_Put of rank 0 at a.c:20 may write the memory of rank 1 at any time from its issue to its completion; the "
      "load of rank 1 at a.c:30 is ordered neither before the one nor after the other. It is complete only after "
      "MPI_Win_unlock at a.c:25 of rank 0.");
  EXPECT_EQ(said.mend,
            "After MPI_Win_unlock at a.c:25 of rank 0, let rank 1 know (a message, MPI_Barrier) before a.c:30; or, if "
            "a.c:30 comes first, let rank 0 know before a.c:20.");
  EXPECT_NE(words(put, Epoch::LockAll, load_there, 1).mend.find("MPI_Win_flush(1, win) or MPI_Win_unlock_all(win)"),
            std::string::npos);
}

TEST_F(ReportExplain, TwoOriginsAndTheirAtomics) {
  const Access other = access(AccessKind::RemoteWrite, "MPI_Put", 2, 40);
  EXPECT_NE(words(put, Epoch::Lock, other, 1).mend.find("MPI_LOCK_EXCLUSIVE"), std::string::npos);
  const Access sum = access(AccessKind::RemoteAtomicWrite, "MPI_Accumulate", 0, 20);
  const Access swap = access(AccessKind::RemoteAtomicWrite, "MPI_Fetch_and_op", 2, 40);
  EXPECT_NE(words(sum, Epoch::Lock, swap, 1).explanation.find("atomic, but not to each other"), std::string::npos);
}

TEST_F(ReportExplain, NoPairIsWithoutWordsOrWithAPlaceholder) {
  constexpr AccessKind kKinds[] = {AccessKind::RemoteWrite, AccessKind::RemoteAtomicWrite, AccessKind::BufferWrite,
                                   AccessKind::Store};
  constexpr Epoch kEpochs[] = {Epoch::None, Epoch::Fence, Epoch::Lock, Epoch::LockAll, Epoch::Start, Epoch::Request};
  for (std::size_t i = 0; i < std::size(kKinds); ++i) {
    for (std::size_t j = i; j < std::size(kKinds); ++j) {
      for (const Epoch epoch : kEpochs) {
        for (const std::uint32_t rank : {0U, 1U}) {
          const Words said = words(access(kKinds[i], "MPI_X", 0, 5), epoch, access(kKinds[j], "", rank, 6), 1);
          for (const std::string& text : {said.explanation, said.mend}) {
            EXPECT_FALSE(text.empty());
            EXPECT_EQ(text.find('{'), std::string::npos) << text;
            EXPECT_TRUE(text.ends_with('.')) << text;
          }
        }
      }
    }
  }
}

TEST_F(ReportExplain, CodeWithoutLinesHasAName) {
  EXPECT_EQ(short_position({"f", "", 0, 0, "/x/prog", 0x10}), "f");
  EXPECT_EQ(short_position({"", "", 0, 0, "/x/prog", 0x10}), "prog+0x10");
  EXPECT_EQ(short_position({}), "0x0");
}

}  // namespace
}  // namespace farsan::report
